import type { Unsourced } from './definition';

/** Stress tests of the seeds with windows of 1,000,000 tokens. threshold-strategy-v2.md. */
export const stress1m: readonly Unsourced[] = [
  {
    name: '1M_NormalConversation',
    family: 'normal',
    window: 1_000_000,
    ratio: 2,
    system: 10_000,
    turns: [{ repeat: 50, user: 130, numbered: true, calls: 'fetch 10000' }],
    words: '1/turn (10k)',
    expected: [0, 0],
  },
  {
    name: '1M_HeavyTools',
    family: 'tools',
    window: 1_000_000,
    ratio: 2,
    system: 10_000,
    turns: [
      {
        repeat: 30,
        user: 33,
        numbered: true,
        calls: 'read_file 50000 + grep_codebase 20000 + run_tests 30000',
      },
    ],
    words: 'read_file (50k) + grep (20k) + tests (30k)',
    expected: [1, 0],
  },
];

/** Brutal tests of the seeds with windows of 1,000,000 tokens. threshold-strategy-v2.md. */
export const brutal1m: readonly Unsourced[] = [
  {
    name: '1M_KubeAgent_ExtremeLongevity',
    family: 'long',
    window: 1_000_000,
    ratio: 2,
    system: 10_000,
    turns: [
      {
        repeat: 100,
        user: 61,
        numbered: true,
        calls: 'kubectl_get_pods 30000 + kubectl_describe 20000 + kubectl_logs 50000',
      },
    ],
    words: 'kubectl (30k+20k+50k) per turn, 100 turns',
    expected: [5, 0],
  },
  {
    name: '1M_PureToolStorm_MonsterResponses',
    family: 'tools',
    window: 1_000_000,
    ratio: 2,
    system: 5000,
    turns: [{ repeat: 50, user: 10, calls: 'fetch_dataset 100000' }],
    words: '100k tool/turn, 50 turns',
    expected: [2, 0],
  },
  {
    name: '1M_NoUsageMetadata',
    family: 'no usage',
    window: 1_000_000,
    ratio: 2.5,
    usage: false,
    system: 5000,
    turns: [{ repeat: 40, user: 58, numbered: true, calls: 'fetch 30000 + analyze 15000' }],
    words: '45k tools/turn, no calibration, 1M window',
    expected: [1, 0],
  },
];
