import { oncePer } from '@/lib/engine/base/once/once-per';
import { intAt } from '@/lib/engine/base/read';
import { responseOf } from '@/lib/engine/mechanisms/ceiled-estimator';
import type { Replayable } from '@/lib/engine/replay/prepare';
import { densityOf } from '@/lib/engine/replay/projection/density';

/** A count below this share of the least that its visible text can be was taken while it streamed. */
const PLACEHOLDER = 0.8;

/** Output counts of a recording, with those that are placeholders sized from their text. */
export interface SizedOutputs {
  /** Tokens of each step's response; −1 where nobody counted it. */
  readonly tokens: Int32Array;
  /** Steps whose count is a placeholder, ascending. */
  readonly placeholders: readonly number[];
  /** Responses with a count and a visible text: those that can be judged. */
  readonly judged: number;
  /** Of the placeholders: tokens that usage counts, heuristic tokens that are visible, and tokens that they are sized at. */
  readonly counted: number;
  readonly visible: number;
  readonly sized: number;
}

/**
 * Finds output counts that are smaller than the text and calls of their response, step by step, and
 * sizes these responses: density × heuristic of text, calls and recorded thinking. Thinking that the
 * file does not hold is not in it.
 */
export const sizedOutputs = oncePer(({ profile, projection }: Replayable): SizedOutputs => {
  const { steps, stepCount } = profile;
  const tokens = Int32Array.from(steps.output);
  const placeholders: number[] = [];
  let [judged, counted, visible, sized] = [0, 0, 0, 0];
  for (let step = 0; step < stepCount; step++) {
    const output = intAt(steps.output, step);
    if (output < 0) continue;
    const { said, thought } = responseSize(profile, step);
    if (said === 0) continue;
    judged++;
    const density = densityOf(profile, projection.texts, step).value;
    if (output >= PLACEHOLDER * Math.min(1, density) * said) continue;
    const size = Math.max(output, Math.round(density * (said + thought)));
    tokens[step] = size;
    placeholders.push(step);
    counted += output;
    visible += said;
    sized += size;
  }
  return { tokens, placeholders, judged, counted, visible, sized };
});

/** Heuristic of what a step's response says and calls, and of its recorded thinking; no images, whose bytes are no tokens. */
export function responseSize(
  profile: Replayable['profile'],
  step: number,
): { readonly said: number; readonly thought: number } {
  const { text, call, thought: thoughts } = profile.entries.kinds;
  const [from, end] = responseOf(profile, step);
  let [said, thought] = [0, 0];
  for (let entry = from; entry < end; entry++) {
    said += intAt(text, entry) + intAt(call, entry);
    thought += intAt(thoughts, entry);
  }
  return { said, thought };
}
