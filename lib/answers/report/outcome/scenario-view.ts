import { err, ok, type Result } from '@/lib/engine/base/result';
import type { Policy } from '@/lib/engine/policy/policy';
import { DEFAULT_POLICY, findPolicy, policies } from '@/lib/policies/registry';
import {
  policyOfScenario,
  scenarioSettings,
  scriptOf,
  type ScriptedCall,
} from '@/lib/readers/scenarios/simulate';
import type { ScenarioConfig } from '@/lib/readers/scenarios/schema';

/** A setting's value in a link. */
type SettingValue = string | number | boolean;

/** Request to open a scenario. */
interface ScenarioRequest {
  readonly policy?: string | undefined;
  readonly settings?: Readonly<Record<string, SettingValue>> | undefined;
}

/** State of the workbench for a scenario. */
interface ScenarioView {
  readonly policy: Policy;
  /** Settings that differ from the policy's defaults, or that the scenario or the request names. */
  readonly settings: Readonly<Record<string, SettingValue>>;
  /** Query of the workbench's address, with `?`. */
  readonly search: string;
  /** Conditions of the scenario that settings cannot express, as sentences. */
  readonly notices: readonly string[];
}

/** Reason why a scenario cannot be opened as requested; `at` names the field of the request. */
interface ScenarioViewError {
  readonly message: string;
  readonly at: string;
}

/**
 * The workbench's view of a scenario: policy, settings and summary model that give the numbers of
 * `simulate`. Settings are named even if they equal the defaults: the user may have given the
 * session another limit.
 */
export function scenarioView(
  config: ScenarioConfig,
  asked: ScenarioRequest = {},
): Result<ScenarioView, ScenarioViewError> {
  const id = asked.policy ?? policyOfScenario(config);
  const policy = findPolicy(id);
  if (!policy) {
    const known = policies.map((one) => one.id).join(', ');
    return err({ message: `There is no policy "${id}". Policies: ${known}.`, at: 'policy' });
  }
  const keys = Object.keys(policy.settings.parse({}) as object);
  const given = asked.settings ?? {};
  const unknown = Object.keys(given).find((key) => !keys.includes(key));
  if (unknown !== undefined) {
    const message = `${policy.label} has no setting "${unknown}".`;
    return err({ message, at: `settings.${unknown}` });
  }
  const { own, notices } = ownSettings(policy, config, keys, given);
  const settings = { ...own, ...given };
  const parsed = policy.settings.safeParse(settings);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const at = ['settings', ...(issue?.path ?? [])].join('.');
    return err({ message: `${issue?.message ?? 'The settings are not allowed'}.`, at });
  }
  return ok({ policy, settings, search: searchOf(policy, settings), notices });
}

/** The scenario's own settings that the policy has and accepts. */
function ownSettings(
  policy: Policy,
  config: ScenarioConfig,
  keys: readonly string[],
  given: Readonly<Record<string, unknown>>,
) {
  const summary = summaryOf(config);
  const own: Record<string, SettingValue> = {};
  const notices: string[] = [];
  for (const [key, value] of Object.entries({ ...scenarioSettings(config), ...summary.settings })) {
    if (!keys.includes(key) || key in given) continue;
    if (policy.settings.safeParse({ [key]: value }).success) own[key] = value;
    else notices.push(`${policy.label} rejects ${key} ${String(value)}; its default is used.`);
  }
  if (summary.notice !== null && keys.includes('summary') && !('summary' in given)) {
    notices.push(summary.notice);
  }
  return { own, notices };
}

/** The summariser's script as a summary model. */
function summaryOf(config: ScenarioConfig): {
  readonly settings: Readonly<Record<string, SettingValue>>;
  readonly notice: string | null;
} {
  const calls = scriptOf(config);
  const [first] = calls;
  if (first === undefined) return { settings: {}, notice: null };
  const settings = modelOf(first);
  const same = calls.every((call) => String(modelOf(call)) === String(settings));
  return {
    settings: Object.fromEntries(settings),
    notice: same
      ? null
      : `The scenario scripts ${calls.length} different summaries; here every call gives the first one.`,
  };
}

/** The summary model that gives this answer to every call. */
function modelOf(call: ScriptedCall): readonly (readonly [key: string, value: SettingValue])[] {
  if ('fail' in call) return [['summary', 'fallback']];
  if ('empty' in call) return [['summary', 'empty']];
  return [
    ['summary', 'bytes'],
    ['summaryBytes', call.bytes],
  ];
}

function searchOf({ id }: Policy, settings: Readonly<Record<string, SettingValue>>): string {
  const named = Object.entries(settings);
  const all = id === DEFAULT_POLICY ? named : [['policy', id] as const, ...named];
  const pairs = all.map(([key, value]) => `${key}=${encodeURIComponent(String(value))}`);
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`;
}
