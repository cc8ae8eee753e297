import { counted, formatInteger } from '@/lib/base/format';
import type { Replayable } from '@/lib/replay/prepare';
import { comparedWith } from '@/lib/replay/control';
import { replay, type Replay } from '@/lib/replay/replay';
import { decisionAt } from '../../ledger-decision';
import { compacts, overflows, stepEvents } from '../../step-events';
import { stepList } from '../../step-list';
import type { Remedy, RemedyEffect } from './remedy';

/**
 * Replays a session with a remedy and says what else it would do, beside the control; null where the step,
 * after all the others that change with it, is decided as before, and where the control does not do at the
 * step what was recorded: the policy misses it, so no remedy of it can be tested.
 */
export function effectOf(
  session: Replayable,
  base: Replay,
  step: number,
  { settings }: Pick<Remedy, 'settings'>,
): RemedyEffect | null {
  const faults = base.faults.map(({ fault }) => fault);
  const changed = replay(session, base.policy, settings, { faults });
  const alike = comparedWith(base);
  const same = alike.columns.compacted[step] === base.columns.compacted[step];
  return same ? differenceOf(alike, changed, step) : null;
}

/** The difference of a replay to another that differs by one change asked for at a step. */
function differenceOf(base: Replay, changed: Replay, step: number): RemedyEffect | null {
  const before = stepEvents(base).replayed;
  const { replayed: after, overflow } = stepEvents(changed);
  const wanted = !compacts(base, step);
  const at = wanted ? turningStep(before, after, step) : null;
  if (wanted ? at === null : compacts(changed, step)) return null;
  // A compaction before it has turned nothing where the request is still too large.
  if (at !== null && at < step && overflows(changed, step)) return null;
  return {
    at,
    margin: decisionAt(changed, at ?? step)?.margin ?? null,
    text:
      at === null
        ? lostText({ changed, step, before, after })
        : gainedText({ base, changed, step, at, before, after }),
    more: after.length - before.length,
    overflows: overflow,
  };
}

/** The newest compaction up to a step that the other replay does not have; null for none. */
function turningStep(
  before: readonly number[],
  after: readonly number[],
  step: number,
): number | null {
  const had = new Set(before);
  return after.findLast((one) => one <= step && !had.has(one)) ?? null;
}

interface Compared {
  readonly base: Replay;
  readonly changed: Replay;
  readonly step: number;
  readonly at: number;
  readonly before: readonly number[];
  readonly after: readonly number[];
}

/** "at 143; no other step changes", "at 125, 18 steps earlier; 143 fits". */
function gainedText({ base, changed, step, at, before, after }: Compared): string {
  const steps = formatInteger(step);
  const sized = overflows(changed, step)
    ? `${steps} still overflows`
    : overflows(base, step)
      ? `${steps} fits`
      : '';
  const earlier = step - at;
  const where = `at ${formatInteger(at)}${earlier === 0 ? '' : `, ${counted(earlier, 'step')} earlier`}`;
  const others = othersText(
    before,
    after.filter((one) => one !== at),
  );
  const shown = earlier === 0 && !overflows(changed, step) ? '' : sized;
  const tail = others === '' ? (shown === '' ? 'no other step changes' : '') : `and ${others}`;
  return [where, shown, tail, ...rest(changed, step)].filter(Boolean).join('; ');
}

/** "143 holds; no other step changes", "143 holds and overflows; and 1 compaction more". */
function lostText({
  changed,
  step,
  before,
  after,
}: Pick<Compared, 'changed' | 'step' | 'before' | 'after'>): string {
  const first = `${formatInteger(step)} holds${overflows(changed, step) ? ' and overflows' : ''}`;
  const others = othersText(
    before.filter((one) => one !== step),
    after.filter((one) => one !== step),
  );
  const tail = others === '' ? 'no other step changes' : `and ${others}`;
  return [first, tail, ...rest(changed, step)].join('; ');
}

/** "2 compactions more", "the others move"; empty where the same steps compact. */
function othersText(before: readonly number[], after: readonly number[]): string {
  const more = after.length - before.length;
  if (more > 0) return `${counted(more, 'compaction')} more`;
  if (more < 0) return `${counted(-more, 'compaction')} fewer`;
  const same = before.every((one, i) => one === after[i]);
  return same ? '' : `${counted(before.length, 'other')} at other steps`;
}

/** Steps beside the asked one whose request overflows. */
function rest(changed: Replay, step: number): readonly string[] {
  const over = stepEvents(changed).overflow.filter((one) => one !== step);
  return over.length === 0 ? [] : [`overflows at ${places(over)}`];
}

const places = (steps: readonly number[]): string => stepList(steps).replace(/^steps? /, '');
