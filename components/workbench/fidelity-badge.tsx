'use client';

import { useState, type ReactNode } from 'react';
import { Tooltip } from '@/components/ui/tooltip';
import { formatInteger } from '@/lib/base/format';
import { fidelityWords } from '@/lib/report/fidelity';
import { FidelityDialog } from './fidelity-dialog';
import { useClaim, useFidelity } from './use-fidelity';
import { useWorkbench } from './use-workbench';
import { VersionFitBadge } from './version-fit-badge';

/** How many recorded compactions the policy that claims to have run reproduces; opens the list. */
export function FidelityBadge() {
  const { record } = useWorkbench();
  const known = useFidelity();
  const claim = useClaim();
  const [open, setOpen] = useState(false);
  const count = record.row.recordedCompactions;
  const text = `recorded: ${formatInteger(count)} compaction${count === 1 ? '' : 's'}`;
  if (known === null) {
    const mark = <Mark filled={false} />;
    if (count === 0) {
      const none = (
        <>
          {mark} {text}
        </>
      );
      if (claim === null) return <Plain>{none}</Plain>;
      return <VersionFitBadge claim={claim}>{none}</VersionFitBadge>;
    }
    return (
      <Tooltip
        text={`No policy here claims to be what ${record.source.agent} runs: nothing is judged.`}
      >
        <button type="button" className="whitespace-nowrap text-ink2">
          {mark} {text}
        </button>
      </Tooltip>
    );
  }
  const { fidelity } = known;
  const { judged, reproduced, extras } = fidelity;
  const exact = judged > 0 && reproduced === judged && extras.length === 0;
  return (
    <>
      <button
        type="button"
        data-fidelity=""
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
        className={`whitespace-nowrap underline decoration-line decoration-1 underline-offset-4 hover:decoration-ink3 ${exact ? 'text-compaction' : 'text-ink2'}`}
      >
        <Mark filled={exact} /> {judged === 0 ? text : fidelityWords(fidelity)}
      </button>
      {open ? <FidelityDialog known={known} onClose={() => setOpen(false)} /> : null}
    </>
  );
}

function Mark({ filled }: { readonly filled: boolean }) {
  return (
    <span aria-hidden="true" className="text-compaction">
      {filled ? '◆' : '◇'}
    </span>
  );
}

function Plain({ children }: { readonly children: ReactNode }) {
  return <span className="whitespace-nowrap text-ink2">{children}</span>;
}
