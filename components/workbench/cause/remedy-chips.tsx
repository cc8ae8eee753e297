'use client';

import type { KnownRemedy } from '@/lib/analysis/explain/cause/remedies/offered';
import type { Remedy } from '@/lib/analysis/explain/cause/remedies/remedy';
import { briefEffect } from '@/lib/analysis/explain/cause/remedies/brief-effect';
import { FaultNote } from '@/components/ui/fault-note';
import { useWorkbench } from '../state/use-workbench';
import { useCause } from './use-cause';
import { useRemedies } from './use-remedies';

/** The single changes that turn the selected step, each applies itself; or why none can be tested. */
export function RemedyChips() {
  const { store } = useWorkbench();
  const { list, remedies, fault } = useRemedies();
  const { untested } = useCause().explanation;
  if (untested !== null) {
    return (
      <p data-untested="" className="text-sm text-ink3">
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
      className="flex flex-wrap items-center gap-1.5 lg:justify-end"
    >
      {remedies.map((one) => (
        <Chip key={one.remedy.label} {...one} title={title} onTake={() => take(one.remedy)} />
      ))}
      <FaultNote fault={fault === null ? null : { message: fault }} className="text-sm" />
    </div>
  );
}

function Chip(props: KnownRemedy & { readonly title: string; readonly onTake: () => void }) {
  const { remedy, effect, title, onTake } = props;
  const { step } = useCause().frame;
  return (
    <button
      type="button"
      data-remedy={remedy.label}
      title={effect === null ? title : `${title} with ${remedy.label}: ${effect.text}`}
      onClick={onTake}
      className="flex h-7 items-center gap-2 rounded-full border border-line bg-panel px-3 whitespace-nowrap transition-colors hover:bg-sel"
    >
      <span className="font-semibold text-accent">{remedy.label}</span>{' '}
      <span
        data-effect={effect === null ? 'pending' : 'known'}
        className="min-w-8 text-sm text-ink2"
      >
        {effect === null ? '…' : briefEffect(effect, step)}
      </span>
    </button>
  );
}
