import { oncePer } from '@/lib/engine/base/once/once-per';
import { intAt, sumBetween } from '@/lib/engine/base/read';
import { sums } from '@/lib/engine/tokens/estimator';
import type { Profile } from '@/lib/engine/tokens/profile';
import { responseOf } from '@/lib/engine/mechanisms/ceiled-estimator';

/**
 * Tokens of a response by its bytes ÷ 4, for a response of which the file holds only the first event's
 * count. Line through the responses with a whole count in eight recorded sessions of Claude 3.5 to 4.6
 * (n = 447; slopes of the sessions 1.21 to 1.27, starts 6 to 73).
 */
const FRAME = 60;
const DENSITY = 1.25;
/** Responses that must have come before "none is whole" says something. */
const ENOUGH = 10;

/** Tokens of each step's response as Claude Code counted them; −1 where unknown. */
interface CountedOutputs {
  readonly tokens: Int32Array;
  /** The first step whose recorded count is the first event's, and is replaced by an estimate; −1 for none. */
  readonly estimated: number;
}

/**
 * Claude Code adds the tokens of the last response to its prompt. Up to 2.1.39 its file may hold what
 * the first event of the stream said of them: one to some dozens, fewer than the response's bytes ÷ 4,
 * while the agent compared the final number. Where a recording has no whole count at all (2.1.17), the
 * agent never had one either: its recorded count of tokens before a compaction then holds the small
 * number. Which of the two it is, is learnt from the responses up to a step: what comes later decides
 * about no value before it.
 */
export const countedOutputs = oncePer(countOutputs);

function countOutputs(profile: Profile): CountedOutputs {
  const { output } = profile.steps;
  const tokens = output.slice();
  let known = 0;
  let partial = 0;
  let estimated = -1;
  output.forEach((count, step) => {
    const size = responseSize(profile, step);
    if (count < 0 || size === 0) return;
    known++;
    if (count >= size) return;
    partial++;
    if (partial === known && known >= ENOUGH) return;
    tokens[step] = FRAME + Math.trunc(DENSITY * size);
    if (estimated < 0) estimated = step;
  });
  return { tokens, estimated };
}

/** Bytes ÷ 4 of the entries that a step's response added, thoughts included. */
function responseSize(profile: Profile, step: number): number {
  const { sum, thoughtSum } = profile;
  const [from, end] = responseOf(profile, step);
  return sumBetween(sum, from, end) + sumBetween(thoughtSum, from, end);
}

/**
 * Prefix sums of what Claude Code takes the entries behind a response for: a quarter of a text's length
 * in UTF-16 units, and `picture` tokens of inline data.
 */
export const countedEntries = (profile: Profile, picture: (entry: number) => number): Int32Array =>
  sums(profile, (entry) => Math.round(intAt(profile.entries.units, entry) / 4) + picture(entry));
