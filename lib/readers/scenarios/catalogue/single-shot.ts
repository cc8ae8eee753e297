/**
 * The conversations of the reference's single-shot tests as sessions. There one `Compact()` gets
 * the whole conversation; here the flow sends it step by step, in sequential calls, without usage.
 * The flow's calls have fixed arguments, so the rest of a call's size is added to its answer; texts
 * of the model between calls are joined to its last. The last step's request holds every entry and
 * has the conversation's heuristic, to the token. golden/singleshot.json.
 */
import type { TurnPattern, Unsourced } from './definition';

/** An empty user entry, so that the last step's request ends with the model's last text. */
const closing: TurnPattern = { user: 0, model: 0, plain: true };

const kubeRound: TurnPattern = {
  user: 61,
  calls: 'kubectl_get_pods 9468 > kubectl_describe_pod 2860 > kubectl_get_logs 19332',
  model: 285,
  plain: true,
};
const codingRound: TurnPattern = {
  user: 81,
  calls: 'read_file 1884 > edit_file 100 > run_tests 2192',
  model: 316,
  plain: true,
};
const plain = { plain: true } as const;
const mixedDebug: readonly TurnPattern[] = [
  { ...plain, user: 87, calls: 'http_get 92 > prometheus_query 12040', model: 272 },
  { ...plain, user: 57, calls: 'kubectl_get_deployments 576 > sql_query 13484', model: 246 },
  { ...plain, user: 56, calls: 'sql_query 168', model: 312 },
  { ...plain, user: 52, calls: 'sql_query 18852', model: 176 },
  { ...plain, user: 33, calls: 'sql_query 108 > http_get 92', model: 208 },
  closing,
];

const storm = (pairs: number, bytes: number): readonly TurnPattern[] => [
  {
    user: 0,
    calls: Array<string>(pairs)
      .fill(`tool ${bytes + 176}`)
      .join(' > '),
    ...plain,
  },
];

/** Tokens of a window by its name in the tests. */
const windows = {
  '4k': 4_000,
  '8k': 8_000,
  '32k': 32_000,
  '128k': 128_000,
  '200k': 200_000,
  '1M': 1_000_000,
} as const;
type WindowName = keyof typeof windows;

/** Compactions per window, with 'loop' where they make one. */
type Expected = Partial<Record<WindowName, number | readonly [number, 'loop']>>;

/** One conversation in several windows; the compactions of each are those of the reference. */
function conversation(
  name: string,
  words: string,
  turns: readonly TurnPattern[],
  compactions: Expected,
): readonly Unsourced[] {
  const sizes = Object.keys(compactions) as WindowName[];
  return sizes.map((size) => {
    const expected = compactions[size] ?? 0;
    return {
      name: `${name} / ${size} ctx`,
      family: 'single shot',
      window: windows[size],
      ratio: 2.5,
      usage: false,
      summarizer: { bytes: 155 },
      turns,
      words,
      expected: typeof expected === 'number' ? [expected, 0] : [expected[0], 0, expected[1]],
    };
  });
}

const kube = (rounds: number, compactions: Expected) =>
  conversation(
    `kube-${rounds}rounds`,
    'kubectl get pods (9.5k) → describe (2.9k) → logs (19k), one after another',
    [{ ...kubeRound, repeat: rounds }, closing],
    compactions,
  );
const codingWords = 'read_file (1.9k) → edit_file (100) → run_tests (2.2k), 15 rounds';

/** Every conversation and window of the single-shot tests of the threshold strategy. */
export const singleShot: readonly Unsourced[] = [
  ...kube(3, { '4k': 6, '8k': [6, 'loop'], '32k': 2, '128k': 0 }),
  ...kube(10, { '32k': 6, '128k': 1, '200k': 1, '1M': 0 }),
  ...kube(30, { '32k': 20, '128k': 5, '200k': 3 }),
  ...kube(50, { '32k': 33, '128k': 9 }),
  ...conversation('mixed-debug', 'http, prometheus, kubectl and sql (0.1k to 19k)', mixedDebug, {
    '4k': 3,
    '8k': 3,
    '32k': 1,
    '128k': 0,
  }),
  ...conversation(
    'tool-storm-20x2k',
    '20 calls after another (2k each), no text',
    storm(20, 2000),
    {
      '4k': 6,
      '8k': 4,
      '32k': 1,
    },
  ),
  ...conversation(
    'tool-storm-50x5k',
    '50 calls after another (5k each), no text',
    storm(50, 5000),
    {
      '32k': 6,
      '128k': 1,
      '200k': 0,
    },
  ),
  ...conversation(
    'tool-storm-100x10k',
    '100 calls after another (10k each), no text',
    storm(100, 10_000),
    { '32k': 24, '128k': 5, '1M': 0 },
  ),
  ...conversation('coding-agent-15', codingWords, [{ ...codingRound, repeat: 15 }, closing], {
    '4k': 11,
    '8k': 6,
    '32k': 1,
    '128k': 0,
  }),
];

/** The table of retry rounds, with its further context sizes. investigation-results.md, Part 1. */
export const retryRounds: readonly Unsourced[] = [
  ...[1, 3, 10, 20].flatMap((attempts) =>
    kube(3, { '8k': [6, 'loop'] }).map((scenario) => ({
      ...scenario,
      name: `${scenario.name} / attempts=${attempts}`,
      attempts,
      words: `3 rounds of kubectl calls; at most ${attempts} ${attempts === 1 ? 'attempt' : 'attempts'} a compaction`,
    })),
  ),
  ...kube(5, { '8k': [10, 'loop'] }),
  ...kube(10, { '8k': [20, 'loop'] }),
  ...kube(20, { '8k': [40, 'loop'], '128k': 3 }),
];

const giant = (bytes: number, compactions: Expected) =>
  conversation(
    `giant-response-${bytes / 1000}k`,
    `one answer of ${bytes / 1000}k, then two short turns`,
    [
      { user: 40, calls: `kubectl_get_pods ${bytes}` },
      { repeat: 2, user: 50 },
    ],
    compactions,
  );

/** Answers larger than the window. investigation-results.md, Part 4. */
export const giantResponses: readonly Unsourced[] = [
  ...giant(300_000, { '8k': 1, '32k': 1, '128k': 1, '200k': 1 }),
  ...giant(750_000, { '200k': 1, '1M': 0 }),
];
