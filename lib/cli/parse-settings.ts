import { type Fault, MOST_FAULTS, parseFault } from '@/lib/policies/faults';
import {
  choosePolicy,
  chooseSettings,
  type GivenSettings,
  type PolicyChoice,
} from '@/lib/report/policy-choice';
import { UsageError } from './exit-code';

export type { GivenSettings };

/** The policy of `<id>` or `<id>@<preset>`. @throws UsageError naming what there is. */
export function policyOf(text: string): PolicyChoice {
  const at = text.indexOf('@');
  const chosen = at < 0 ? choosePolicy(text) : choosePolicy(text.slice(0, at), text.slice(at + 1));
  if (chosen.ok) return chosen.value;
  throw new UsageError(chosen.error.message);
}

/** Values that are no text. */
const words: Readonly<Record<string, unknown>> = { true: true, false: false, null: null };

/** `window=200000` as key and value; numbers, true, false and null are read as such. */
export function parseAssignment(text: string): readonly [string, unknown] {
  const at = text.indexOf('=');
  if (at < 1) throw new UsageError(`--set wants key=value, not "${text}".`);
  const value = text.slice(at + 1).trim();
  const number = value === '' ? NaN : Number(value.replaceAll('_', ''));
  const known = Object.hasOwn(words, value) ? words[value] : value;
  return [text.slice(0, at).trim(), Number.isNaN(number) ? known : number];
}

/** Collects every `--set` of a command line; the last of a key wins. */
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
 * The policy's settings: defaults, then those among `suggested` that the policy knows, then the
 * preset's, then the user's own. @throws UsageError naming the key and what is allowed.
 */
export function settingsOf(
  choice: PolicyChoice,
  given: GivenSettings,
  suggested: GivenSettings,
): unknown {
  const settings = chooseSettings(choice, given, suggested);
  if (settings.ok) return settings.value;
  const { at, message, reason } = settings.error;
  const key = at.slice('settings.'.length);
  if (reason === undefined || !(key in given)) throw new UsageError(message);
  throw new UsageError(`--set ${key}=${String(given[key])}: ${reason}.`);
}
