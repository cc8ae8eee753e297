'use client';

import { Button } from '@/components/ui/button';
import { ForeignText } from '@/components/ui/text/foreign-text';
import { Dialog } from '@/components/ui/dialog';
import { counted, formatInteger } from '@/lib/engine/base/format';
import type { Fidelity } from '@/lib/analysis/fit/judgement';
import { fittedEvidence, type FittedThreshold } from '@/lib/analysis/fit/fitted-threshold';
import { FidelityTable } from './fidelity-table';
import type { SessionFidelity } from './use-fidelity';
import { useWorkbench } from '../state/use-workbench';
import { LibraryFitPart } from './library-fit-part';

/** Every recorded compaction beside the decision of the agent's policy. */
export function FidelityDialog(props: {
  readonly known: SessionFidelity;
  readonly onClose: () => void;
}) {
  const { known, onClose } = props;
  const { claim, own, asSet, fitted } = known;
  const fidelity = asSet ?? own;
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
      onClose={onClose}
      title="Recorded compactions"
      description={
        <ForeignText
          text={`Checked against ${asSet === null ? 'the policy' : 'the settings in force of'} ${claim.words}. ${claim.inferred === null ? '' : `Inferred: ${claim.inferred}. `}${within}`}
        />
      }
      wide
    >
      <FidelityTable rows={fidelity.compactions} onSelect={select} />
      <Disagreements disagreements={fidelity.disagreements} onSelect={select} />
      {'observed' in claim.settings ? (
        <FittedSetting fitted={fitted} fidelity={own} onUse={(observed) => draft({ observed })} />
      ) : null}
      <div className="mt-4 flex gap-2">
        <Button onClick={() => draft({})}>
          {asSet === null ? 'Replay the session with it' : 'Replay with the agent’s own settings'}
        </Button>
        <Button variant="quiet" onClick={onClose}>
          Close
        </Button>
      </div>
    </Dialog>
  );
}

const within = 'Each is checked on the recorded requests, so a miss does not affect the next.';

function Disagreements(
  props: Pick<Fidelity, 'disagreements'> & { readonly onSelect: (step: number) => void },
) {
  const { disagreements, onSelect } = props;
  if (disagreements.length === 0) return null;
  return (
    <p className="mt-3">
      It asks for a compaction where the recording has none:{' '}
      {disagreements.slice(0, 20).map(({ step, steps, value, threshold }, i) => (
        <span key={step}>
          {i > 0 ? ', ' : ''}
          <button type="button" className="text-accent underline" onClick={() => onSelect(step)}>
            step {formatInteger(step)}
          </button>{' '}
          ({formatInteger(value)} against {formatInteger(threshold)}
          {steps === 1 ? '' : `, ${counted(steps, 'step')} in a row`})
        </span>
      ))}
      {disagreements.length > 20 ? ` and ${formatInteger(disagreements.length - 20)} more` : ''}.
    </p>
  );
}

/** Thresholds fitted to recorded compactions, of this session and of its version, as settings. */
function FittedSetting(props: {
  readonly fitted: FittedThreshold | null;
  readonly fidelity: Fidelity;
  readonly onUse: (observed: number) => void;
}) {
  const { fitted, fidelity, onUse } = props;
  const formula = fidelity.compactions.find(({ threshold }) => threshold !== null)?.threshold;
  return (
    <section
      aria-label="Fitted threshold"
      data-fitted=""
      className="mt-4 space-y-3 border-t border-line2 pt-3"
    >
      {fitted === null ? null : (
        <div>
          <p>
            Threshold fitted to this session: <strong>{formatInteger(fitted.tokens)} tokens</strong>
            {formula === null || formula === undefined
              ? ''
              : ` (the policy’s own: ${formatInteger(formula)})`}
            . <span className="text-ink2">{fittedEvidence(fitted)}</span>
          </p>
          <div className="mt-2">
            <Button variant="primary" onClick={() => onUse(fitted.tokens)}>
              Use the fitted setting
            </Button>
          </div>
        </div>
      )}
      <LibraryFitPart onUse={onUse} />
    </section>
  );
}
