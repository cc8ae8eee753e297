import { RefreshCw } from 'lucide-react';
import { EventMark } from '@/components/sessions/event-mark';
import { classNames } from '@/components/ui/class-names';
import { formatInteger } from '@/lib/base/format';
import type { MatrixOutcome } from '@/lib/report/matrix';
import type { OutcomeKind } from '@/lib/report/scenario-outcome';

/** What each kind of outcome is called, and what it means. */
export const outcomeWords: Readonly<Record<OutcomeKind, string>> = {
  overflow: 'overflow',
  loop: 'loop',
  fits: 'fits',
  'never fires': 'never fires',
};

const plural = (count: number, word: string): string =>
  `${formatInteger(count)} ${word}${count === 1 ? '' : 's'}`;

/** An outcome in a sentence, for those who do not see the marks. */
export function outcomeSentence(outcome: MatrixOutcome): string {
  const { kind, overflowSteps, compactions, steps, loop, peak, limit } = outcome;
  const parts = [plural(compactions, 'compaction')];
  if (kind === 'overflow') parts.unshift(`overflows on ${plural(overflowSteps, 'step')}`);
  if (loop) parts.unshift('compacts in a loop');
  if (kind === 'never fires') parts.unshift('nothing fires, nothing overflows');
  const size = `largest request ${formatInteger(peak)} of ${formatInteger(limit)} tokens`;
  return `${parts.join(', ')}; ${plural(steps, 'step')}, ${size}`;
}

/** The counts of an outcome with the chart's marks; plain text, for there are thousands of them. */
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
  fits: 'text-compaction',
  'never fires': 'text-ink3',
} as const;

/** A kind of outcome in a word, with its mark. */
export function OutcomeWord({ kind }: { readonly kind: OutcomeKind }) {
  return (
    <span className={classNames('inline-flex items-center gap-1.5', looks[kind])}>
      {kind === 'overflow' ? <EventMark kind="overflow" /> : null}
      {kind === 'loop' ? <RefreshCw size={10} aria-hidden="true" /> : null}
      {kind === 'fits' ? <EventMark kind="replayed" /> : null}
      {outcomeWords[kind]}
    </span>
  );
}
