/** Sessions without usage: the ratio from which the default factor lets a request overflow. */
import { contextGuardThreshold } from '@/lib/policies/contextguard/threshold';
import { windowThreshold } from '@/lib/engine/mechanisms/buffer';
import { replay } from '@/lib/engine/replay/replay';
import { overflows } from '@/lib/analysis/explain/step-events';
import { figure, said, type Figure, type ModelTable, type SeedsSection } from '../figure';
import { thresholdFirst, thresholdSecond } from '../seeds';
import { smallSession } from '../small-session';

/** The default factors of the versions. */
const factors = [1.5, 2, 2.5] as const;

const windows: readonly number[] = [8_000, 200_000, 1_000_000];

/** Ratio above which a request may overflow before the threshold is reached. */
export const safeRatio = (factor: number, window: number): number =>
  (factor * window) / windowThreshold(window);

/** Largest heuristic that the default factor holds: trunc(h × factor) < threshold. */
export function largestHeld(factor: number, window: number): number {
  const threshold = windowThreshold(window);
  let held = Math.ceil(threshold / factor);
  while (Math.trunc(held * factor) >= threshold) held--;
  return held;
}

/** The largest held request at a ratio, replayed without usage: true if it overflows. */
export function overflowsAt(factor: number, window: number, ratio: number): boolean {
  const session = smallSession({
    name: 'no usage',
    limit: window,
    steps: [
      {
        label: 'user-msg',
        entries: [{ role: 'user', kind: 'text', sizes: [largestHeld(factor, window) * 4] }],
        ratio,
        reported: false,
      },
    ],
  });
  const settings = contextGuardThreshold.settings.parse({ window, factor });
  const run = replay(session, contextGuardThreshold, settings);
  return run.columns.compacted[0] === 0 && overflows(run, 0);
}

/** Figures of the documents' one scenario: a ratio of 3.0 in a window of 8,000, factor 2.0. */
const DOCUMENTED = { factor: 2, window: 8_000, ratio: 3 } as const;

function row(factor: number, window: number): readonly Figure[] {
  const bound = safeRatio(factor, window);
  const held = largestHeld(factor, window);
  return [
    figure(factor, 'factor'),
    figure(window),
    figure(windowThreshold(window)),
    figure(held),
    figure(bound, 'factor'),
    figure(overflowsAt(factor, window, bound * 0.99), 'count'),
    figure(overflowsAt(factor, window, bound * 1.01), 'count', { bad: true }),
  ];
}

const ruleTable = (): ModelTable => ({
  kind: 'table',
  id: 'missing-usage-table',
  caption: 'Largest ratio that the default factor covers without usage',
  sources: [
    thresholdFirst(
      '“Known limitation”',
      "the system has no way to learn the real ratio. Providers that don't report `UsageMetadata` should use `WithMaxTokens()` with a conservative override.",
    ),
    thresholdSecond(
      '“Known limitation”',
      'when `tokenRatio > defaultHeuristicCorrectionFactor (2.5)`',
    ),
  ],
  columns: [
    { label: 'factor' },
    { label: 'window' },
    { label: 'threshold' },
    { label: 'largest held', how: 'counted tokens that do not fire' },
    { label: 'ratio covered', how: 'factor × window ÷ threshold' },
    { label: '1 % below', how: 'overflows' },
    { label: '1 % above', how: 'overflows' },
  ],
  rows: factors.flatMap((factor) => windows.map((window) => row(factor, window))),
  reasons: [],
});

/** The documents' scenario against the rule. */
const documentedTable = (): ModelTable => {
  const { factor, window, ratio } = DOCUMENTED;
  const now = 2.5;
  const line = (used: number): readonly Figure[] => [
    figure(used, 'factor'),
    figure(ratio, 'factor'),
    figure(safeRatio(used, window), 'factor'),
    figure(
      overflowsAt(used, window, ratio),
      'count',
      used === factor ? said('known limitation', true) : {},
    ),
  ];
  return {
    kind: 'table',
    id: 'missing-usage-documented',
    caption: 'The documents’ one scenario: 8k_NoUsageMetadata_BeyondDefault',
    sources: [
      thresholdFirst(
        '“Brutal tests” and “Known limitation”',
        '| `8k_NoUsageMetadata_BeyondDefault` | 8k | 15 | 3.0 | Ratio > default factor (known limitation) |',
        '`TestBrutal_8k_NoUsageMetadata_BeyondDefault` documents that when `tokenRatio > defaultHeuristicCorrectionFactor (2.0)`',
      ),
    ],
    columns: [
      { label: 'factor' },
      { label: 'ratio' },
      { label: 'ratio covered', how: 'factor × 8,000 ÷ 6,400' },
      { label: 'can overflow', how: 'the largest held request, replayed' },
    ],
    rows: [line(factor), line(now)],
    reasons: [],
  };
};

/** The section of the page. */
export const missingUsageSection = (): SeedsSection => ({
  id: 'missing-usage',
  title: 'Sessions without usage',
  lead: [
    'Without usage only the default factor stands between the heuristic and the threshold. A request overflows unseen if real ÷ heuristic is above factor × window ÷ threshold, not above the factor as the documents say: the buffer covers a part. With 2.5 that is 3.125 at 8,000, 2.78 at 200,000 and 2.55 at 1,000,000. The larger the window, the smaller the share that the buffer covers.',
  ],
  parts: [ruleTable(), documentedTable()],
});
