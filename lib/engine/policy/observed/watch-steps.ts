/** The loop over the steps of a recording that a policy watches. */
import { stepFlag } from '@/lib/engine/tokens/profile';
import type { Estimate } from '../../mechanisms/estimate';
import type { PolicyInput } from '../policy';
import type { SummaryView } from '../requests';
import type { OwnMethods, StepRule } from '../loop/step-rule';
import type { Watching } from './watching';

/** What watching needs of the loop of a replay, whose fields say what they hold. */
export interface WatchedLoop {
  readonly input: PolicyInput;
  readonly calls: OwnMethods;
  readonly estimate: Estimate | null;
  readonly trigger: number;
  readonly due: number;
  readonly watchesStops: boolean;
  step: number;
  lastReal: number;
  lastHeuristic: number;
  readonly onceHeuristic: number;
  size(step: number): number;
  show(view: SummaryView): void;
  forgetUsage(): void;
}

/** Decides the steps up to `end` on the recorded requests, and changes none of them. */
export function watchSteps(
  loop: WatchedLoop,
  watching: Watching,
  rule: StepRule,
  end: number,
): void {
  const { state } = loop.calls;
  const { lastReal, lastHeuristic } = loop.input.columns;
  const log = watching.asks === 'log';
  const asks = watching.asks !== 'nothing';
  loop.show(watching.sent());
  for (let step = loop.step; step < end; step++) {
    lastReal[step] = state ? rule.state() : loop.lastReal;
    lastHeuristic[step] = loop.lastHeuristic;
    const boundary = step === watching.due;
    if (boundary) watching.enter();
    if (boundary || log) loop.show(watching.asked());
    const value = valueAt(loop, rule, step);
    if (asks && isCalled(loop, step, value)) {
      watching.ask(step, () => rule.decide(step, value));
      loop.show(watching.asked());
    }
    let once = 0;
    if (boundary) {
      if (asks && watching.adopts)
        once = adopt(loop, watching, step, () => rule.decide(step, value));
      watching.leave();
    }
    if (boundary || log) loop.show(watching.sent());
    answer(loop, rule, step, loop.size(step) + once);
  }
  loop.step = end;
}

/**
 * The policy takes a recorded compaction in. Heuristic tokens of the text that its own request held besides,
 * at this step only, and that is in no log: its code knows it to the byte.
 */
function adopt(loop: WatchedLoop, watching: Watching, step: number, decide: () => void): number {
  if (watching.adopt(step, decide)) return watching.own ? loop.onceHeuristic : 0;
  loop.forgetUsage();
  return 0;
}

/** The value reached the trigger, or the rule is called for another reason. */
const isCalled = (loop: WatchedLoop, step: number, value: number): boolean =>
  value >= loop.trigger || step >= loop.due || stoppedBefore(loop, step);

/** Value of the request that the policy is asked about, and its operands. */
function valueAt(loop: WatchedLoop, rule: StepRule, step: number): number {
  if (loop.calls.before) rule.before(step);
  const { estimate, lastReal, lastHeuristic } = loop;
  const { heuristic, decision } = loop.input.columns;
  const h = loop.size(step);
  const value =
    estimate === null
      ? rule.own(step, h)
      : rule.estimated(step, estimate.value(step, h, lastReal, lastHeuristic));
  heuristic[step] = h;
  decision[step] = value;
  return value;
}

/** The rule is also called after a response that stopped at the output limit. */
function stoppedBefore(loop: WatchedLoop, step: number): boolean {
  if (!loop.watchesStops || step === 0) return false;
  return ((loop.input.profile.steps.flags[step - 1] as number) & stepFlag.lengthStop) !== 0;
}

/** Takes what came back for a recorded request of heuristic `h`. */
function answer(loop: WatchedLoop, rule: StepRule, step: number, h: number): void {
  const { requests, columns } = loop.input;
  columns.heuristicSent[step] = h;
  columns.lastHeuristicAfter[step] = h;
  const reported = requests.reported[step] === 1 ? requests.realAt(step, 0) : 0;
  if (reported > 0) {
    loop.lastReal = reported;
    loop.estimate?.observe(step, h, reported);
  }
  loop.lastHeuristic = h;
  if (loop.calls.after) rule.after(step, h, reported);
  columns.realAfter[step] = loop.calls.state ? rule.state() : loop.lastReal;
}
