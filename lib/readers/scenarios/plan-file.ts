/**
 * The builder's files, which `highwater simulate` takes. The plan's own form is added under `plan`,
 * which everything but the builder ignores.
 */
import { exceedsDepth } from '@/lib/engine/base/json-depth';
import { err, ok, type Result } from '@/lib/engine/base/result';
import { jsonFault } from '@/lib/engine/base/scan-json';
import { scenarioPlanSchema, type ScenarioPlan } from './plan';
import { planOfSession, planSession } from './plan-scenario';
import { scenarioFileSchema, type ScenarioSession } from './schema';

/** A plan as a scenario file of one scenario; defaults are written out. */
export function exportPlan(plan: ScenarioPlan): string {
  const session = planSession(plan);
  const turns = session.turns.map((turn) => `\n    ${JSON.stringify(plainTurn(turn))}`).join(',');
  const form = plan.fixed.length > 0 ? '' : `,\n  "plan":${JSON.stringify(plan)}`;
  return `{"scenarios":[{"name":${JSON.stringify(plan.name)}${form},
  "sessions":[{"config":${JSON.stringify(session.config)},
  "turns":[${turns}]}]}]}\n`;
}

/** A turn without its empty fields. */
function plainTurn(turn: ScenarioSession['turns'][number]): object {
  const { toolCalls, sequential, inlineData, ...rest } = turn;
  return {
    ...rest,
    ...(toolCalls.length > 0 ? { toolCalls } : {}),
    ...(sequential ? { sequential } : {}),
    ...(inlineData.length > 0 ? { inlineData } : {}),
  };
}

/** Reason why a text is not a file of scenarios. */
interface PlanFileError {
  readonly message: string;
  /** JSON path from `$`. */
  readonly at: string;
}

/** Reads a scenario file, or one scenario alone: a plan for each session of it. */
export function importPlans(content: string): Result<readonly ScenarioPlan[], PlanFileError> {
  const text = content.replace(/^\ufeff/, '');
  let raw: unknown;
  try {
    raw = JSON.parse(text);
  } catch {
    return err({ message: `${jsonFault(text)}. Choose a file written by Export JSON.`, at: '$' });
  }
  if (exceedsDepth(raw)) return err({ message: 'The JSON nests too deep.', at: '$' });
  const file = wholeFile(raw);
  const parsed = scenarioFileSchema.safeParse(file);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    return err({ message: `${issue?.message ?? 'No scenario'}.`, at: jsonPath(issue?.path ?? []) });
  }
  const given = isObject(file) && Array.isArray(file['scenarios']) ? file['scenarios'] : [];
  const plans = parsed.data.scenarios.flatMap((scenario, i) => {
    const { name, sessions } = scenario;
    const form = formOf(given[i], scenario);
    if (form) return [form];
    return sessions.map((session, k) =>
      planOfSession(sessions.length > 1 ? `${name} (session ${k + 1})` : name, session),
    );
  });
  const some = plans.filter(({ turns }) => turns > 0);
  return some.length > 0 ? ok(some) : err({ message: 'The file holds no turn.', at: '$' });
}

/** A single scenario as a file of one; one without sessions as its only session. */
function wholeFile(raw: unknown): unknown {
  if (!isObject(raw)) return raw;
  const alone = 'sessions' in raw || 'turns' in raw;
  const scenarios = alone ? [raw] : raw['scenarios'];
  if (!Array.isArray(scenarios)) return raw;
  const whole = scenarios.map((one: unknown) =>
    isObject(one) && !('sessions' in one) && 'turns' in one ? { ...one, sessions: [one] } : one,
  );
  return { ...raw, scenarios: whole };
}

/** The form exported with a scenario, if it still produces that scenario. */
function formOf(given: unknown, { sessions }: { sessions: readonly ScenarioSession[] }) {
  const parsed = scenarioPlanSchema.safeParse(isObject(given) ? given['plan'] : undefined);
  if (!parsed.success || sessions.length !== 1) return null;
  const made = JSON.stringify(planSession(parsed.data));
  return made === JSON.stringify(sessions[0]) ? parsed.data : null;
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A path of a JSON document from `$`. */
export const jsonPath = (path: readonly PropertyKey[]): string =>
  path.reduce<string>(
    (text, key) => text + (typeof key === 'number' ? `[${key}]` : `.${String(key)}`),
    '$',
  );
