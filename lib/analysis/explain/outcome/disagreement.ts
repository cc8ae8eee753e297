import { asksFor, lacksAt, userAt } from '@/lib/analysis/fit/fidelity';
import { recordedFailure } from './step-outcome';
import { byteAt } from '@/lib/engine/base/read';
import { firings } from '@/lib/engine/policy/observed/watching';
import type { Replay } from '@/lib/engine/replay/replay';

const asks = {
  none: 'asks for nothing',
  compacts: 'asks to compact',
  prunes: 'asks to shorten entries',
  starts: 'starts a compaction beside the agent',
} as const;

/**
 * What the policy that watches a recording does otherwise at a step, behind what the recording did:
 * ", although its policy asks to compact"; empty where they agree, and where no policy watches.
 */
export function disagreement(replay: Replay, step: number, named: string): string {
  const { observation, columns, session } = replay;
  if (observation === null) return '';
  const here = session.profile.head.compactions.filter((one) => one.step === step);
  const firing = firings[byteAt(observation.fires, step)] ?? 'none';
  if (columns.compacted[step] === 1) {
    // A value that is a lower bound neither agrees nor disagrees.
    const isDecided = userAt(replay, step) === null && lacksAt(replay, step) === null;
    if (asksFor(replay, step) || !isDecided) return '';
    return `, although ${named} ${firing === 'none' ? 'holds' : asks[firing]}`;
  }
  if (recordedFailure(replay, step) !== null)
    return firing === 'none' ? `, although ${named} holds` : '';
  const pruned = firing === 'prunes' && here.some(({ kind }) => kind === 'elision');
  if (firing === 'none' || pruned) return '';
  return `, ${firing === 'starts' ? 'and' : 'although'} ${named} ${asks[firing]}`;
}
