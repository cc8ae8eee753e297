'use client';

import { Button } from '@/components/ui/button';
import { formatInteger } from '@/lib/base/format';
import type { Fidelity } from '@/lib/report/fidelity';
import { fittedEvidence, type FittedThreshold } from '@/lib/report/fitted-threshold';
import { LibraryFitPart } from './library-fit-part';

/** Thresholds fitted to recorded compactions, of this session and of its version, as settings. */
export function FittedSetting({
  fitted,
  fidelity,
  onUse,
}: {
  readonly fitted: FittedThreshold | null;
  readonly fidelity: Fidelity;
  readonly onUse: (observed: number) => void;
}) {
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
