import type { ScenarioPlan } from './plan';

/** The most steps of a plan, which is replayed at every edit, and of a scenario to be opened. */
export const MOST_STEPS = 20_000;

type Shape = Omit<ScenarioPlan, 'name' | 'policy'>;

/** How many of `turns` turns are every k-th, from the first on. */
const timesIn = (turns: number, every: number): number => Math.ceil(turns / Math.max(1, every));

/** Steps that turns take: one each, and one after every round of tool answers. */
export function turnSteps(turns: ScenarioPlan['fixed']): number {
  return turns.reduce((steps, turn) => {
    const calls = turn.toolCalls.length;
    return steps + 1 + (turn.sequential ? calls : Math.min(1, calls));
  }, 0);
}

/** Steps that a plan's turns take. */
export function planSteps({ fixed, turns, tools, sequential }: Shape): number {
  if (fixed.length > 0) {
    return turnSteps(fixed);
  }
  if (!sequential) {
    const busy = (index: number): boolean => tools.some(({ every }) => index % every === 0);
    let steps = turns;
    for (let index = 0; index < Math.min(turns, MOST_STEPS); index++) if (busy(index)) steps++;
    return steps;
  }
  return tools.reduce((steps, { times, every }) => steps + times * timesIn(turns, every), turns);
}

const sizeOf = (size: number | string): number =>
  typeof size === 'number' ? size : size.length * 3;

/** Upper bound of the real tokens of a plan's whole log. */
export function planTokens(plan: Shape): number {
  const { turns, systemBytes, toolTokens, ratioBy, ratio, ratios } = plan;
  const most = ratioBy === 'request' ? ratio : Math.max(...Object.values(ratios));
  const bytes =
    plan.fixed.length > 0
      ? plan.fixed.reduce((sum, turn) => sum + turnBytes(turn), 0)
      : turns * (plan.userBytes + plan.modelBytes) +
        plan.tools.reduce(
          (sum, one) => sum + one.times * one.bytes * timesIn(turns, one.every),
          0,
        ) +
        plan.inline.reduce((sum, one) => sum + one.bytes * timesIn(turns, one.every), 0);
  return Math.ceil(((systemBytes + bytes) / 4 + toolTokens) * Math.max(1, most));
}

function turnBytes({
  user,
  modelBytes,
  toolCalls,
  inlineData,
}: ScenarioPlan['fixed'][number]): number {
  const asked = typeof user === 'string' ? user : (user.text ?? user.bytes ?? 0);
  return (
    sizeOf(asked) +
    sizeOf(modelBytes) +
    toolCalls.reduce((sum, { responseBytes }) => sum + sizeOf(responseBytes), 0) +
    inlineData.reduce((sum, { bytes }) => sum + bytes, 0)
  );
}
