import { Check, RefreshCw } from 'lucide-react';
import { EventMark } from '@/components/library/table/event-mark';
import { classNames } from '@/components/ui/class-names';
import { counted, formatInteger } from '@/lib/engine/base/format';
import { costText, type MatrixOutcome } from '@/lib/answers/report/outcome/matrix';
import type { OutcomeKind } from '@/lib/answers/report/outcome/scenario-outcome';

/** Names and meanings of the kinds of outcomes. */
export const outcomeWords: Readonly<Record<OutcomeKind, string>> = {
  overflow: 'overflow',
  loop: 'loop',
  fits: 'fits',
  'never fires': 'never fires',
};

/** An outcome in a sentence, for screen readers. */
export function outcomeSentence(outcome: MatrixOutcome): string {
  const { kind, overflowSteps, compactions, steps, loop, peak, limit } = outcome;
  const parts = [counted(compactions, 'compaction')];
  if (kind === 'overflow') parts.unshift(`overflows on ${counted(overflowSteps, 'step')}`);
  if (loop) parts.unshift('compacts in a loop');
  if (kind === 'never fires') parts.unshift('nothing fires, nothing overflows');
  const size = `largest request ${formatInteger(peak)} of ${formatInteger(limit)} tokens`;
  const cost = costText(outcome);
  return `${parts.join(', ')}; ${counted(steps, 'step')}, ${size}${cost === '' ? '' : `; cost ${cost}`}`;
}

/** An outcome's counts with the chart's marks; plain text, since a page has thousands. */
export function OutcomeMark({ outcome }: { readonly outcome: MatrixOutcome }) {
  const { kind, overflowSteps, compactions, loop } = outcome;
  if (kind === 'never fires') return <span className="text-ink3">–</span>;
  return (
    <>
      {overflowSteps > 0 ? (
        <span className="font-medium text-overflow">▲ {formatInteger(overflowSteps)}</span>
      ) : null}
      {loop ? <span className="ml-2 text-threshold">↻</span> : null}
      {compactions > 0 ? (
        <span className="ml-2 text-compaction">◆ {formatInteger(compactions)}</span>
      ) : null}
    </>
  );
}

const looks = {
  overflow: 'font-medium text-overflow',
  loop: 'font-medium text-threshold',
  fits: 'text-good',
  'never fires': 'text-ink3',
} as const;

/** A kind of outcome in a word, with its mark. */
export function OutcomeWord({ kind }: { readonly kind: OutcomeKind }) {
  return (
    <span className={classNames('inline-flex items-center gap-1.5', looks[kind])}>
      {kind === 'overflow' ? <EventMark kind="overflow" /> : null}
      {kind === 'loop' ? <RefreshCw size={10} aria-hidden="true" /> : null}
      {kind === 'fits' ? <Check size={11} aria-hidden="true" /> : null}
      {outcomeWords[kind]}
    </span>
  );
}
