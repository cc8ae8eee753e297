/**
 * A scenario in the builder's form: conditions, and turns of one shape instead of a list. `fixed`
 * holds the turns of an imported file, which then replace the shape.
 */
import * as z from 'zod';
import { formatInteger } from '@/lib/engine/base/format';
import { byCounted, scenarioTurnSchema } from './schema';

/** Most steps of a plan, which is replayed at every edit, and of a scenario to be opened. */
export const MOST_STEPS = 20_000;

/** Most turns of a plan. */
export const MOST_TURNS = 5_000;

/** Most heuristic tokens of a plan's log, times its ratio. */
const MOST_TOKENS = 2_000_000_000;

/** A number of the form; the strict schema gives bounds, the draft's takes any. */
type NumberField = (min: number, max: number, form?: 'whole' | 'any') => z.ZodType<number>;

const bounded: NumberField = (min, max, form = 'whole') => {
  const whole = form === 'whole';
  const number = z.number('Give a number');
  return (whole ? number.int('Give a whole number') : number)
    .min(min, `At least ${whole ? formatInteger(min) : min}`)
    .max(max, `At most ${formatInteger(max)}`);
};

const anyNumber: NumberField = () => z.custom<number>((value) => typeof value === 'number');

const BYTES = 100_000_000;
const TOKENS = 100_000_000;

/** One tool of a turn. */
const toolOf = (number: NumberField, text: z.ZodType<string>) =>
  z.strictObject({
    name: text,
    /** UTF-8 bytes of the answer. */
    bytes: number(0, BYTES),
    /** Calls in a turn. */
    times: number(1, 100),
    /** Only every k-th turn, from the first on. */
    every: number(1, MOST_TURNS),
  });

const inlineOf = (number: NumberField, text: z.ZodType<string>) =>
  z.strictObject({
    mimeType: text,
    /** Decoded bytes. */
    bytes: number(0, BYTES),
    every: number(1, MOST_TURNS),
  });

const ratiosOf = (number: NumberField) => z.strictObject(byCounted(number(0, 100, 'any')));

const planShape = (number: NumberField, text: (most: number) => z.ZodType<string>) => ({
  name: text(120),
  /** Id of the policy shown for it. */
  policy: z.string().max(100),
  window: number(1, TOKENS),
  /** `WithMaxTokens`: the effective window; 0 for none. */
  maxTokens: number(0, TOKENS),
  attempts: number(0, 20),
  quoteRequest: z.boolean(),
  /** Setting of the sliding window. */
  maxTurns: number(0, 100_000),
  systemBytes: number(0, BYTES),
  /** Heuristic tokens of the tool definitions. */
  toolTokens: number(0, TOKENS),
  turns: number(1, MOST_TURNS),
  userBytes: number(0, BYTES),
  modelBytes: number(0, BYTES),
  tools: z.array(toolOf(number, text(200))).max(50),
  sequential: z.boolean(),
  inline: z.array(inlineOf(number, text(200))).max(20),
  ratioBy: z.enum(['request', 'category']),
  ratio: number(0.01, 100, 'any'),
  ratios: ratiosOf(number),
  usage: z.strictObject({
    on: z.boolean(),
    /** First turn that reports. */
    from: number(0, MOST_TURNS),
    /** First turn that no longer reports; 0 for none. */
    until: number(0, MOST_TURNS),
    /** Every k-th step. */
    every: number(1, 100_000),
  }),
  summary: z.enum(['policy', 'bytes', 'fail', 'empty', 'script']),
  summaryBytes: number(0, 10_000_000),
  /** Sizes in bytes, `fail` or `empty`, one a call, separated by commas; the last repeats. */
  summaryScript: z.string().max(10_000),
  fixed: z.array(scenarioTurnSchema).max(MOST_TURNS).readonly(),
});

const named = (most: number): z.ZodType<string> =>
  z.string().trim().min(1, 'Give a name').max(most, `At most ${most} characters`);

const SCRIPT = /^\s*(\d{1,8}|fail|empty)(\s*,\s*(\d{1,8}|fail|empty))*\s*$/;

/** A plan that can be run, with the messages shown beside the form's fields. */
export const scenarioPlanSchema = z
  .strictObject(planShape(bounded, named))
  .superRefine((plan, context) => {
    const issue = (field: string, message: string): void =>
      context.addIssue({ code: 'custom', path: field.split('.'), message });
    if (plan.summary === 'script' && !SCRIPT.test(plan.summaryScript)) {
      issue('summaryScript', 'Write sizes in bytes, fail or empty, separated by commas');
    }
    const steps = planSteps(plan);
    if (steps > MOST_STEPS) {
      issue('turns', `${formatInteger(steps)} steps; at most ${formatInteger(MOST_STEPS)}`);
    }
    const tokens = planTokens(plan);
    if (tokens > MOST_TOKENS) {
      issue('turns', `${formatInteger(tokens)} real tokens; at most ${formatInteger(MOST_TOKENS)}`);
    }
    const { from, until } = plan.usage;
    if (until > 0 && until <= from) issue('usage.until', 'After the first turn that reports, or 0');
  });
export type ScenarioPlan = Readonly<z.output<typeof scenarioPlanSchema>>;

/** A plan while it is being typed: every number may be anything, NaN for an empty field. */
export const planDraftSchema = z.strictObject(planShape(anyNumber, () => z.string()));

/** Initial plan of a new scenario: an agent that reads logs, compacting a few times. */
export const newPlan: ScenarioPlan = {
  name: 'New scenario',
  policy: 'contextguard-threshold',
  window: 200_000,
  maxTokens: 0,
  attempts: 3,
  quoteRequest: true,
  maxTurns: 20,
  systemBytes: 3_000,
  toolTokens: 2_000,
  turns: 60,
  userBytes: 400,
  modelBytes: 1_200,
  tools: [
    { name: 'get_pods', bytes: 6_000, times: 1, every: 1 },
    { name: 'get_logs', bytes: 16_000, times: 1, every: 2 },
  ],
  sequential: false,
  inline: [],
  ratioBy: 'request',
  ratio: 2.2,
  ratios: { text: 1.2, call: 2.5, response: 2.5, inline: 0.05, prefix: 1.5 },
  usage: { on: true, from: 0, until: 0, every: 1 },
  summary: 'bytes',
  summaryBytes: 4_000,
  summaryScript: '4000, fail, 4000',
  fixed: [],
};

type Shape = Omit<ScenarioPlan, 'name' | 'policy'>;

/** Number of every k-th turns among `turns`, from the first on. */
const timesIn = (turns: number, every: number): number => Math.ceil(turns / Math.max(1, every));

/** Number of steps of some turns: one each, and one after every round of tool answers. */
export function turnSteps(turns: ScenarioPlan['fixed']): number {
  return turns.reduce((steps, turn) => {
    const calls = turn.toolCalls.length;
    return steps + 1 + (turn.sequential ? calls : Math.min(1, calls));
  }, 0);
}

/** Number of steps of a plan's turns. */
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
function planTokens(plan: Shape): number {
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
