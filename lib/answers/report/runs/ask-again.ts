import { err, ok, type Result } from '@/lib/engine/base/result';
import type { Settings } from '@/lib/engine/policy/fields';
import { choosePolicy, chooseSettings } from '@/lib/policies/policy-choice';
import type { Policy } from '@/lib/engine/policy/policy';
import { parseFault, type Fault } from '@/lib/engine/replay/faults/faults';
import type { RunQuestion } from './run-record';

/** What a frozen run asked for, as this version of the program reads it. */
export interface RunRequest {
  readonly policy: Policy;
  readonly settings: Settings;
  readonly faults: readonly Fault[];
}

/** Policy, settings and faults of a run; the error is a sentence that names what is accepted no more. */
export function askAgain({
  policy: id,
  settings,
  faults,
}: RunQuestion): Result<RunRequest, string> {
  const chosen = choosePolicy(id);
  if (!chosen.ok) return err(chosen.error.message);
  const accepted = chooseSettings(chosen.value, settings, {});
  if (!accepted.ok) return err(`The settings are accepted no more: ${accepted.error.message}`);
  const parsed: Fault[] = [];
  for (const text of faults) {
    const fault = parseFault(text);
    if (!fault.ok) return err(`A fault is accepted no more: ${fault.error.message}`);
    parsed.push(fault.value);
  }
  return ok({ policy: chosen.value.policy, settings: accepted.value as Settings, faults: parsed });
}
