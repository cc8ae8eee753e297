'use client';

import { Button } from '@/components/ui/button';
import { late, useFetchAtTouch } from '@/components/ui/late';
import { Options } from '@/components/ui/options';
import { formatInteger } from '@/lib/engine/base/format';
import { faultKinds, MOST_FAULTS, type FaultKind } from '@/lib/engine/replay/faults/faults';
import { faultNames, newFault } from './new-fault';
import { useOfFrame, useWorkbench } from '../state/use-workbench';

const list = late(() => import('./fault-list').then((file) => file.FaultList));

/** The what-if's faults; adds, changes and removes them. */
export function FaultsPanel() {
  const { store } = useWorkbench();
  useFetchAtTouch(list.fetchEarly);
  // Without delay: a key changes the number that is shown.
  const faults = useOfFrame((frame) => frame.faults);
  return (
    <section aria-label="Faults" className="border-t border-line2 py-2.5">
      <div className="flex min-h-6 items-center justify-between gap-2">
        <h3 className="font-medium">
          Faults{faults.length > 0 ? ` · ${formatInteger(faults.length)}` : ''}
        </h3>
        {faults.length > 0 ? (
          <Button
            size="small"
            variant="quiet"
            className="-mr-2"
            onClick={() => store.setFaults([])}
          >
            Clear all
          </Button>
        ) : null}
      </div>
      {faults.length === 0 ? (
        <p className="text-sm text-ink3">No faults injected.</p>
      ) : (
        <list.Part />
      )}
      {faults.length < MOST_FAULTS ? <AddFault /> : null}
    </section>
  );
}

function AddFault() {
  const { store } = useWorkbench();
  return (
    <select
      aria-label="Add a fault"
      className="mt-1.5 h-7 w-full min-w-0 rounded-md border border-line bg-panel px-1.5 text-ink2"
      value=""
      onChange={(event) => {
        const kind = event.currentTarget.value as FaultKind;
        const { faults, step, replay, settings } = store.frame();
        const window = Number(settings['window'] ?? replay.limit ?? 200_000);
        store.setFaults([...faults, newFault(kind, store.session, { step, window })]);
      }}
    >
      <option value="">Add a fault…</option>
      <Options of={faultKinds.map((kind) => [kind, faultNames[kind]])} />
    </select>
  );
}
