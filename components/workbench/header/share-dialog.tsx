'use client';

import { useState, type ReactNode } from 'react';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { ENGINE, VERSION } from '@/lib/replay/engine';
import { exportUrl } from '@/lib/host/api/client';
import { useShare } from '@/lib/host/api/queries/queries';
import type { SecretCounts, Share, ShareForm } from '@/lib/host/api/contract/share-contract';
import { counted, formatBytes, formatInteger } from '@/lib/base/format';
import { secretName } from '@/lib/session/secret-names';
import { useWorkbench } from '../state/use-workbench';

/** Offers the session as a file, numbers only by default, and lists its contents. */
export function ShareDialog(props: {
  readonly copied: boolean;
  readonly onCopy: () => void;
  readonly onClose: () => void;
}) {
  const { copied, onCopy, onClose } = props;
  const { record } = useWorkbench();
  const share = useShare(record.row.id);
  const [form, setForm] = useState<ShareForm>('numbers');
  return (
    <Dialog
      onClose={onClose}
      title="Share"
      description="Nothing leaves this machine until you send the file or the link."
    >
      <fieldset className="grid gap-2">
        <legend className="mb-2 font-medium">A file that replays to the same numbers</legend>
        <Choice checked={form === 'numbers'} onChoose={() => setForm('numbers')}>
          <span className="font-medium">Numbers only</span> — byte lengths and categories in place
          of every text
        </Choice>
        <Choice checked={form === 'full'} onChoose={() => setForm('full')}>
          <span className="font-medium">With all texts</span> — the whole recording
        </Choice>
      </fieldset>
      <div className="mt-4 min-h-44 border-t border-line2 pt-3" aria-live="polite">
        {share.data === undefined ? (
          <p className="text-ink2">
            {share.isError ? share.error.message : 'Looking through the texts …'}
          </p>
        ) : (
          <WhatLeaves form={form} share={share.data} />
        )}
      </div>
      <div className="mt-4 flex flex-wrap items-center gap-2">
        <Button
          variant="primary"
          onClick={() => window.location.assign(exportUrl(record.row.id, form))}
        >
          Download {form === 'numbers' ? 'numbers' : 'everything'}
        </Button>
        <Button onClick={onCopy}>{copied ? 'Copied' : 'Copy link'}</Button>
        <span className="text-sm text-ink3">
          The link holds policy, settings and selection; it opens on this server only. Computed by
          Highwater {VERSION}, engine {ENGINE}.
        </span>
      </div>
    </Dialog>
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

function WhatLeaves({ form, share }: { readonly form: ShareForm; readonly share: Share }) {
  const { entries, steps, compactions, textChars } = share;
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
  ];
  const stays = ['every text', 'names, file name, agent, identifiers', 'usage records, notices'];
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Listing title="Leaves" items={leaves} />
      {full ? <Secrets counts={share.secrets} /> : <Listing title="Stays here" items={stays} />}
    </div>
  );
}

function Secrets({ counts }: { readonly counts: SecretCounts }) {
  const items = Object.entries(counts).map(
    ([rule, { distinct, places }]) =>
      `${formatInteger(distinct)} ${secretName(rule, distinct)} in ${counted(places, 'place')}`,
  );
  if (items.length === 0) return <Listing title="Secrets found" items={['none']} />;
  return (
    <div className="text-overflow">
      <Listing title="Secrets that would leave" items={items} />
    </div>
  );
}

function Listing({ title, items }: { readonly title: string; readonly items: readonly string[] }) {
  return (
    <div>
      <h3 className="mb-1 font-medium">{title}</h3>
      <ul className="grid gap-1">
        {items.map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ul>
    </div>
  );
}
