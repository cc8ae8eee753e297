'use client';

import { useId, useState } from 'react';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { FaultNote } from '@/components/ui/fault-note';
import type { CorpusInput } from '@/lib/api/contract/corpus-contract';
import { useSaveCorpus } from '@/lib/api/queries/corpus-queries';

/** Names a filter, or a list of sessions, and saves it. */
export function SaveCorpus(props: {
  readonly input: Omit<CorpusInput, 'name'>;
  readonly onSaved: (id: string) => void;
  readonly onClose: () => void;
}) {
  const { input, onSaved, onClose } = props;
  const [name, setName] = useState('');
  const save = useSaveCorpus();
  const id = useId();
  const submit = (): void => {
    save.mutate(
      { ...input, name: name.trim() },
      {
        onSuccess: (corpus) => {
          onClose();
          onSaved(corpus.id);
        },
      },
    );
  };
  return (
    <Dialog
      onClose={onClose}
      title="Save as corpus"
      description={
        input.sessions === undefined
          ? 'A saved filter holds whatever passes it. Freeze it to keep the list as it is.'
          : 'The sessions that are selected now, as a frozen list.'
      }
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (name.trim() !== '') submit();
        }}
      >
        <label htmlFor={id} className="font-medium">
          Name
        </label>
        <input
          id={id}
          value={name}
          maxLength={200}
          autoComplete="off"
          onChange={(event) => setName(event.currentTarget.value)}
          className="mt-1 block h-7 w-full rounded-md border border-line bg-bg px-2"
        />
        <FaultNote fault={save.error} className="mt-2" />
        <div className="mt-4 flex gap-2">
          <Button type="submit" variant="primary" disabled={name.trim() === '' || save.isPending}>
            Save
          </Button>
          <Button variant="quiet" onClick={onClose}>
            Cancel
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
