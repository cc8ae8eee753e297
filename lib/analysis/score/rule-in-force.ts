import type { Settings } from '@/lib/engine/policy/fields';
import { lineForm } from '@/lib/engine/policy/decision';
import type { Policy } from '@/lib/engine/policy/policy';
import { estimateDefaults } from '@/lib/engine/mechanisms/estimate';
import type { EstimatorVariant } from './estimator-variants';

/** Id of the row of a rule that no other row is. */
export const IN_FORCE = 'in-force';

/**
 * The rule that a policy under its settings decides with, as a row of the table. Null where it
 * cannot be told from a recording: no decision in tokens, several rules, or more than the prompts.
 */
export function ruleInForce(policy: Policy, settings: Settings): EstimatorVariant | null {
  const { decision, label } = policy;
  if (decision?.unit !== 'tokens') return null;
  const row = { id: IN_FORCE, label: `${label}, as set`, over: 'after' } as const;
  const [form, ...others] = decision.value;
  const { estimator = form === lineForm ? 'anchor' : 'own' } = settings;
  if (estimator !== 'own') {
    return { ...row, settings: { ...estimateSettingsOf(settings), estimator } as Estimator };
  }
  if (form === undefined || others.length > 0 || decision.lastReal !== undefined) return null;
  return { ...row, settings: {}, own: (operands) => form.value(operands, settings) };
}

type Estimator = EstimatorVariant['settings'];

/** The estimator's settings among a policy's; `factor` and `cap` are those of its own rule. */
function estimateSettingsOf(settings: Settings): Settings {
  const names = [...Object.keys(estimateDefaults), 'factor', 'cap'];
  return Object.fromEntries(Object.entries(settings).filter(([name]) => names.includes(name)));
}
