import { counted, formatInteger } from '@/lib/base/format';
import type { Replayable } from '@/lib/replay/prepare';
import { replay, type Replay } from '@/lib/replay/replay';
import { decisionAt } from '../../ledger-decision';
import { compacts, overflows, stepEvents } from '../../step-events';
import { stepList } from '../../step-list';
import type { Remedy, RemedyEffect } from './remedy';

/** Replays a session with a remedy and says what else it would do. */
export function effectOf(
  session: Replayable,
  base: Replay,
  step: number,
  { settings }: Pick<Remedy, 'settings'>,
): RemedyEffect {
  const faults = base.faults.map(({ fault }) => fault);
  return differenceOf(base, replay(session, base.policy, settings, { faults }), step);
}

/** The difference of a replay to another that differs by one change asked for at a step. */
function differenceOf(base: Replay, changed: Replay, step: number): RemedyEffect {
  const before = stepEvents(base).replayed;
  const after = stepEvents(changed).replayed;
  const overflowing = stepEvents(changed).overflow;
  const wanted = !compacts(base, step);
  const at = wanted ? turningStep(before, after, step) : null;
  const decision = decisionAt(changed, at ?? step);
  const more = after.length - before.length;
  return {
    at,
    margin: decision?.margin ?? null,
    text: wanted
      ? gainedText({ base, changed, step, at, before, after })
      : lostText({ changed, step, before, after }),
    more,
    overflows: overflowing,
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
  readonly at: number | null;
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
  if (at === null)
    return [`${steps} holds all the same`, sized, ...rest(changed, step)]
      .filter(Boolean)
      .join('; ');
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
  const holds = !compacts(changed, step);
  const first = `${formatInteger(step)} ${holds ? 'holds' : 'compacts all the same'}${overflows(changed, step) ? ' and overflows' : ''}`;
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
