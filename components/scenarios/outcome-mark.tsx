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

/** The counts of an outcome with the chart's marks; `brief` leaves the words out. */
export function OutcomeMark({
  outcome,
  brief = false,
}: {
  readonly outcome: MatrixOutcome;
  readonly brief?: boolean;
}) {
  const { kind, overflowSteps, compactions, loop } = outcome;
  if (kind === 'never fires') {
    return <span className="text-ink3">{brief ? '–' : outcomeWords[kind]}</span>;
  }
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2 whitespace-nowrap">
      {brief || kind === 'overflow' || kind === 'loop' ? null : (
        <span className="text-ink2">{outcomeWords[kind]}</span>
      )}
      {overflowSteps > 0 ? (
        <span className="inline-flex items-center gap-1 font-medium text-overflow">
          <EventMark kind="overflow" />
          {formatInteger(overflowSteps)}
          {brief ? null : ` overflow${overflowSteps === 1 ? '' : 's'}`}
        </span>
      ) : null}
      {loop ? (
        <span className="inline-flex items-center gap-1 font-medium text-threshold">
          <RefreshCw size={10} aria-hidden="true" />
          {brief ? null : 'loop'}
        </span>
      ) : null}
      {compactions > 0 ? (
        <span className={classNames('inline-flex items-center gap-1 text-compaction')}>
          <EventMark kind="replayed" />
          {formatInteger(compactions)}
        </span>
      ) : null}
    </span>
  );
}
