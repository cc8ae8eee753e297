'use client';

import { Button } from '@/components/ui/button';
import { formatInteger } from '@/lib/base/format';
import type { Fidelity } from '@/lib/report/fidelity';
import type { FittedThreshold } from '@/lib/report/fitted-threshold';

/** The threshold fitted to the recorded compactions, offered as the draft's setting. */
export function FittedSetting({
  fitted,
  fidelity,
  onUse,
}: {
  readonly fitted: FittedThreshold | null;
  readonly fidelity: Fidelity;
  readonly onUse: (observed: number) => void;
}) {
  if (fitted === null) return null;
  const formula = fidelity.compactions.find(({ threshold }) => threshold !== null)?.threshold;
  return (
    <section
      aria-label="Fitted threshold"
      data-fitted=""
      className="mt-4 border-t border-line2 pt-3"
    >
      <p>
        Threshold fitted to this session: <strong>{formatInteger(fitted.tokens)} tokens</strong>
        {formula === null || formula === undefined
          ? ''
          : ` (the policy’s own: ${formatInteger(formula)})`}
        . <span className="text-ink2">{evidence(fitted)}</span>
      </p>
      <div className="mt-2">
        <Button variant="primary" onClick={() => onUse(fitted.tokens)}>
          Use the fitted setting
        </Button>
      </div>
    </section>
  );
}

/** "2 compactions at 155,483 to 156,723; at up to 154,812 it did not compact." */
export function evidence({
  n,
  sessions,
  least,
  greatest,
  held,
  contradicting,
}: FittedThreshold): string {
  const where = sessions > 1 ? ` in ${formatInteger(sessions)} sessions` : '';
  const range =
    least === greatest
      ? formatInteger(least)
      : `${formatInteger(least)} to ${formatInteger(greatest)}`;
  const fired = `${formatInteger(n)} ${n === 1 ? 'compaction' : 'compactions'}${where} at ${range}`;
  const not = held === null ? '' : `; at up to ${formatInteger(held)} it did not compact`;
  const odd =
    contradicting === 0
      ? ''
      : `, so no threshold gives ${contradicting === n ? 'any' : `${formatInteger(contradicting)}`} of them`;
  return `${fired}${not}${odd}.`;
}
