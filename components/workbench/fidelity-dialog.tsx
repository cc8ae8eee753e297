'use client';

import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { formatInteger } from '@/lib/base/format';
import type { Fidelity } from '@/lib/report/fidelity';
import { FidelityTable } from './fidelity-table';
import { FittedSetting } from './fitted-setting';
import type { SessionFidelity } from './use-fidelity';
import { useWorkbench } from './use-workbench';

/** Every recorded compaction beside what the policy that claims to have run makes of it. */
export function FidelityDialog({
  known: { claim, fidelity, fitted },
  onClose,
}: {
  readonly known: SessionFidelity;
  readonly onClose: () => void;
}) {
  const { store } = useWorkbench();
  const select = (step: number): void => {
    store.select(step);
    onClose();
  };
  const draft = (change: Readonly<Record<string, unknown>>): void => {
    store.useDraft(claim.policy.id, { ...claim.settings, ...change });
    onClose();
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title="Recorded compactions"
      description={`Judged by ${claim.words}. ${within}`}
      wide
    >
      <FidelityTable rows={fidelity.compactions} onSelect={select} />
      <Extras fidelity={fidelity} onSelect={select} />
      <p className="mt-3 text-ink2">{wholeText(fidelity)}</p>
      <FittedSetting
        fitted={fitted}
        fidelity={fidelity}
        onUse={(observed) => draft({ observed })}
      />
      <div className="mt-4 flex gap-2">
        <Button onClick={() => draft({})}>Replay the session under it</Button>
        <Button variant="quiet" onClick={onClose}>
          Close
        </Button>
      </div>
    </Dialog>
  );
}

const within =
  'Each is judged within its recorded run, on the recorded counts, so one miss does not spoil the next.';

function wholeText({ whole, judged }: Fidelity): string {
  if (whole.steps.length === 0) return 'Replayed over the whole session, it never compacts.';
  const at = whole.steps.slice(0, 12).map(formatInteger).join(', ');
  const more = whole.steps.length > 12 ? ' …' : '';
  return `Replayed over the whole session, where its own compactions change every later count, it compacts at ${whole.steps.length === 1 ? 'step' : 'steps'} ${at}${more}${judged === 0 ? '' : `: ${formatInteger(whole.same)} of the ${formatInteger(judged)} judged`}.`;
}

function Extras({
  fidelity: { extras },
  onSelect,
}: {
  readonly fidelity: Fidelity;
  readonly onSelect: (step: number) => void;
}) {
  if (extras.length === 0) return null;
  return (
    <p className="mt-3">
      Compacts where the recording does not:{' '}
      {extras.slice(0, 20).map(({ step, value, threshold }, i) => (
        <span key={step}>
          {i > 0 ? ', ' : ''}
          <button type="button" className="text-accent underline" onClick={() => onSelect(step)}>
            step {formatInteger(step)}
          </button>{' '}
          ({formatInteger(value)} against {formatInteger(threshold)})
        </span>
      ))}
      {extras.length > 20 ? ` and ${formatInteger(extras.length - 20)} more` : ''}.
    </p>
  );
}
