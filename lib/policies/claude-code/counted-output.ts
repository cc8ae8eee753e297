import { keptOfNewest } from '@/lib/engine/base/once/kept-of-newest';
import { oncePer } from '@/lib/engine/base/once/once-per';
import { intAt, sumBetween } from '@/lib/engine/base/read';
import { sums, type EstimatorVariant } from '@/lib/engine/tokens/estimator';
import type { MeasuredFile, Profile } from '@/lib/engine/tokens/profile';
import { responseOf } from '@/lib/engine/mechanisms/ceiled-estimator';

/**
 * Tokens of a response by its bytes ÷ 4, for a response of which the file holds only the first event's
 * count. Line through the responses with a whole count in eight recorded sessions of Claude 3.5 to 4.6
 * (n = 447; slopes of the sessions 1.21 to 1.27, starts 6 to 73).
 */
const FRAME = 60;
const DENSITY = 1.25;

/** Most tokens of a call beside the plan in it: its name, its key, what it may run. */
const BESIDE_PLAN = 64;

/** Tokens of each step's response as Claude Code counted them; −1 where unknown. */
interface CountedOutputs {
  readonly tokens: Int32Array;
  /** The first step whose recorded count is the first event's, and is replaced by an estimate; −1 for none. */
  readonly estimated: number;
}

/**
 * Claude Code adds the tokens of the last response to its prompt. Its file may hold what the first event of
 * the stream said of them: one to some dozens, fewer than the response's bytes ÷ 4, while the agent compared
 * the final number. From 2.1.14 to 2.1.29 the agent had none either: its recorded count of tokens before a
 * compaction then holds the small number, in all nine compactions of seven sessions whose operands are in the file
 * (within 24 tokens; up to 2.1.7 and from 2.1.31 on in none of 18).
 */
export const countedOutputs = oncePer(countOutputs);

function countOutputs(profile: Profile): CountedOutputs {
  const tokens = profile.steps.output.slice();
  const plans = profile.head.files.filter(({ plan }) => plan);
  let estimated = -1;
  tokens.forEach((count, step) => {
    const size = responseSize(profile, step, plans);
    if (count < 0 || count >= size) return;
    tokens[step] = FRAME + Math.trunc(DENSITY * size);
    if (estimated < 0) estimated = step;
  });
  return { tokens, estimated };
}

/** Bytes ÷ 4 of the entries that a step's response added, thoughts included, the agent's own plan left out. */
function responseSize(profile: Profile, step: number, plans: readonly MeasuredFile[]): number {
  const { sum, thoughtSum } = profile;
  const [from, end] = responseOf(profile, step);
  const size = sumBetween(sum, from, end) + sumBetween(thoughtSum, from, end);
  const plan = plans.findLast(({ entry }) => entry < from);
  return plan === undefined ? size : size - planIn(profile, plan, { from, end });
}

/**
 * Bytes ÷ 4 of the plan in a call that ends planning: the agent puts its file's text there, the model wrote none of it.
 * In 16 of 16 such calls of six recorded sessions the argument has the file's bytes, and the next request grew by none.
 */
function planIn(
  { entries }: Profile,
  { bytes }: MeasuredFile,
  { from, end }: { readonly from: number; readonly end: number },
): number {
  const plan = Math.floor(bytes / 4);
  for (let entry = from; entry < end; entry++) {
    const beside = intAt(entries.kinds.call, entry) - plan;
    if (beside >= 0 && beside < BESIDE_PLAN) return plan;
  }
  return 0;
}

/**
 * Prefix sums of what Claude Code takes the entries behind a response for: a quarter of a text's length
 * in UTF-16 units, and inline data by a rule: so many tokens a piece, or as the session's estimator counts it.
 * Made once: a replay is begun in every frame of a drag.
 */
export function countedEntries(profile: Profile, rule: EstimatorVariant['inline']): Int32Array {
  const { units, inlines, kinds } = profile.entries;
  const picture = (entry: number): number =>
    typeof rule === 'number' ? rule * intAt(inlines, entry) : intAt(kinds.inline, entry);
  return kept(profile, [rule], () =>
    sums(profile, (entry) => Math.round(intAt(units, entry) / 4) + picture(entry)),
  );
}

const kept = keptOfNewest<Profile, Int32Array>();

/** The parts of a step's response that stand in records of their own behind its first. */
export function countedAgain(profile: Profile, step: number): number {
  const [from, end] = responseOf(profile, step);
  let tokens = 0;
  for (let entry = from; entry < end; entry++) {
    tokens += intAt(profile.entries.behindFirst, entry);
  }
  return tokens;
}
