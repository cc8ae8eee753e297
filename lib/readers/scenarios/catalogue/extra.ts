import type { TurnPattern, Unsourced } from './definition';

const base = { family: 'faults', window: 8000, ratio: 2, system: 400 } as const;

/** Turns of one tool call; every size as in the reference's recorder. */
const work = (repeat: number, user: number, bytes: number, more?: Partial<TurnPattern>) => ({
  repeat,
  user,
  calls: `tool ${bytes}`,
  ...more,
});

/**
 * Vectors of the reference beyond the seeds' tables: failing summarisers, providers that report now
 * and then, and prefixes that no compaction can shrink. The vector with a window of 0 is left out:
 * it has no limit to compare with. golden/extra-scenarios.json.
 */
export const extraScenarios: readonly Unsourced[] = [
  {
    ...base,
    name: 'SummarizerAlwaysFails',
    summarizer: { script: [{ fail: true }] },
    turns: [work(40, 600, 1500)],
    words: 'every summariser call fails: the mechanical summary only grows',
    expected: [34, 16, 'loop'],
  },
  {
    ...base,
    name: 'SummarizerReturnsEmpty',
    summarizer: { script: [{ empty: true }] },
    turns: [work(20, 600, 1500)],
    words: 'every summariser call answers with nothing',
    expected: [4, 0],
  },
  {
    ...base,
    name: 'FallbackMultibyte',
    summarizer: { script: [{ fail: true }] },
    turns: [work(12, 1129, 1500, { numbered: true })],
    words: 'summariser fails on texts of several bytes a character',
    expected: [2, 0],
  },
  {
    ...base,
    name: 'HugeSummaryRetries3',
    ratio: 1.5,
    summarizer: { script: [{ bytes: 30_000 }] },
    turns: [work(12, 600, 1500)],
    words: 'summaries of 30k never fit: 3 attempts a compaction, in vain',
    expected: [9, 9, 'loop'],
  },
  {
    ...base,
    name: 'HugeThenSmallSummary',
    ratio: 1.5,
    summarizer: { script: [{ bytes: 30_000 }, { bytes: 27_500 }, { bytes: 15 }] },
    turns: [work(15, 600, 1500)],
    words: 'the third summary of one compaction fits',
    expected: [1, 0],
  },
  {
    ...base,
    name: 'UserContentInContinuation',
    quotesUser: true,
    turns: [work(15, 700, 1800)],
    words: 'the continuation quotes the request',
    expected: [3, 0],
  },
  {
    ...base,
    name: 'UsageFlipsEveryTwoTurns',
    family: 'no usage',
    turns: Array.from({ length: 6 }, () => [
      work(2, 500, 1500, { usage: false }),
      work(2, 500, 1500, { usage: true }),
    ]).flat(),
    words: 'usage reported in every other pair of turns',
    expected: [3, 0],
  },
  {
    ...base,
    name: 'RatioDrift_1_0_to_4_0',
    family: 'ratio',
    turns: [1, 1.6, 4].map((ratio) => work(8, 500, 1500, { ratio })),
    words: 'ratio 1.0, then 1.6, then 4.0, 8 turns each',
    expected: [4, 0],
  },
  {
    ...base,
    name: 'WithMaxTokens_180000_on_200k',
    family: 'ratio',
    window: 200_000,
    ratio: 2.5,
    system: 3000,
    maxTokens: 180_000,
    turns: [work(16, 15, 30_000, { numbered: true, calls: 'fetch 30000' })],
    words: 'WithMaxTokens(180000): threshold 144,000 under a limit of 200,000',
    expected: [2, 0],
  },
  {
    ...base,
    name: 'SystemPromptAboveThreshold_3Attempts',
    family: 'system prompt',
    ratio: 1.1,
    system: 28_000,
    turns: [{ repeat: 5, user: 300 }],
    words: '28k system prompt: 7,000 heuristic tokens above the threshold of 6,400',
    expected: [5, 0, 'loop'],
  },
  {
    ...base,
    name: 'SystemPromptAboveThreshold_5Attempts',
    family: 'system prompt',
    ratio: 1.1,
    system: 28_000,
    attempts: 5,
    turns: [{ repeat: 3, user: 300 }],
    words: 'the same with 5 attempts',
    expected: [3, 0, 'loop'],
  },
  {
    ...base,
    name: 'UserMessageLooksLikeSummary',
    turns: [
      work(1, 69, 1500, { startsWith: '[Previous conversation summary]' }),
      work(14, 700, 1500),
    ],
    words: 'the first request begins like a summary: none is ever injected again',
    expected: [19, 0, 'loop'],
  },
];
