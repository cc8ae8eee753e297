'use client';

import { Download, Trash2 } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { Kbd } from '@/components/ui/kbd';
import { lateDialog } from '@/components/ui/late';
import { counted, formatInteger } from '@/lib/engine/base/format';
import type { SelectionRow } from '@/lib/api/contract/session-listing';
import type { ShareForm } from '@/lib/api/contract/share-contract';
import type { LibraryModel } from '../use-library';
import { AddToCorpus } from './add-to-corpus';
import { tuneAddress, tuneSelected } from './tune-address';

/** Most lanes of the page Compare. */
const MOST_COMPARED = 6;

const SaveCorpus = lateDialog(() => import('./save-corpus').then((file) => file.SaveCorpus));

/** Below the filters while sessions are selected: how many, and what can be done with them. */
export function SelectionBar(props: {
  readonly chosen: readonly SelectionRow[];
  readonly model: Pick<LibraryModel, 'view' | 'adding' | 'setAdding' | 'selection'>;
  readonly onDelete: () => void;
  readonly onDeselect: () => void;
  readonly onExport: (form: ShareForm) => void;
  readonly exporting: { readonly text: string; readonly bad: boolean } | null;
}) {
  const { chosen, model, exporting, onDelete, onDeselect, onExport } = props;
  return (
    <section
      aria-label="Selected sessions"
      className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-2 border-b bg-sel px-4 py-1.5"
    >
      <p>
        <span className="font-semibold">{formatInteger(chosen.length)} selected</span>{' '}
        <span className="text-ink2">{factsOf(chosen)}</span>
      </p>
      {exporting === null ? null : (
        <p
          role={exporting.bad ? 'alert' : 'status'}
          className={exporting.bad ? 'text-overflow' : 'text-ink2'}
        >
          {exporting.text}
        </p>
      )}
      <div className="ml-auto flex flex-wrap items-center gap-2">
        <TuneSelected chosen={chosen} />
        <AddToCorpus chosen={chosen} model={model} />
        <CompareSelected chosen={chosen} />
        <Button onClick={() => onExport('numbers')}>
          <Download size={13} aria-hidden="true" /> Export numbers
        </Button>
        <Button onClick={() => onExport('full')}>Export with texts</Button>
        <Button variant="danger" onClick={onDelete}>
          <Trash2 size={13} aria-hidden="true" /> Delete
        </Button>
        <Button variant="quiet" onClick={onDeselect}>
          Clear <Kbd>Esc</Kbd>
        </Button>
      </div>
    </section>
  );
}

/** Tunes over the selected sessions; more than an address can name are kept under a name first. */
function TuneSelected({ chosen }: { readonly chosen: readonly SelectionRow[] }) {
  const router = useRouter();
  const [saving, setSaving] = useState(false);
  const address = tuneSelected(chosen);
  return (
    <>
      <Button
        variant="primary"
        onClick={() => (address === null ? setSaving(true) : router.push(address))}
      >
        Tune …
      </Button>
      {saving ? (
        <SaveCorpus
          input={{ sessions: chosen.map(({ id }) => id) }}
          onSaved={(corpus) => router.push(tuneAddress({ corpus }))}
          onClose={() => setSaving(false)}
        />
      ) : null}
    </>
  );
}

/** Sets the selected sessions side by side, each as it ran. */
function CompareSelected({ chosen }: { readonly chosen: readonly SelectionRow[] }) {
  const router = useRouter();
  const whole = chosen.filter(({ steps }) => steps > 0);
  // A row stands for its sub-agents too; side by side stand the sessions themselves.
  const tops = whole.filter(({ subAgent }) => !subAgent);
  const lanes = tops.length > 0 ? tops : whole;
  if (lanes.length === 0 || lanes.length > MOST_COMPARED) return null;
  const address = lanes.map(({ id }) => `lane=${id}:own`).join('&');
  return <Button onClick={() => router.push(`/compare?${address}`)}>Compare …</Button>;
}

/** "1,721 steps · 2 generated, not counted in Tune · 6 sub-agents". */
function factsOf(rows: readonly SelectionRow[]): string {
  const steps = rows.reduce((sum, row) => sum + row.steps, 0);
  const generated = rows.filter((row) => row.generated).length;
  const parts = rows.filter(({ subAgent }) => subAgent).length;
  return [
    counted(steps, 'step'),
    ...(generated === 0 ? [] : [`${formatInteger(generated)} generated, not counted in Tune`]),
    ...(parts === 0 ? [] : [counted(parts, 'sub-agent')]),
  ].join(' · ');
}
