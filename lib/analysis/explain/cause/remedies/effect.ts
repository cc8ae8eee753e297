import { counted, formatInteger } from '@/lib/engine/base/format';
import type { Replayable } from '@/lib/engine/replay/prepare';
import { comparedWith } from '@/lib/engine/replay/control';
import { replay, type Replay } from '@/lib/engine/replay/replay';
import { decisionAt } from '../../ledger-decision';
import { isWorse, netEffectText, tallyOf, type DollarsOf } from '../../net-effect';
import { compacts, overflows, stepEvents } from '../../step-events';
import type { Remedy, RemedyAim, RemedyEffect } from './remedy';

/** What a remedy is asked for, and how replays are priced. */
export interface EffectQuestion {
  readonly step: number;
  readonly aim: RemedyAim;
  /** null: without dollars. */
  readonly dollarsOf: DollarsOf | null;
}

/**
 * Replays a session with a remedy and says what it does to the whole of it, beside the control; null where
 * the step, after all the others that change with it, is decided as before, where the session ends worse, and
 * where the control does not do at the step what was recorded: the policy misses it, so no remedy of it can be
 * tested.
 */
export function effectOf(
  session: Replayable,
  base: Replay,
  { step, aim, dollarsOf }: EffectQuestion,
  { settings }: Pick<Remedy, 'settings'>,
): RemedyEffect | null {
  const faults = base.faults.map(({ fault }) => fault);
  const changed = replay(session, base.policy, settings, { faults });
  const alike = comparedWith(base);
  if (alike.columns.compacted[step] !== base.columns.compacted[step]) return null;
  const at = turnedAt(alike, changed, step, aim);
  if (at === undefined) return null;
  const net = { before: tallyOf(alike, dollarsOf), after: tallyOf(changed, dollarsOf) };
  if (isWorse(net) || (aim === 'safer' && net.after.loop !== null)) return null;
  const where = at === null ? lostText(changed, step) : gainedText(alike, changed, step, at);
  const moved = movedText(alike, changed, at ?? step);
  return {
    ...net,
    at,
    margin: decisionAt(changed, at ?? step)?.margin ?? null,
    text: [where, moved, netEffectText(net)].filter((text) => text !== '').join('; '),
    overflows: stepEvents(changed).overflow,
  };
}

/** The compaction that a change brings about, null for a step that it lets hold; undefined for neither. */
function turnedAt(
  base: Replay,
  changed: Replay,
  step: number,
  aim: RemedyAim,
): number | null | undefined {
  if (aim === 'hold') return compacts(changed, step) ? undefined : null;
  const had = new Set(stepEvents(base).replayed);
  const at =
    aim === 'safer' && compacts(changed, step)
      ? step
      : stepEvents(changed).replayed.findLast((one) => one <= step && !had.has(one));
  // A compaction before it has turned nothing where the request is still too large.
  return at !== undefined && at < step && overflows(changed, step) ? undefined : at;
}

/** "at 143", "at 125, 18 steps earlier; 143 fits", "at 143; 143 still overflows". */
function gainedText(base: Replay, changed: Replay, step: number, at: number): string {
  const earlier = step - at;
  const where = `at ${formatInteger(at)}${earlier === 0 ? '' : `, ${counted(earlier, 'step')} earlier`}`;
  if (overflows(changed, step)) return `${where}; ${formatInteger(step)} still overflows`;
  const fits = earlier > 0 && overflows(base, step);
  return fits ? `${where}; ${formatInteger(step)} fits` : where;
}

/** "143 holds", "143 holds and overflows". */
const lostText = (changed: Replay, step: number): string =>
  `${formatInteger(step)} holds${overflows(changed, step) ? ' and overflows' : ''}`;

/** "2 others at other steps": compactions beside the turned one that their number does not tell of. */
function movedText(base: Replay, changed: Replay, turned: number): string {
  const others = (of: Replay): readonly number[] =>
    stepEvents(of).replayed.filter((step) => step !== turned);
  const [before, after] = [new Set(others(base)), others(changed)];
  const moved = after.filter((step) => !before.has(step)).length;
  return before.size === after.length && moved > 0
    ? `${counted(moved, 'other')} at other steps`
    : '';
}
