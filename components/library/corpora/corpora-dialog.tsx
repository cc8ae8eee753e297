'use client';

import Link from 'next/link';
import { useState, type ReactNode } from 'react';
import { filterChips } from './filter-chips';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { FaultNote } from '@/components/ui/fault-note';
import { ForeignText } from '@/components/ui/text/foreign-text';
import { withoutControls } from '@/lib/engine/base/text/bidi';
import { counted } from '@/lib/engine/base/format';
import type { Corpus } from '@/lib/api/contract/corpus-contract';
import { useChangeCorpus, useCorpora } from '@/lib/api/queries/corpus-queries';
import { tuneAddress } from './tune-address';

/** The saved corpora: each can be shown in the library, tuned over, frozen and deleted. */
export function CorporaDialog(props: {
  readonly onShow: (corpus: Corpus) => void;
  readonly onClose: () => void;
}) {
  const corpora = useCorpora();
  const change = useChangeCorpus();
  return (
    <Dialog
      wide
      onClose={props.onClose}
      title="Corpora"
      description="Sets of sessions to tune over. A saved filter holds what passes it at the time; a frozen list stays as it is."
    >
      {corpora.data === undefined ? (
        <p className="text-ink2">{corpora.isError ? corpora.error.message : 'Loading …'}</p>
      ) : corpora.data.length === 0 ? (
        <p className="text-ink2">None yet: filter the library, then Save as corpus.</p>
      ) : (
        <ul className="divide-y divide-line2">
          {corpora.data.map((corpus) => (
            <Line key={corpus.id} corpus={corpus}>
              <Button size="small" onClick={() => props.onShow(corpus)}>
                Show
              </Button>
              <Link
                href={tuneAddress({ corpus: corpus.id })}
                className="inline-flex h-6 items-center rounded border border-line px-2 text-sm hover:bg-sel"
              >
                Tune …
              </Link>
              <Button
                size="small"
                disabled={corpus.frozen !== null || change.isPending}
                onClick={() => change.mutate({ id: corpus.id, freeze: true })}
              >
                Freeze
              </Button>
              <DeleteButton
                name={corpus.name}
                onDelete={() => change.mutate({ id: corpus.id, remove: true })}
              />
            </Line>
          ))}
        </ul>
      )}
      <FaultNote fault={change.error} className="mt-3" />
    </Dialog>
  );
}

function Line(props: { readonly corpus: Corpus; readonly children: ReactNode }) {
  const { name, filter, frozen } = props.corpus;
  const words =
    filter === null
      ? ''
      : filterChips(filter)
          .map(({ text }) => text)
          .join(' · ');
  return (
    <li aria-label={withoutControls(name)} className="flex items-center gap-3 py-2">
      <div className="min-w-0 flex-1">
        <p className="truncate font-medium">
          <ForeignText text={name} />
        </p>
        <p className="truncate text-sm text-ink2" title={withoutControls(words)}>
          {frozen === null ? 'saved filter' : `frozen, ${counted(frozen.sessions, 'session')}`}
          {' · '}
          {frozen === null ? null : (
            <span title={`SHA-256 ${frozen.sha256}`} className="font-mono">
              {frozen.sha256.slice(0, 8)}
            </span>
          )}
          {frozen !== null && words !== '' ? ' · from ' : null}
          {frozen === null && words === '' ? 'every session' : <ForeignText text={words} />}
        </p>
      </div>
      <div className="flex shrink-0 items-center gap-1.5">{props.children}</div>
    </li>
  );
}

/** Deletes at the second press: nothing brings a corpus back. */
function DeleteButton(props: { readonly name: string; readonly onDelete: () => void }) {
  const [asked, setAsked] = useState(false);
  return (
    <Button
      size="small"
      variant="danger"
      aria-label={`${asked ? 'Really delete' : 'Delete'} ${withoutControls(props.name)}`}
      onClick={() => (asked ? props.onDelete() : setAsked(true))}
      onBlur={() => setAsked(false)}
    >
      {asked ? 'Really delete' : 'Delete'}
    </Button>
  );
}
