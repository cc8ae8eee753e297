import type { Unsourced } from './definition';

/**
 * The proofs of the timing gap as sessions: the first step leaves the proof's initial state (last
 * heuristic and last real), the tool's answer makes the request of the second.
 * investigation-results.md, Part 3.
 */
export const timingGap: readonly Unsourced[] = [
  {
    name: 'TimingGap_CalibratedHeuristicPreventsOverflow',
    family: 'timing gap',
    window: 200_000,
    ratio: 2,
    summarizer: { bytes: 38 },
    turns: [{ user: 280_000, calls: 'big_tool 80000' }],
    words: 'last real 140,000 < 180,000; calibrated 180,018 fires',
    expected: [1, 0],
  },
  {
    name: 'TimingGap_MassiveToolResponse',
    family: 'timing gap',
    window: 200_000,
    ratio: 2,
    summarizer: { bytes: 38 },
    // 12 bytes less than the proof's answer: its call has no arguments and its key is shorter.
    turns: [{ user: 200_000, calls: 'massive_query 399988' }],
    words: 'last real 100,000; calibrated 300,016 fires',
    expected: [1, 0],
  },
];
