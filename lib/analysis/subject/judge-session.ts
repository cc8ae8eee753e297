import { provenFinding, type ProvenFinding } from '@/lib/analysis/detectors/cures/cured-finding';
import { allFindings } from '@/lib/analysis/detectors/recall-findings';
import { causeReport, type CauseReport } from '@/lib/analysis/explain/cause/cause-report';
import { firstStep } from '@/lib/analysis/explain/cause/first-step';
import { causeSubject } from '@/lib/analysis/explain/cause/subject';
import type { DollarsOf } from '@/lib/analysis/explain/net-effect';
import { wordsText } from '@/lib/engine/base/answer/words';
import { verdict } from '@/lib/analysis/explain/verdict';
import { recallReport, type Recall } from '@/lib/analysis/recall/recall-report';
import { whatHappened } from '@/lib/analysis/fit/what-happened';
import type { MeasuredSession } from './measured-session';
import type { ReplayedSession } from './replay-session';

/** The recording's compactions and overflows, the replay's, and where it diverges, as one line. */
export function verdictOf({ measured, opening, policy, run }: ReplayedSession): string {
  const happened = whatHappened(measured.profile, opening);
  const { agent } = measured.draft.head.source;
  return wordsText(verdict(run, { agent, draft: policy.label, happened }));
}

/** The step of the first recorded compaction or overflow, else of the replay's first event. */
export const eventStep = ({ session, opening }: ReplayedSession): number =>
  firstStep(session, opening);

/** How effects of changes are told. */
interface ExplainOptions {
  /** Dollars of a replay, NaN where a price is missing; without it effects have none. */
  readonly dollarsOf?: DollarsOf;
}

/**
 * Why a step compacted or did not: what a change makes of the session, a headline, its operands, and the
 * single changes that would have turned it. Steps count from 0; one that the session lacks throws a
 * RangeError.
 */
export function explainStep(
  { draft, tools, profile }: MeasuredSession,
  replayed: ReplayedSession,
  step = eventStep(replayed),
  { dollarsOf }: ExplainOptions = {},
): CauseReport {
  if (!(step >= 0 && step < profile.stepCount)) {
    throw new RangeError(`The session has no step ${step}, but ${profile.stepCount} steps`);
  }
  const { agent } = draft.head.source;
  const names = { agent, tools: tools(), dollarsOf: dollarsOf ?? null };
  const subject = causeSubject(replayed.session, replayed.opening, names);
  return causeReport(replayed.run, step, subject);
}

/**
 * What of a replay's context the recording uses again, and what compactions take of that; null for a
 * session of numbers alone, or one that was imported without its names. The names of `against` are taken
 * off, as the chance level: pass an unrelated session, imported with its names. Without one nothing is
 * taken off, and `report.chance` is `unknown`: this package knows no other session by itself.
 */
export function recallOf(
  { references }: MeasuredSession,
  { run }: ReplayedSession,
  against: Pick<MeasuredSession, 'references'> | null = null,
): Recall | null {
  const index = references?.() ?? null;
  return index && recallReport(run, index, { other: against?.references?.() ?? null });
}

/**
 * What is wrong with a recording and with its replay, the heaviest first, each with proven advice; what
 * compactions forget is among it where the session was imported with its names.
 */
export function findingsOf(
  { draft, nameOf, references }: MeasuredSession,
  { session, run }: ReplayedSession,
): readonly ProvenFinding[] {
  const { source, notices } = draft.head;
  const about = { agent: source.agent, notices };
  const found = allFindings(run, about, { nameOf, references: references?.() ?? null });
  return found.map((each) => provenFinding(session, run, each));
}
