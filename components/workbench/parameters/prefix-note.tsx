'use client';

import { useState } from 'react';
import { ForeignText } from '@/components/ui/text/foreign-text';
import { Button } from '@/components/ui/button';
import { lateDialog } from '@/components/ui/late';
import { formatInteger } from '@/lib/engine/base/format';
import { prefixWords } from '@/lib/analysis/explain/recording/prefix-words';
import { unknownHeadText } from '@/lib/analysis/explain/recording/unknown-head';
import { useWorkbench } from '../state/use-workbench';

const PrefixDialog = lateDialog(() => import('./prefix-dialog').then((file) => file.PrefixDialog));

/** The static share of every request: known parts, missing parts and their cost in tokens. */
export function PrefixNote() {
  const { record, prefix, store } = useWorkbench();
  const [open, setOpen] = useState(false);
  const { projection } = store.session;
  const hidden = projection.prefixSource === 'recorded' ? projection.prefix : null;
  const head = unknownHeadText(store.session, record.source.agent);
  const attached = record.attachedPrefix !== null;
  const recorded = record.recordedPrefix.system !== null && record.recordedPrefix.tools !== null;
  return (
    <div className="border-t border-line2 py-2.5">
      <div className="flex items-baseline justify-between gap-2">
        <span className="font-medium">Prefix</span>
        <span>
          {prefix.source === 'solved' ? '~' : ''}
          {formatInteger(prefix.tokens)} <span className="text-sm text-ink3">heuristic</span>
        </span>
      </div>
      <p className="text-sm text-ink3">{prefixWords(prefix, attached)}</p>
      {prefix.missing.length > 0 && hidden !== null ? (
        <p className="mt-1 text-sm text-ink2">
          The first prompt held about{' '}
          <span className="font-medium text-threshold">{formatInteger(hidden)} real tokens</span>{' '}
          more than the recorded entries
          {prefix.source === 'missing' ? ': the heuristic starts that much too low' : ''}.
        </p>
      ) : null}
      {head === null ? null : (
        <p data-unknown-head="" className="mt-1 text-sm text-ink2">
          <ForeignText text={head} />
        </p>
      )}
      {recorded ? null : (
        <Button size="small" className="mt-1.5" onClick={() => setOpen(true)}>
          {attached ? 'Change the prefix' : 'Attach prompt and tools'}
        </Button>
      )}
      {open ? <PrefixDialog onClose={() => setOpen(false)} /> : null}
    </div>
  );
}
