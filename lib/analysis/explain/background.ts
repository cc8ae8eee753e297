import { formatInteger } from '@/lib/engine/base/format';
import type { BackgroundCompaction } from '@/lib/engine/policy/notes';
import type { Replay } from '@/lib/engine/replay/replay';

/** What a compaction beside the agent does at a step. */
export interface BackgroundAt {
  readonly of: BackgroundCompaction;
  readonly phase: 'starts' | 'under way' | 'ends';
}

/** The compaction beside the agent that ends at a step, else starts there, else is under way; null for none. */
export function backgroundAt({ notes }: Pick<Replay, 'notes'>, step: number): BackgroundAt | null {
  const { background } = notes;
  const ends = background.find(({ end, start }) => end === step && start < step);
  if (ends !== undefined) return { of: ends, phase: 'ends' };
  const open = background.findLast(
    ({ start, end }) => start <= step && (end === null || end > step),
  );
  if (open === undefined) return null;
  return { of: open, phase: open.start === step ? 'starts' : 'under way' };
}

/** "started at step 28, landed at step 31; the agent waited for it". */
export function backgroundWords({ start, end, how }: BackgroundCompaction): string {
  const from = `started at step ${formatInteger(start)}`;
  if (end === null || how === null) return `${from}, the recording ends before it lands`;
  const at = `at step ${formatInteger(end)}`;
  switch (how) {
    case 'landed':
      return `${from}, landed ${at}`;
    case 'waited':
      return `${from}, landed ${at}; the agent waited for it`;
    case 'failed':
      return `${from}, failed ${at}`;
    case 'lost':
      return `${from}, lost ${at} by a restart`;
  }
}

/** What a compaction beside the agent has to do with the outcome of a step. */
export function backgroundOutcome({ of, phase }: BackgroundAt): string {
  if (phase === 'starts') return `one starts beside the agent, ${landing(of)}`;
  const since = `started at step ${formatInteger(of.start)}`;
  if (phase === 'under way') return `one is under way, ${since}`;
  if (of.how === 'lost') return `a restart loses the one ${since}`;
  return `${since}${of.how === 'waited' ? '; the agent waited for it' : ''}`;
}

/** "lands at step 31". */
function landing({ end, how }: BackgroundCompaction): string {
  if (end === null) return 'the recording ends before it lands';
  const at = `at step ${formatInteger(end)}`;
  if (how === 'failed') return `it fails ${at}`;
  if (how === 'lost') return `a restart loses it ${at}`;
  return `it lands ${at}${how === 'waited' ? ', which waits for it' : ''}`;
}
