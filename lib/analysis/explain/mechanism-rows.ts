import { formatInteger } from '@/lib/engine/base/format';
import type { Mechanism } from '@/lib/engine/policy/pipeline/mechanism';
import { settingsAt, type Replay } from '@/lib/engine/replay/replay';
import type { LedgerRow } from './ledger-row';

const does: Readonly<Record<Mechanism<unknown>['does'], string>> = {
  clears: 'empties old tool results',
  summarises: 'summarises what is older',
  recalls: 'puts a text that exists in place of what is older',
  drops: 'leaves out what is older',
  adds: 'asks the model once more than the recording does',
  offloads: 'puts a single result into a file',
};

/** The mechanisms of a pipeline in their order, each with the value from which it acts at a step. */
export function mechanismRows(replay: Replay, step: number): readonly LedgerRow[] {
  const { policy, form } = replay;
  const { prefix } = form.estimator;
  const settings = settingsAt(replay, step);
  return (policy.mechanisms ?? []).map((one, index) => {
    const trigger = one.trigger(settings, prefix);
    const target = 'target' in one ? one.target?.(settings, prefix) : undefined;
    const down = target === undefined ? '' : `, down to ${formatInteger(target)}`;
    const isOn = Number.isFinite(trigger);
    return {
      id: `mechanism-${index + 1}`,
      label: `${index + 1}. ${one.name}`,
      value: isOn ? trigger : null,
      unit: 'tokens',
      origin: isOn ? `from here on it ${does[one.does]}${down}` : 'off under these settings',
    };
  });
}
