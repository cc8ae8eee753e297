'use client';

import { useState, type ReactNode } from 'react';
import { ForeignText } from '@/components/ui/text/foreign-text';
import { Dialog } from '@/components/ui/dialog';
import { Tooltip } from '@/components/ui/tooltip';
import { counted } from '@/lib/base/format';
import { fidelityWords } from '@/lib/analysis/fit/fidelity-words';
import type { ClaimedPolicy } from '@/lib/analysis/fit/claimed-policy';
import { FidelityDialog } from './fidelity-dialog';
import { LibraryFitPart } from './library-fit-part';
import { useFidelity, type SessionFidelity } from './use-fidelity';
import { useWorkbench } from '../state/use-workbench';

/** Recorded compactions that the agent's policy reproduces; opens the list. */
export function FidelityBadge() {
  const { record, opening } = useWorkbench();
  const known = useFidelity();
  const claim = opening.own;
  const [open, setOpen] = useState(false);
  const count = record.row.recordedCompactions;
  const text = `recorded: ${counted(count, 'compaction')}`;
  if (known === null) {
    const mark = <Mark filled={false} />;
    if (count === 0) {
      const none = (
        <>
          {mark} {text}
        </>
      );
      if (claim === null) return <span className="whitespace-nowrap text-ink2">{none}</span>;
      return <VersionFitBadge claim={claim}>{none}</VersionFitBadge>;
    }
    return (
      <Tooltip
        text={
          <ForeignText
            text={`No policy here models ${record.source.agent}, so its compactions are not checked.`}
          />
        }
      >
        <button type="button" className="whitespace-nowrap text-ink2">
          {mark} {text}
        </button>
      </Tooltip>
    );
  }
  const fidelity = known.asSet ?? known.own;
  const { judged, reproduced, extras } = fidelity;
  const words = judged === 0 ? text : badgeWords(known);
  const exact = judged > 0 && reproduced === judged && extras.length === 0;
  return (
    <>
      <Tooltip text={words}>
        <button
          type="button"
          data-fidelity=""
          aria-haspopup="dialog"
          onClick={() => setOpen(true)}
          className={`min-w-0 truncate underline decoration-line decoration-1 underline-offset-4 hover:decoration-ink3 ${exact ? 'text-good' : 'text-ink2'}`}
        >
          <Mark filled={exact} /> {words}
        </button>
      </Tooltip>
      {open ? <FidelityDialog known={known} onClose={() => setOpen(false)} /> : null}
    </>
  );
}

/** The settings in force are judged, and named where they are not the agent's own. */
const badgeWords = ({ own, asSet }: SessionFidelity): string =>
  asSet === null ? fidelityWords(own) : `as set: ${fidelityWords(asSet)}`;

function Mark({ filled }: { readonly filled: boolean }) {
  return (
    <span aria-hidden="true" className={filled ? 'text-good' : 'text-compaction'}>
      {filled ? '◆' : '◇'}
    </span>
  );
}

/**
 * For a session without recorded compactions: opens the threshold fitted to other sessions of the
 * same agent version.
 */
function VersionFitBadge(props: { readonly claim: ClaimedPolicy; readonly children: ReactNode }) {
  const { claim, children } = props;
  const { store } = useWorkbench();
  const [open, setOpen] = useState(false);
  const use = (observed: number): void => {
    store.useDraft(claim.policy.id, { ...claim.settings, observed });
    setOpen(false);
  };
  return (
    <>
      <button
        type="button"
        data-version-fit=""
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
        className="whitespace-nowrap text-ink2 underline decoration-line decoration-1 underline-offset-4 hover:decoration-ink3"
      >
        {children}
      </button>
      {open ? (
        <Dialog
          onClose={() => setOpen(false)}
          title="No recorded compaction"
          description={
            <ForeignText
              text={`Assumed policy: ${claim.words}. Other sessions show its threshold.`}
            />
          }
        >
          <LibraryFitPart onUse={use} />
        </Dialog>
      ) : null}
    </>
  );
}
