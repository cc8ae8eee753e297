'use client';

import { formatSigned } from '@/lib/engine/base/format';
import type { Remedy } from '@/lib/analysis/explain/cause/remedies/remedy';
import { FaultNote } from '@/components/ui/fault-note';
import { useWorkbench } from '../state/use-workbench';
import { useCause } from './use-cause';
import { useRemedies, type KnownRemedy } from './use-remedies';

/** The single changes that turn the selected step, each applies itself; or why none can be tested. */
export function RemedyChips() {
  const { store } = useWorkbench();
  const { list, remedies, fault } = useRemedies();
  const { untested } = useCause().explanation;
  if (untested !== null) {
    return (
      <p data-untested="" className="mt-1.5 text-sm text-ink3">
        {untested}
      </p>
    );
  }
  if (list === null || remedies.length === 0) return null;
  const { title, base } = list;
  const take = ({ settings }: Remedy): void =>
    store.useWhole({
      policyId: base.policy.id,
      settings,
      faults: base.faults.map((one) => one.fault),
    });
  return (
    <div
      role="group"
      aria-label={title}
      className="mt-1.5 grid items-center gap-2 sm:grid-cols-2 lg:flex lg:flex-wrap"
    >
      <span className="text-sm text-ink3 sm:col-span-2">{title}</span>
      {remedies.map((one) => (
        <Chip key={one.remedy.label} {...one} onTake={() => take(one.remedy)} />
      ))}
      <FaultNote fault={fault === null ? null : { message: fault }} className="text-sm" />
    </div>
  );
}

function Chip({ remedy, effect, onTake }: KnownRemedy & { readonly onTake: () => void }) {
  const margin = effect === null ? remedy.margin : effect.margin;
  return (
    <button
      type="button"
      data-remedy={remedy.label}
      onClick={onTake}
      className="rounded-lg border border-line bg-panel px-2.5 py-0.5 text-left text-sm text-ink2 transition-colors hover:bg-sel"
    >
      <span className="flex items-baseline justify-between gap-4">
        <span className="text-base font-semibold text-accent">{remedy.label}</span>{' '}
        {margin === null ? null : <span className="text-ink3">margin {formatSigned(margin)}</span>}
      </span>{' '}
      <span className="block" data-effect={effect === null ? 'pending' : 'known'}>
        {effect?.text ?? '…'}
      </span>
    </button>
  );
}
