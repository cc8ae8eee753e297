import { byteAt, floatAt, intAt, sumBetween } from '@/lib/base/read';
import type { Replayable } from '@/lib/replay/prepare';
import type { Notice } from '@/lib/session/schema';
import { entryFlag } from '@/lib/tokens/entry-table';
import { underReports } from '@/lib/tokens/usage/normalize-usage';
import type { ScoredStep } from './scored-steps';

/** Something that makes recorded counts doubtful. */
export interface ReconciliationFinding {
  readonly code: 'placeholder' | 'repeated' | 'contradictory' | 'under-reported';
  readonly message: string;
  /** The first steps it concerns, at most 5; empty where only the trace's places are known. */
  readonly steps: readonly number[];
  readonly times: number;
}

const PLACES = 5;

/** Fewer responses than this say nothing about all of them. */
const FEWEST = 5;

/** Responses counted as less than this share of what is visible of them are placeholders. */
const PLACEHOLDER = 0.8;

/** A request holds so many times what it held when its run began. */
const TWICE = 2;

/** Fewer steps than this may be the provider's odd moment. */
const FEW = 2;

/** Identical records within this many milliseconds are one call, written twice. */
const SAME_MOMENT = 2000;

/** Every doubt about a session's usage records; `notices` are those of its import. */
export function reconciliationFindings(
  session: Replayable,
  scored: readonly ScoredStep[],
  notices: readonly Notice[],
): readonly ReconciliationFinding[] {
  return [
    ...placeholders(session),
    ...repeated(session),
    ...underReported(scored),
    ...standingStill(scored),
    ...contradictions(notices),
  ];
}

/** A finding at some steps. */
const findingAt = (
  steps: readonly number[],
  code: ReconciliationFinding['code'],
  message: string,
): ReconciliationFinding => ({
  code,
  message,
  steps: steps.slice(0, PLACES),
  times: steps.length,
});

/** Output counts that are smaller than the text they count: taken while it was still streaming. */
function placeholders({ profile }: Replayable): readonly ReconciliationFinding[] {
  const { steps, entries, sum, thoughtSum, stepCount, entryCount } = profile;
  let counted = 0;
  let visible = 0;
  const low: number[] = [];
  let n = 0;
  for (let step = 0; step < stepCount; step++) {
    const output = intAt(steps.output, step);
    const from = intAt(steps.entries, step);
    const next = steps.entries[step + 1] ?? entryCount;
    let to = from;
    // The response is what the model says before anyone else does.
    while (to < next && (byteAt(entries.flags, to) & entryFlag.user) === 0) to++;
    const shown = sumBetween(sum, from, to) + sumBetween(thoughtSum, from, to);
    if (output < 0 || shown === 0) continue;
    n++;
    counted += output;
    visible += shown;
    if (output < PLACEHOLDER * shown) low.push(step);
  }
  if (n < FEWEST || counted >= PLACEHOLDER * visible) return [];
  const share = Math.round((100 * counted) / visible);
  return [
    findingAt(
      low,
      'placeholder',
      `Output counts add up to ${share} % of the visible responses: they were taken while the responses were streaming.`,
    ),
  ];
}

/** Neighbouring steps with the same counts, the same request and the same moment. */
function repeated({ profile: { steps, stepCount } }: Replayable): readonly ReconciliationFinding[] {
  const found: number[] = [];
  for (let step = 1; step < stepCount; step++) {
    const same = (column: ArrayLike<number>): boolean => column[step] === column[step - 1];
    if (intAt(steps.real, step) < 0 || intAt(steps.output, step) < 0) continue;
    const apart = floatAt(steps.time, step) - (steps.time[step - 1] ?? NaN);
    if (!(apart >= 0 && apart <= SAME_MOMENT)) continue;
    if (same(steps.real) && same(steps.output) && same(steps.cacheWrite) && same(steps.entries))
      found.push(step);
  }
  if (found.length === 0) return [];
  return [
    findingAt(
      found,
      'repeated',
      'A step has the request, the counts and the moment of the step before: one call, recorded twice.',
    ),
  ];
}

const isUnderReported = (step: ScoredStep): boolean => underReports(step.real, step.visible);

function underReported(scored: readonly ScoredStep[]): readonly ReconciliationFinding[] {
  const found = scored.filter(isUnderReported).map(({ step }) => step);
  if (found.length === 0) return [];
  return [
    findingAt(
      found,
      'under-reported',
      'Real is below half of what the request visibly holds: the provider reports only the uncached share.',
    ),
  ];
}

/** Counts that do not grow though the request does, and are less than it shows: of short sessions too. */
function standingStill(scored: readonly ScoredStep[]): readonly ReconciliationFinding[] {
  const found: number[] = [];
  let begin: ScoredStep | undefined;
  for (const one of scored) {
    if (one.first || begin === undefined) begin = one;
    const held = begin.visible;
    const grown = held > 0 && one.visible >= TWICE * held;
    const still = one.real <= begin.real && one.real < one.visible / 2;
    if (grown && still && !isUnderReported(one)) found.push(one.step);
  }
  if (found.length < FEW) return [];
  return [
    findingAt(
      found,
      'under-reported',
      'Real is no more than at the beginning, and less than half of what the request visibly holds by now: the provider reports only the uncached share.',
    ),
  ];
}

/** The importer's notices about usage records. */
function contradictions(notices: readonly Notice[]): readonly ReconciliationFinding[] {
  return notices
    .filter(({ code }) => code.startsWith('usage-'))
    .map(({ message, times, at }) => ({
      code: 'contradictory' as const,
      message: at.length === 0 ? message : `${message} (in the trace at ${at.join(', ')})`,
      steps: [],
      times,
    }));
}
