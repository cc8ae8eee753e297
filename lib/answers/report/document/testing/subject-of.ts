import { entryName } from '@/lib/analysis/detectors/evidence/entry-name';
import { openSession } from '@/lib/analysis/fit/opening';
import { shownReplay } from '@/lib/analysis/fit/shown-replay';
import { findPolicy } from '@/lib/policies/registry';
import { sessionSettings } from '@/lib/engine/policy/session-settings';
import { parseFault } from '@/lib/engine/replay/faults/faults';
import { prepare } from '@/lib/engine/replay/prepare';
import type { Session } from '@/lib/engine/session/schema';
import { measureSession } from '@/lib/engine/tokens/measure';
import { ToolNameCollector } from '@/lib/engine/tokens/text/tool-names';
import type { ReportSubject } from '../report-subject';

/** What a test asks beside the session. */
interface Asked extends Partial<Pick<ReportSubject, 'step' | 'range' | 'texts' | 'notes'>> {
  readonly policy?: string;
  readonly set?: Readonly<Record<string, unknown>>;
  readonly fault?: string;
}

/** The subject of a report, as a host makes it. */
export function subjectOf(session: Session, asked: Asked = {}): ReportSubject {
  const { policy: id, set = {}, fault, ...rest } = asked;
  const profile = measureSession(session);
  const opening = openSession(session.source, profile);
  const policy = id === undefined ? opening.policy : findPolicy(id);
  if (policy === undefined) throw new Error(`There is no policy ${id ?? ''}`);
  const usual =
    policy === opening.policy
      ? opening.settings
      : (sessionSettings(policy, profile.head) as object);
  const settings = policy.settings.parse({ ...usual, ...set }) as ReportSubject['run']['settings'];
  const parsed = fault === undefined ? null : parseFault(fault);
  const faults = parsed?.ok === true ? [parsed.value] : [];
  const tools = new ToolNameCollector();
  for (const entry of session.entries) tools.push(entry);
  return {
    head: session,
    opening,
    run: shownReplay(prepare(profile, opening.prefixTokens), opening, { policy, settings, faults }),
    step: null,
    range: null,
    texts: false,
    tools: tools.finish(),
    nameOf: (entry) => entryName(session.entries[entry] ?? { parts: [] }),
    cost: null,
    notes: [],
    ...rest,
  };
}
