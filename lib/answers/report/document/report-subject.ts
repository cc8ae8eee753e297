import type { CostReport } from '@/lib/analysis/cost/cost-report';
import type { NameOf } from '@/lib/analysis/detectors/evidence/evidence';
import type { DollarsOf } from '@/lib/analysis/explain/net-effect';
import type { Opening } from '@/lib/analysis/fit/opening';
import type { StepRange } from '@/lib/engine/base/decimate';
import type { Replay } from '@/lib/engine/replay/replay';
import type { SessionHead } from '@/lib/engine/session/schema';
import type { StepNote } from '@/lib/engine/session/step-note';
import { neutralLabel, neutralVersion } from '@/lib/engine/tokens/numbers-only';
import type { ToolNames } from '@/lib/engine/tokens/text/tool-names';

/** What a user wrote on a step, or on a range of steps. */
export interface ReportNote extends StepRange {
  readonly text: string;
}

/** Notes of a session, as a report holds them. */
export const reportNotes = (notes: readonly StepNote[]): readonly ReportNote[] =>
  notes.map(({ first, last, text }) => ({ from: first, to: last, text }));

/** What a session cost and would cost, and the prices that this was computed with. */
export interface ReportCost {
  readonly report: CostReport;
  /** "Prices of 2026-02-08, @pydantic/genai-prices 0.1.8". */
  readonly prices: string;
  /** Dollars of another replay of the session by the same prices. */
  readonly dollarsOf: DollarsOf;
}

/** What a report is of: a session, how it opens, one replay of it, and what is asked. */
export interface ReportSubject {
  readonly head: Pick<SessionHead, 'name' | 'source' | 'notices'>;
  readonly opening: Opening;
  readonly run: Replay;
  /** null: the first event. */
  readonly step: number | null;
  /** Steps of the chart; null: all. */
  readonly range: StepRange | null;
  /** Names and labels that the recording brought are shown; else none of its texts is. */
  readonly texts: boolean;
  readonly tools: ToolNames | null;
  readonly nameOf: NameOf;
  /** null where no price is known. */
  readonly cost: ReportCost | null;
  readonly notes: readonly ReportNote[];
}

/** Name of an agent that is not told. */
export const SOME_AGENT = 'the agent';

/**
 * The subject as it may be shown. Without its texts it has what a numbers-only session has: formats,
 * models, version numbers, times and counts; no names of sessions, agents, lanes, files and tools, no
 * labels and no notices.
 */
export function shownSubject(given: ReportSubject): ReportSubject {
  const { head, run, opening, texts } = given;
  if (texts) return { ...given, head: { ...head, source: namedSource(head.source) } };
  const { profile } = run.session;
  const labels = profile.head.labels.map(neutralLabel);
  const unlabelled = { ...profile, head: { ...profile.head, labels } };
  const source = {
    ...head.source,
    agent: SOME_AGENT,
    agentVersion: neutralVersion(head.source.agentVersion),
    file: '',
    sessionId: '',
    lane: head.source.lane === 'main' ? 'main' : '',
    parent: null,
  };
  return {
    ...given,
    head: { name: 'Numbers only', source, notices: [] },
    opening: {
      ...opening,
      own: opening.own && { ...opening.own, words: opening.own.policy.label },
    },
    run: { ...run, session: { ...run.session, profile: unlabelled } },
    tools: null,
    nameOf: () => null,
  };
}

const namedSource = (source: SessionHead['source']): SessionHead['source'] =>
  source.agent === '' ? { ...source, agent: SOME_AGENT } : source;
