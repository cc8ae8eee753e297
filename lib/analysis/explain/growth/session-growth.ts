/**
 * What every recorded request grew by since the one before, taken apart: entries at the density that
 * the session's ordinary steps teach, thoughts that the source strips, and a rest that is in no entry.
 * All are whole tokens and add up to the recorded growth. A fact of the recording: no policy changes it.
 */
import { oncePer } from '@/lib/engine/base/once/once-per';
import { floatAt, intAt } from '@/lib/engine/base/read';
import { firstWhere } from '@/lib/engine/base/search';
import { median } from '@/lib/engine/base/stats';
import type { Profile } from '@/lib/engine/tokens/profile';
import { densityOf, LEAST_JOINED, type Density } from '@/lib/engine/replay/projection/density';
import type { Replayable } from '@/lib/engine/replay/prepare';
import { sizeEntries, sizeOfEntries } from './entry-weights';

/** What lies between two requests whose tokens are known. */
export type GrowthKind =
  | 'run'
  /** Another model counts: its number is not the other's. */
  | 'model'
  /** A recorded compaction or elision: what was sent before is not in the request any more. */
  | 'compaction';

/** The growth of one step's recorded request. */
export interface StepGrowth {
  readonly step: number;
  /** The newest earlier step whose tokens are known. */
  readonly since: number;
  readonly kind: GrowthKind;
  /** Real tokens more than at `since`; below 0 for a smaller request. */
  readonly grew: number;
  /** The entries that came in, [from, to). */
  readonly from: number;
  readonly to: number;
  /** Real tokens of these entries. */
  readonly explained: number;
  /** Thoughts of an ended turn that the source leaves out; 0 or below. */
  readonly stripped: number;
  /** grew − explained − stripped: what is in no entry of the recording. */
  readonly unexplained: number;
  /** The rest is more than an ordinary step's, and stayed in later requests. */
  readonly joined: boolean;
}

/** The growth of a session's recorded requests. */
export interface SessionGrowth {
  /** One for each step with known tokens that has an earlier one, ascending. */
  readonly steps: readonly StepGrowth[];
  /** The growth of a step; null for a step without usage, and for the first with usage. */
  readonly at: (step: number) => StepGrowth | null;
  /** Median of what ordinary steps leave unexplained; NaN without one. */
  readonly usual: number;
  /** Real tokens per heuristic token over all steps, those included at which something joined; NaN without any. */
  readonly slope: number;
}

/** The growth of a session's requests; computed once. */
export const sessionGrowth = oncePer(measureGrowth);

/** The density that sizes the entries of a step: without steps at which something joined the prefix. */
export function stepDensity({ profile, projection }: Replayable, step: number): Density {
  const { densities, texts, charges } = projection;
  // Images of unknown cost count a few hundredths of their bytes ÷ 4, which says nothing of text.
  return densityOf(profile, charges.unknown.at(-1) === 0 ? densities : texts, step);
}

function measureGrowth(session: Replayable): SessionGrowth {
  const { pairs } = session.projection.runs;
  const steps: StepGrowth[] = [];
  for (const pair of pairs) if (pair.from >= 0) steps.push(growthOf(session, pair));
  const ordinary = steps.filter((one) => isOrdinary(session, one));
  return {
    steps,
    at: (step) => {
      const one = steps[firstWhere(0, steps.length, (k) => (steps[k]?.step ?? step) >= step)];
      return one?.step === step ? one : null;
    },
    usual: Math.round(median(ordinary.map(({ unexplained }) => unexplained))),
    slope: slopeOf(session, steps),
  };
}

/** Growths within runs of steps: one model, no recorded compaction between. */
export const runGrowths = (session: Replayable): readonly StepGrowth[] =>
  sessionGrowth(session).steps.filter(({ kind }) => kind === 'run');

type Pair = Replayable['projection']['runs']['pairs'][number];

function growthOf(session: Replayable, { from: since, to: step, crosses }: Pair): StepGrowth {
  const { profile, projection } = session;
  const { joined } = projection;
  const { real, entries } = profile.steps;
  const grew = intAt(real, step) - intAt(real, since);
  const from = intAt(entries, since);
  const to = Math.max(from, intAt(entries, step));
  const density = densityAt(session, step);
  const stripped = crosses ? 0 : strippedThoughts(session, since, step, density);
  const total = sizeOfEntries(session, { from, to, density, growth: grew - stripped });
  return {
    step,
    since,
    kind: crosses ? 'compaction' : modelChanged(session, since, step) ? 'model' : 'run',
    grew,
    from,
    to,
    explained: total,
    stripped,
    unexplained: grew - total - stripped,
    joined: floatAt(joined, step) > floatAt(joined, since),
  };
}

/** Real tokens of each entry that came in at a step; they add up to `explained`. */
export const entrySizes = (
  session: Replayable,
  { step, from, to, grew, stripped }: StepGrowth,
): readonly number[] =>
  sizeEntries(session, { from, to, density: densityAt(session, step), growth: grew - stripped });

/** Real tokens per heuristic token of text that comes in at a step. */
export const densityAt = (session: Replayable, step: number): number =>
  session.profile.steps.ratio?.[step] ?? stepDensity(session, step).value;

const ratioAt = ({ steps: { ratio }, stepCount }: Profile, step: number): number | undefined =>
  ratio?.[Math.min(step, stepCount - 1)];

/** Real tokens per heuristic token of a text that a policy adds, its summary among them: as a replay sizes it. */
export const addedDensity = ({ profile, projection }: Replayable, step: number): number =>
  ratioAt(profile, step) ?? projection.density.value;

/** The same of a recorded summary: by the model of the step that sends it. */
export const summaryDensity = ({ profile, projection }: Replayable, step: number): number =>
  ratioAt(profile, step) ??
  densityOf(profile, projection.texts, Math.min(step, profile.stepCount - 1)).value;

/** Real tokens of the thoughts that were in a request and are not in the next, negative. */
function strippedThoughts(
  { profile, projection }: Replayable,
  since: number,
  step: number,
  density: number,
): number {
  const { thoughts } = projection.runs;
  const { entries } = profile.steps;
  const start = intAt(entries, since);
  const all = intAt(profile.thoughtSum, intAt(entries, step)) - intAt(profile.thoughtSum, start);
  const left = intAt(thoughts, since) + all - intAt(thoughts, step);
  return 0 - Math.round(density * left);
}

function modelChanged({ profile }: Replayable, since: number, step: number): boolean {
  const { model } = profile.steps;
  for (let i = since + 1; i <= step; i++) if (model[i] !== model[i - 1]) return true;
  return false;
}

/** A step within a run that grew by text, and at which nothing joined the prefix. */
function isOrdinary({ profile }: Replayable, growth: StepGrowth): boolean {
  const output = Math.max(0, intAt(profile.steps.output, growth.since));
  return (
    growth.kind === 'run' &&
    growth.grew >= 0 &&
    growth.explained > 0 &&
    growth.unexplained - output < LEAST_JOINED
  );
}

/** Growth within runs ÷ the heuristic that came in. */
function slopeOf({ profile, projection }: Replayable, steps: readonly StepGrowth[]): number {
  let grew = 0;
  let heuristic = 0;
  for (const one of steps) {
    if (one.kind !== 'run' || one.grew < 0) continue;
    const { text } = projection.charges;
    grew += one.grew;
    heuristic += intAt(text, one.to) - intAt(text, one.from);
    heuristic += intAt(profile.thoughtSum, one.to) - intAt(profile.thoughtSum, one.from);
  }
  return heuristic === 0 ? NaN : grew / heuristic;
}
