/**
 * The recent-tail tables: one request over a Kubernetes conversation, compacted by the two versions
 * that kept a tail. golden/singleshot.json has the conversation, golden/history.json the figures.
 */
import { contextGuardTail } from '@/lib/policies/contextguard/tail';
import { windowThreshold } from '@/lib/engine/mechanisms/buffer';
import { replay } from '@/lib/engine/replay/replay';
import { figure, said, sayNumber, type Figure, type PartFigures, type SeedFigures } from './figure';
import { smallSession, type SizedEntry } from './small-session';

const entry = (role: SizedEntry['role'], kind: SizedEntry['kind'], tokens: number): SizedEntry => ({
  role,
  kind,
  sizes: [tokens * 4],
});

/** One round: a question, three calls with their responses, an answer. In heuristic tokens. */
const kubeRound: readonly SizedEntry[] = [
  entry('user', 'text', 15),
  entry('model', 'call', 10),
  entry('user', 'response', 2_370),
  entry('model', 'call', 14),
  entry('user', 'response', 716),
  entry('model', 'call', 14),
  entry('user', 'response', 4_832),
  entry('model', 'text', 71),
];

/** "Summary of conversation.", the answer of the tests' summariser. */
const SUMMARY_BYTES = 24;

/** The versions that kept a tail, by their presets. */
export type TailVersion = 'v0.7.0' | 'v0.8.0';

/** Result of a version on one conversation. */
interface TailResult {
  readonly before: number;
  readonly after: number;
  readonly contentsBefore: number;
  readonly contentsAfter: number;
  readonly calls: number;
  /** True below the threshold. */
  readonly fits: boolean;
}

/** Compacts `rounds` rounds at once, as the single-shot tests do. */
export function compactKube(
  rounds: number,
  window: number,
  version: TailVersion,
  attempts?: number,
): TailResult {
  const entries = Array.from({ length: rounds }, () => kubeRound).flat();
  const session = smallSession({
    name: `kube-${rounds}r`,
    limit: window,
    steps: [{ label: 'user-msg', entries, ratio: 1, reported: false }],
  });
  const preset = contextGuardTail.presets.find(({ id }) => id === version);
  const settings = contextGuardTail.settings.parse({
    ...preset?.settings,
    window,
    ...(attempts === undefined ? {} : { attempts }),
  });
  const { columns } = replay(session, contextGuardTail, settings, {
    script: [{ bytes: SUMMARY_BYTES }],
  });
  const at = (column: ArrayLike<number>): number => column[0] ?? 0;
  return {
    before: at(columns.heuristicRaw),
    after: at(columns.heuristicSent),
    contentsBefore: session.profile.entryCount,
    contentsAfter: at(columns.contentsSent),
    calls: at(columns.attempts),
    fits: at(columns.heuristicSent) < at(columns.threshold),
  };
}

function retryRow(attempts: number): readonly Figure[] {
  const result = compactKube(3, 8_000, 'v0.8.0', attempts);
  const { before, after, contentsBefore, contentsAfter, calls, fits } = result;
  return [
    figure(attempts, 'count'),
    figure(before, 'tokens', sayNumber('24,126')),
    figure(after, 'tokens', sayNumber('8,068')),
    figure(1 - after / before, 'percent', said('66.6%', 0.666, 0.0005)),
    figure(`${contentsBefore} → ${contentsAfter}`, 'count', said('24→9', '24 → 9')),
    figure(fits, 'count', said('NO', false)),
    figure(calls, 'count'),
  ];
}

/** One row of the document's table: rounds, window, its figures. */
const contexts: readonly (readonly [
  rounds: number,
  window: number,
  after: string,
  fits: boolean,
])[] = [
  [3, 8_000, '8,068', false],
  [5, 8_000, '8,068', false],
  [10, 8_000, '8,068', false],
  [20, 8_000, '8,068', false],
  [3, 32_000, '24,126', true],
  [10, 32_000, '8,068', true],
  [20, 128_000, '24,223', true],
];

function contextRow([rounds, window, after, fits]: (typeof contexts)[number]): readonly Figure[] {
  const first = compactKube(rounds, window, 'v0.7.0');
  const second = compactKube(rounds, window, 'v0.8.0');
  return [
    figure(`kube-${rounds}r / ${window / 1_000}k`),
    figure(second.before),
    ...[first, second].flatMap((result) => [
      figure(result.after, 'tokens', sayNumber(after)),
      figure(result.contentsAfter, 'count'),
      figure(result.fits, 'count', said(fits ? 'YES' : 'NO', fits)),
    ]),
  ];
}

function why(): PartFigures {
  const { after } = compactKube(3, 8_000, 'v0.8.0');
  const tokensOf = (entries: readonly SizedEntry[]): number =>
    entries.reduce((sum, { sizes }) => sum + (sizes[0] ?? 0) / 4, 0);
  const round = tokensOf(kubeRound);
  const responses = tokensOf(kubeRound.filter(({ kind }) => kind === 'response'));
  return {
    lines: [
      [
        'Three tool responses',
        figure(responses, 'tokens', sayNumber('~8k', 500)),
        '2,370 + 716 + 4,832: more than the tail can hold',
      ],
      [
        'The whole last round',
        figure(round),
        'its 8 contents: the split goes back to the question, so that no call loses its response',
      ],
      ['The summary', figure(after - round), '(82 + 24 bytes) ÷ 4'],
      [
        'After any number of passes',
        figure(after, 'tokens', sayNumber('8,068')),
        'round + summary; half the budget leads back to the same question',
      ],
      [
        'Threshold',
        figure(windowThreshold(8_000, '>')),
        '8,000 − 1,600: one round alone is above it',
      ],
    ],
  };
}

/** Figures of the section "The recent tail". */
export const recentTailFigures: SeedFigures = {
  'tail-retries': () => ({ rows: [1, 3, 10, 20].map(retryRow) }),
  'tail-why': why,
  'tail-contexts': () => ({ rows: contexts.map(contextRow) }),
};
