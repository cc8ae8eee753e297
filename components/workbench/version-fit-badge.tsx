'use client';

import { useState, type ReactNode } from 'react';
import { Dialog } from '@/components/ui/dialog';
import type { ClaimedPolicy } from '@/lib/report/claimed-policy';
import { LibraryFitPart } from './library-fit-part';
import { useWorkbench } from './use-workbench';

/**
 * Of a session that never compacted: opens the threshold that other sessions of its agent's version
 * give, which tells at what it would have.
 */
export function VersionFitBadge({
  claim,
  children,
}: {
  readonly claim: ClaimedPolicy;
  readonly children: ReactNode;
}) {
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
          open
          onOpenChange={setOpen}
          title="No recorded compaction"
          description={`What ran is taken to be ${claim.words}. At what it compacts, other sessions show.`}
        >
          <LibraryFitPart onUse={use} />
        </Dialog>
      ) : null}
    </>
  );
}
