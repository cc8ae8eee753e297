'use client';

import { useState, type ReactNode } from 'react';
import { Button } from '@/components/ui/button';
import { exportUrl } from '@/lib/api/client';
import { useShare } from '@/lib/api/queries/queries';
import type { SecretCounts, Share, ShareForm } from '@/lib/api/contract/share-contract';
import { counted, formatBytes, formatInteger } from '@/lib/engine/base/format';
import { secretName } from '@/lib/engine/session/secret-names';
import { useWorkbench } from '../state/use-workbench';
import { Leaving, Listing, notesItem, NotesTick } from './leaving';

/** The session as a file that replays to the same numbers, without its texts or with them. */
export function SessionFilePart() {
  const { record } = useWorkbench();
  const share = useShare(record.row.id);
  const [form, setForm] = useState<ShareForm>('numbers');
  const [noted, setNoted] = useState(false);
  return (
    <div className="grid gap-4">
      <fieldset className="grid gap-2">
        <legend className="mb-2 font-medium">A file that replays to the same numbers</legend>
        <Choice checked={form === 'numbers'} onChoose={() => setForm('numbers')}>
          <span className="font-medium">Numbers only</span> — byte lengths and categories in place
          of every text
        </Choice>
        <Choice checked={form === 'full'} onChoose={() => setForm('full')}>
          <span className="font-medium">With all texts</span> — the whole recording
        </Choice>
        <NotesTick notes={record.notes} checked={noted} onChange={setNoted} />
      </fieldset>
      <div className="min-h-44" aria-live="polite">
        {share.data === undefined ? (
          <p className="text-ink2">
            {share.isError ? share.error.message : 'Looking through the texts …'}
          </p>
        ) : (
          <WhatLeaves form={form} noted={noted} share={share.data} />
        )}
      </div>
      <div>
        <Button
          variant="primary"
          onClick={() =>
            window.location.assign(`${exportUrl(record.row.id, form)}&notes=${String(noted)}`)
          }
        >
          Download {form === 'numbers' ? 'numbers' : 'everything'}
        </Button>
      </div>
    </div>
  );
}

function Choice(props: {
  readonly checked: boolean;
  readonly onChoose: () => void;
  readonly children: ReactNode;
}) {
  const { checked, onChoose, children } = props;
  return (
    <label className="flex items-baseline gap-2">
      <input type="radio" name="share-form" checked={checked} onChange={onChoose} />
      <span>{children}</span>
    </label>
  );
}

function WhatLeaves(props: {
  readonly form: ShareForm;
  readonly noted: boolean;
  readonly share: Share;
}) {
  const { form, noted, share } = props;
  const { entries, steps, compactions, textChars, notes } = share;
  const full = form === 'full' && !share.numbersOnly;
  const leaves = [
    full
      ? `all texts of ${formatInteger(entries)} entries, about ${formatBytes(textChars)} of JSON`
      : `roles, categories and byte lengths of ${formatInteger(entries)} entries`,
    `models, times and token counts of ${formatInteger(steps)} steps`,
    `${counted(compactions, 'recorded compaction')}${full ? ' with their summaries' : ' (sizes)'}, the limit`,
    full
      ? 'system prompt and tool definitions, where known; names, identifiers, usage records, notices'
      : 'sizes of the system prompt and of each tool definition, where known',
    ...(noted ? notesItem(notes.count) : []),
  ];
  const stays = [
    'every text of the recording',
    'names, file name, agent, identifiers',
    'usage records, notices',
    ...(noted ? [] : notesItem(notes.count)),
  ];
  return (
    <>
      <Leaving leaves={leaves} stays={stays}>
        {full ? <Secrets counts={share.secrets} /> : undefined}
      </Leaving>
      {noted && Object.keys(notes.secrets).length > 0 ? (
        <div className="mt-3">
          <Secrets counts={notes.secrets} place="in the notes" />
        </div>
      ) : null}
    </>
  );
}

function Secrets(props: { readonly counts: SecretCounts; readonly place?: string }) {
  const { counts, place = '' } = props;
  const items = Object.entries(counts).map(
    ([rule, { distinct, places }]) =>
      `${formatInteger(distinct)} ${secretName(rule, distinct)} in ${counted(places, 'place')}`,
  );
  if (items.length === 0) return <Listing title="Secrets found" items={['none']} />;
  return (
    <div className="text-overflow">
      <Listing title={`Secrets that would leave ${place}`.trim()} items={items} />
    </div>
  );
}
