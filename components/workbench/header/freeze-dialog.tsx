'use client';

import { useState, type FormEvent } from 'react';
import { Toast } from '@/components/library/toast';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { FaultNote } from '@/components/ui/fault-note';
import { useFreeze } from '@/lib/api/queries/run-queries';
import type { RunBrief, RunInput } from '@/lib/api/contract/run-contract';
import { settingFields } from '@/lib/engine/policy/fields';
import { ENGINE } from '@/lib/engine/replay/engine';
import { formatFault } from '@/lib/engine/replay/faults/faults';
import { counted } from '@/lib/engine/base/format';
import { MOST_NOTE } from '@/lib/engine/session/step-note';
import { useLateFrame, useWorkbench } from '../state/use-workbench';

/** Asks for a note and freezes what is shown; then says the run's number. */
export function FreezeDialog({ onClose }: { readonly onClose: () => void }) {
  const [run, setRun] = useState<RunBrief | null>(null);
  if (run === null) return <Ask onClose={onClose} onFrozen={setRun} />;
  return (
    <Toast text={`Run ${run.number} frozen.`} onClose={onClose}>
      {/* A whole load: the address of the page that is open is its view's. */}
      <a
        href={`/runs/${run.id}`}
        className="inline-flex min-h-6 items-center font-medium underline underline-offset-2"
      >
        Open it
      </a>
    </Toast>
  );
}

function Ask(props: { readonly onClose: () => void; readonly onFrozen: (run: RunBrief) => void }) {
  const { onClose, onFrozen } = props;
  const { record, store } = useWorkbench();
  const { policy, settings, faults } = useLateFrame();
  const [note, setNote] = useState('');
  const freeze = useFreeze();
  const initial = store.initialSettings(policy.id);
  const changed = settingFields(policy).filter(({ key }) => settings[key] !== initial[key]);
  const send = (event?: FormEvent): void => {
    event?.preventDefault();
    const input: RunInput = {
      session: record.row.id,
      policy: policy.id,
      settings: settings as RunInput['settings'],
      faults: faults.map(formatFault),
      note,
    };
    freeze.mutate(input, { onSuccess: onFrozen });
  };
  return (
    <Dialog
      onClose={onClose}
      title="Freeze this result"
      description="The server replays it and keeps every number, the settings, the engine and what was found. A run never changes; it can be replayed again and compared."
    >
      <form onSubmit={send} className="grid gap-3">
        <p className="text-ink2">
          <strong className="font-medium text-ink">{policy.label}</strong>,{' '}
          {changed.length === 0
            ? 'with the settings that the session opens with'
            : `${counted(changed.length, 'setting')} changed: ${changed.map(({ label }) => label).join(', ')}`}
          {faults.length === 0 ? '' : `, ${counted(faults.length, 'fault')}`}. Engine {ENGINE}.
        </p>
        <label className="grid gap-1">
          <span className="text-sm text-ink2">Note</span>
          <textarea
            autoFocus
            rows={3}
            maxLength={MOST_NOTE}
            placeholder="Why these settings?"
            value={note}
            onChange={(event) => setNote(event.target.value)}
            onKeyDown={(event) => {
              if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) send();
            }}
            className="rounded-md border border-line bg-bg px-2 py-1.5 placeholder:text-ink3"
          />
        </label>
        <FaultNote fault={freeze.error} className="text-sm" />
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" type="submit" disabled={freeze.isPending}>
            {freeze.isPending ? 'Freezing …' : 'Freeze'}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
