import { formatInteger, formatProjected } from '@/lib/base/format';
import { isProjected } from '@/lib/analysis/explain/step-events';
import type { Recall } from '@/lib/analysis/recall/recall-report';
import { tokenRange } from '@/lib/analysis/recall/recall-words';
import { useLateFrame } from '../state/use-workbench';

/** The selected step: its tokens, those named again, and what a compaction there would cover of them. */
export function StepLive({ recall }: { readonly recall: Recall }) {
  const { replay, step } = useLateFrame();
  const at = (column: ArrayLike<number>): number => column[step] ?? 0;
  const { liveLow, liveHigh, regret, regretHigh } = recall.steps;
  const real = at(replay.columns.real);
  const tokens = !(real >= 0) ? 'unknown number' : formatProjected(real, isProjected(replay, step));
  return (
    <p data-recall="step" className="mt-1">
      {tokenRange(at(liveLow), at(liveHigh))} of the {tokens} in context at step{' '}
      {formatInteger(step)} are named again; a compaction there would cover{' '}
      {tokenRange(at(regret), at(regretHigh))} of them.
    </p>
  );
}
