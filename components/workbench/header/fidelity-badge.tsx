'use client';

import { useState } from 'react';
import { ForeignText } from '@/components/ui/text/foreign-text';
import { lateDialog } from '@/components/ui/late';
import { Tooltip } from '@/components/ui/tooltip';
import { counted, formatInteger } from '@/lib/engine/base/format';
import { fidelityWords, lackingWords, neverWords } from '@/lib/analysis/fit/fidelity-words';
import { useFidelity, type SessionFidelity } from './use-fidelity';
import { useWorkbench } from '../state/use-workbench';

const FidelityDialog = lateDialog(() =>
  import('./fidelity-dialog').then((file) => file.FidelityDialog),
);
const NoCompactionDialog = lateDialog(() =>
  import('./no-compaction-dialog').then((file) => file.NoCompactionDialog),
);

/** Recorded compactions that the agent's policy reproduces; opens the list. */
export function FidelityBadge() {
  const { record } = useWorkbench();
  const known = useFidelity();
  const [open, setOpen] = useState(false);
  const count = record.row.recordedCompactions;
  const text = `recorded: ${counted(count, 'compaction')}`;
  if (known === null)
    return <Unchecked text={text} agent={count === 0 ? null : record.source.agent} />;
  if (known.own.compactions.length === 0) return <QuietBadge known={known} text={text} />;
  const fidelity = known.asSet ?? known.own;
  const { judged, reproduced, disagreements } = fidelity;
  const words = judged === 0 ? text : badgeWords(known);
  const lacking = lackingWords(fidelity);
  const exact = judged > 0 && reproduced === judged && disagreements.length === 0;
  return (
    <>
      <Tooltip text={lacking === null ? words : `${words}; ${lacking}`}>
        <button
          type="button"
          data-fidelity=""
          aria-haspopup="dialog"
          onClick={() => setOpen(true)}
          className={`min-w-0 truncate underline decoration-line decoration-1 underline-offset-4 hover:decoration-ink3 ${exact ? 'text-good' : 'text-ink2'}`}
        >
          <Mark filled={exact} /> {words}
        </button>
      </Tooltip>
      {open ? <FidelityDialog known={known} onClose={() => setOpen(false)} /> : null}
    </>
  );
}

/** The settings in force are judged, and named where they are not the agent's own. */
const badgeWords = ({ own, asSet }: SessionFidelity): string =>
  asSet === null ? fidelityWords(own) : `as set: ${fidelityWords(asSet)}`;

function Mark({ filled }: { readonly filled: boolean }) {
  return (
    <span aria-hidden="true" className={filled ? 'text-good' : 'text-compaction'}>
      {filled ? '◆' : '◇'}
    </span>
  );
}

/** Compactions that no policy checks: nobody models the agent (named), or there are none (null). */
function Unchecked({ text, agent }: { readonly text: string; readonly agent: string | null }) {
  if (agent === null) {
    return (
      <span className="whitespace-nowrap text-ink2">
        <Mark filled={false} /> {text}
      </span>
    );
  }
  const why = `Highwater has no policy for ${agent}, so its compactions are not checked.`;
  return (
    <Tooltip text={<ForeignText text={why} />}>
      <button type="button" className="whitespace-nowrap text-ink2">
        <Mark filled={false} /> {text}
      </button>
    </Tooltip>
  );
}

/**
 * For a session without recorded compactions: says if its policy asks for one, and opens the
 * threshold fitted to other sessions of the same agent version.
 */
function QuietBadge(props: { readonly known: SessionFidelity; readonly text: string }) {
  const { known, text } = props;
  const { claim, own } = known;
  const { store } = useWorkbench();
  const [open, setOpen] = useState(false);
  const [first] = own.disagreements;
  const asks =
    first === undefined ? '' : `; its policy asked for it at step ${formatInteger(first.step)}`;
  if (!('observed' in claim.settings)) return <Unchecked text={`${text}${asks}`} agent={null} />;
  const use = (observed: number): void => {
    store.useDraft(claim.policy.id, { ...claim.settings, observed });
    setOpen(false);
  };
  const said = [
    ...(first === undefined ? [] : [`The session ${neverWords(own)}.`]),
    ...(claim.inferred === null ? [] : [`Inferred: ${claim.inferred}.`]),
    `Assumed policy: ${claim.words}. Other sessions show its threshold.`,
  ];
  return (
    <>
      <button
        type="button"
        data-version-fit=""
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
        className="min-w-0 truncate text-ink2 underline decoration-line decoration-1 underline-offset-4 hover:decoration-ink3"
      >
        <Mark filled={false} /> {text}
        {asks}
      </button>
      {open ? (
        <NoCompactionDialog said={said.join(' ')} onUse={use} onClose={() => setOpen(false)} />
      ) : null}
    </>
  );
}
