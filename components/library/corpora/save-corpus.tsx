'use client';

import { useId, useState, type ReactNode } from 'react';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { FaultNote } from '@/components/ui/fault-note';
import { counted } from '@/lib/engine/base/format';
import type { CorpusInput } from '@/lib/api/contract/corpus-contract';
import { useSaveCorpus } from '@/lib/api/queries/corpus-queries';

/** Names a filter, sessions picked by hand or both, and saves them. */
export function SaveCorpus(props: {
  readonly input: Omit<CorpusInput, 'name'>;
  readonly onSaved: (id: string) => void;
  readonly onClose: () => void;
  /** Above the name: other places for the same sessions. */
  readonly children?: ReactNode;
}) {
  const { input, onSaved, onClose, children } = props;
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
      title={children === undefined ? 'Save as corpus' : 'Add to a corpus'}
      description={
        input.sessions === undefined
          ? descriptionOf(input)
          : 'A fixed list of the sessions that are selected now.'
      }
    >
      {children}
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (name.trim() !== '') submit();
        }}
      >
        <label htmlFor={id} className="font-medium">
          {children === undefined ? 'Name' : 'Name of a new corpus'}
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

const descriptionOf = ({ filter, picked = [] }: Omit<CorpusInput, 'name'>): string =>
  [
    ...(filter === undefined
      ? []
      : ['It holds every session that its filter finds, later ones too.']),
    ...(picked.length === 0
      ? []
      : [
          `${counted(picked.length, 'session')} picked by hand ${picked.length === 1 ? 'is' : 'are'} in it.`,
        ]),
    'Freeze it, and its list no longer changes.',
  ].join(' ');
