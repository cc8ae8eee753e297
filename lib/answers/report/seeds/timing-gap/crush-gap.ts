/** Both timing-gap proofs under Crush, which the documents call free of the gap. */
import { intAt, numberAt } from '@/lib/engine/base/read';
import { crush } from '@/lib/policies/crush/policy';
import { overflows } from '@/lib/analysis/explain/step-events';
import { replay } from '@/lib/engine/replay/replay';
import { figure, said, type Figure, type ModelTable } from '../figure';
import { investigation, todos } from '../seeds';
import { timingGapProofs, timingGapSession, WINDOW, type TimingGapProof } from './timing-gap';

function row(proof: TimingGapProof): readonly Figure[] {
  const run = replay(timingGapSession(proof), crush, crush.settings.parse({ window: WINDOW }));
  const { decision, threshold, compacted, real } = run.columns;
  const [compared, sent] = [numberAt(decision, 1), Math.trunc(numberAt(real, 1))];
  const over = overflows(run, 1);
  return [
    figure(proof.test),
    figure(compared),
    figure(intAt(threshold, 1)),
    figure(compacted[1] === 1, 'count'),
    figure(sent, 'tokens', over ? { bad: true } : {}),
    figure(sent - compared, 'signed'),
    figure(over, 'count', {
      ...said('doesn’t have this problem', false),
      ...(over ? { bad: true } : {}),
    }),
  ];
}

/** The decision of step N+1 by what Crush compares. */
export const crushGapTable = (): ModelTable => ({
  kind: 'table',
  id: 'gap-crush',
  caption: 'Both proofs under Crush',
  sources: [
    investigation(
      'Part 3, “The problem”',
      "Crush CLI doesn't have this problem because it checks *after* each step (with fresh tokens) and can stop *before* the next call.",
    ),
    todos(
      '“Timing gap analysis”',
      "Crush CLI doesn't have this problem because it checks *after* each step completes (with fresh token counts) and stops *before* the next LLM call.",
    ),
  ],
  columns: [
    { label: 'proof' },
    { label: 'compared', how: 'prompt + completion of step N' },
    { label: 'threshold', how: '200,000 − 40,000' },
    { label: 'fires', how: 'compared ≥ threshold' },
    { label: 'real sent', how: 'by step N+1' },
    { label: 'not counted', how: 'real sent − compared' },
    { label: 'overflow', how: 'real sent > 200,000' },
  ],
  rows: timingGapProofs.map(row),
  reasons: [
    'Crush has the gap as well. The usage that it checks after a step is that of the step’s own call: what the step’s tools answered comes behind it and is counted by the next response only. A large answer is sent unseen.',
  ],
});
