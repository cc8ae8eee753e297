import { entryName } from '@/lib/analysis/detectors/evidence/entry-name';
import { replaySession } from '@/lib/analysis/subject/replay-session';
import { noPrices } from '@/lib/answers/model/subject';
import type { GivenSettings } from '@/lib/policies/policy-choice';
import { findPolicy } from '@/lib/policies/registry';
import { parseFault } from '@/lib/engine/replay/faults/faults';
import type { Session } from '@/lib/engine/session/schema';
import { measureSession } from '@/lib/engine/tokens/measure';
import { ToolNameCollector } from '@/lib/engine/tokens/text/tool-names';
import type { ReportSubject } from '../report-subject';

/** What a test asks beside the session. */
interface Asked extends Partial<Pick<ReportSubject, 'step' | 'range' | 'texts' | 'notes'>> {
  readonly policy?: string;
  readonly set?: GivenSettings;
  readonly fault?: string;
}

/** The subject of a report, as a host makes it. */
export function subjectOf(session: Session, asked: Asked = {}): ReportSubject {
  const { policy: id, set = {}, fault, ...rest } = asked;
  const profile = measureSession(session);
  const policy = id === undefined ? undefined : findPolicy(id);
  const parsed = fault === undefined ? null : parseFault(fault);
  const replayed = replaySession(
    { draft: { head: session }, profile },
    {
      choice: policy === undefined ? null : { policy, preset: null },
      settings: set,
      faults: parsed?.ok === true ? [parsed.value] : [],
    },
  );
  if (!replayed.ok) throw new Error(replayed.error.message);
  const tools = new ToolNameCollector();
  for (const entry of session.entries) tools.push(entry);
  return {
    ...replayed.value,
    step: null,
    range: null,
    texts: false,
    tools: tools.finish(),
    nameOf: (entry) => entryName(session.entries[entry] ?? { parts: [] }),
    references: null,
    log: null,
    other: null,
    pricesOf: noPrices(profile),
    notes: [],
    ...rest,
  };
}
