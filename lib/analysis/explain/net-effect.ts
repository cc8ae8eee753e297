/** What a change does to a session as a whole: every surface that offers a change prints these words. */
import { counted, formatDollars, formatInteger } from '@/lib/engine/base/format';
import { oncePer } from '@/lib/engine/base/once/once-per';
import type { Replay } from '@/lib/engine/replay/replay';
import { loopStep } from './outcome/loop-watch';
import { overflows } from './step-events';

/** Dollars that a replay is predicted to cost; NaN where a model of its steps has no price. */
export type DollarsOf = (replay: Replay) => number;

/** What a replay comes to over the session. */
export interface SessionTally {
  /** Steps that compact. */
  readonly compactions: number;
  /** Steps whose request overflows. */
  readonly overflows: number;
  /** The compaction at which they turn out to loop; null where they do not. */
  readonly loop: number | null;
  /** Predicted; null where nobody priced it, or a model has no price. */
  readonly dollars: number | null;
}

/** A session without a change and with it. */
export interface NetEffect {
  readonly before: SessionTally;
  readonly after: SessionTally;
}

/** Adds up a replay; `dollarsOf` where it is to be priced. */
export function tallyOf(replay: Replay, dollarsOf: DollarsOf | null = null): SessionTally {
  const dollars = dollarsOf === null ? NaN : dollarsOf(replay);
  return { ...countsOf(replay), dollars: Number.isNaN(dollars) ? null : dollars };
}

const countsOf = oncePer((replay: Replay) => {
  const loop = loopStep(replay);
  const { compacted } = replay.columns;
  return {
    compactions: compacted.reduce((sum, bit) => sum + bit, 0),
    overflows: compacted.reduce((sum, _, step) => sum + (overflows(replay, step) ? 1 : 0), 0),
    loop: loop < 0 ? null : loop,
  };
});

/** It ends no better: a loop comes, or more requests overflow. */
export const isWorse = ({ before, after }: NetEffect): boolean =>
  (after.loop !== null && before.loop === null) || after.overflows > before.overflows;

/** "overflows 1 → 0, compactions 0 → 1, ~$2.02 → ~$2.31"; a loop stands first. */
export const netEffectText = (effect: NetEffect): string =>
  [loopText(effect), figuresText(effect)].filter((text) => text !== '').join(', ');

/** "loops", "still loops", "no longer loops"; empty for no loop. */
export function loopText({ before, after }: NetEffect): string {
  if (after.loop === null) return before.loop === null ? '' : 'no longer loops';
  return before.loop === null ? 'loops' : 'still loops';
}

/** The same without the loop: "overflows 1 → 0, compactions 0 → 1". */
function figuresText({ before, after }: NetEffect): string {
  const dollars = dollarsText(before.dollars, after.dollars);
  return [
    changeText('overflow', before.overflows, after.overflows),
    changeText('compaction', before.compactions, after.compactions),
    ...(dollars === null ? [] : [dollars]),
  ].join(', ');
}

/** "no overflow (was 1)", "4 compactions (was 3)", "1 compaction as before". */
export function countText(noun: string, before: number, after: number): string {
  const now = after === 0 ? `no ${noun}` : counted(after, noun);
  if (before !== after) return `${now} (was ${formatInteger(before)})`;
  return after === 0 ? now : `${now} as before`;
}

function changeText(noun: string, before: number, after: number): string {
  if (before !== after) return `${noun}s ${formatInteger(before)} → ${formatInteger(after)}`;
  return after === 0 ? `no ${noun}` : `${counted(after, noun)} as before`;
}

function dollarsText(before: number | null, after: number | null): string | null {
  if (before === null || after === null) return null;
  const [was, is] = [before, after].map((dollars) => `~${formatDollars(dollars)}`);
  return was === is ? `${is} as before` : `${was} → ${is}`;
}
