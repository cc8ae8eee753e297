import { type Fault, MOST_FAULTS, parseFault } from '@/lib/engine/replay/faults/faults';
import {
  choosePolicy,
  chooseSettings,
  type ChoiceError,
  type GivenSettings,
  type PolicyChoice,
} from '@/lib/policies/policy-choice';
import {
  LONGEST_MODEL,
  MOST_DOLLARS,
  MOST_MODELS,
  priceNames,
  type GivenPrices,
} from '@/lib/analysis/cost/rates';
import { UsageError } from './exit-code';

export type { GivenSettings };

/** The policy of `<id>` or `<id>@<preset>`. @throws UsageError with the valid ids. */
export function policyOf(text: string): PolicyChoice {
  const at = text.indexOf('@');
  const chosen = at < 0 ? choosePolicy(text) : choosePolicy(text.slice(0, at), text.slice(at + 1));
  if (chosen.ok) return chosen.value;
  throw new UsageError(chosen.error.message);
}

/** Words that are values other than text. */
const words: Readonly<Record<string, unknown>> = { true: true, false: false, null: null };

/** Parses `window=200000` into key and value; recognises numbers, true, false and null. */
function parseAssignment(text: string, option = '--set'): readonly [string, unknown] {
  const at = text.indexOf('=');
  if (at < 1) throw new UsageError(`${option} wants key=value, not "${text}".`);
  const value = text.slice(at + 1).trim();
  const number = value === '' ? NaN : Number(value.replaceAll('_', ''));
  const known = Object.hasOwn(words, value) ? words[value] : value;
  return [text.slice(0, at).trim(), Number.isNaN(number) ? known : number];
}

/** Collects every `--set` of a command line; the last value of a key wins. */
export const collectSetting = (text: string, before: GivenSettings): GivenSettings => ({
  ...before,
  ...Object.fromEntries([parseAssignment(text)]),
});

/** Collects every `--fault` of a command line, in order. @throws UsageError. */
export function collectFault(text: string, before: readonly Fault[]): readonly Fault[] {
  const parsed = parseFault(text);
  if (!parsed.ok) throw new UsageError(`--fault: ${parsed.error.message}`);
  if (before.length === MOST_FAULTS) {
    throw new UsageError(`A replay takes at most ${MOST_FAULTS} faults.`);
  }
  return [...before, parsed.value];
}

/**
 * Collects every `--price` of a command line: "input=5" for every model, "gpt-5.4:input=2.5" for one.
 * @throws UsageError with the names of prices.
 */
export function collectPrice(text: string, before: GivenPrices): GivenPrices {
  const [given, value] = parseAssignment(text, '--price');
  const at = given.lastIndexOf(':');
  const [model, name] = [given.slice(0, Math.max(0, at)), given.slice(at + 1)];
  const known = priceNames.find((one) => one === name);
  if (known === undefined) {
    throw new UsageError(`A price is one of ${priceNames.join(', ')}, not "${name}".`);
  }
  if (typeof value !== 'number' || !(value >= 0) || value > MOST_DOLLARS) {
    throw new UsageError(`--price ${given} wants dollars per million tokens, as in ${given}=5.`);
  }
  if (at < 0) return { ...before, [known]: value };
  if (model === '' || model.length > LONGEST_MODEL) {
    throw new UsageError(`--price ${text} names no model before ":".`);
  }
  const models = new Map(Object.entries(before.models ?? {}));
  models.set(model, { ...models.get(model), [known]: value });
  if (models.size > MOST_MODELS) {
    throw new UsageError(`--price names ${MOST_MODELS} models at most.`);
  }
  return { ...before, models: Object.fromEntries(models) };
}

/** The day of `--at`. @throws UsageError. */
export function parseDay(text: string): Date {
  const day = /^\d{4}-\d{2}-\d{2}$/.test(text) ? new Date(`${text}T00:00:00Z`) : new Date(NaN);
  if (!Number.isNaN(day.getTime())) return day;
  throw new UsageError(`--at wants a day as in 2026-05-01, not "${text}".`);
}

/** The tokens of `--prefix`. @throws UsageError. */
export function parseTokens(text: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw new UsageError(`--prefix wants heuristic tokens, as in 7105, not "${text}".`);
}

/** The step of `--step`. @throws UsageError. */
export function parseStep(text: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw new UsageError(`--step wants the number of a step, from 0, not "${text}".`);
}

/**
 * The policy's settings: defaults, overridden by the policy's keys among `suggested`, then by the
 * preset, then by the user. @throws UsageError with the key and its valid values.
 */
export function settingsOf(
  choice: PolicyChoice,
  given: GivenSettings,
  suggested: GivenSettings,
): unknown {
  const settings = chooseSettings(choice, given, suggested);
  if (settings.ok) return settings.value;
  throw choiceFault(settings.error, given);
}

/** An error of a policy or a setting in the words of `--set`. */
export function choiceFault(
  { at, message, reason }: ChoiceError,
  given: GivenSettings,
): UsageError {
  const key = at.slice('settings.'.length);
  if (reason === undefined || !(key in given)) return new UsageError(message);
  return new UsageError(`--set ${key}=${String(given[key])}: ${reason}.`);
}
