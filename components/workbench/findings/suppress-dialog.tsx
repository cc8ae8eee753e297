'use client';

import { useState, type FormEvent } from 'react';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { FaultNote } from '@/components/ui/fault-note';
import type { Finding } from '@/lib/analysis/detectors/finding';
import { useSuppress } from '@/lib/api/queries/findings-queries';
import { useWorkbench } from '../state/use-workbench';

const MOST_CHARACTERS = 1_000;

const scopes = [
  ['session', 'In this session'],
  ['library', 'In every session of the library'],
] as const;

/** Asks why a finding is not wanted, and where. */
export function SuppressDialog(props: { readonly finding: Finding; readonly onClose: () => void }) {
  const { finding, onClose } = props;
  const { record } = useWorkbench();
  const [reason, setReason] = useState('');
  const [scope, setScope] = useState<'session' | 'library'>('session');
  const suppress = useSuppress(record.row.id);
  const send = (event: FormEvent): void => {
    event.preventDefault();
    suppress.mutate({ detector: finding.detector, scope, reason }, { onSuccess: onClose });
  };
  return (
    <Dialog
      onClose={onClose}
      title={`Suppress “${finding.title}”`}
      description="It stays listed under “Suppressed” with your reason, and can be restored there."
    >
      <form onSubmit={send} className="grid gap-3">
        <label className="grid gap-1">
          <span className="text-sm text-ink2">Reason</span>
          <textarea
            required
            autoFocus
            rows={3}
            maxLength={MOST_CHARACTERS}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
            className="rounded-md border border-line bg-bg px-2 py-1.5"
          />
        </label>
        <fieldset className="grid gap-1">
          <legend className="text-sm text-ink2">Where</legend>
          {scopes.map(([value, label]) => (
            <label key={value} className="flex min-h-6 items-center gap-2">
              <input
                type="radio"
                name="scope"
                checked={scope === value}
                onChange={() => setScope(value)}
              />
              {label}
            </label>
          ))}
        </fieldset>
        <FaultNote fault={suppress.error} className="text-sm" />
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="primary"
            type="submit"
            disabled={reason.trim() === '' || suppress.isPending}
          >
            Suppress
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
