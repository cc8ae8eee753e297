/** Sessions without usage: the ratio from which the default factor lets a request overflow. */
import { firstWhere } from '@/lib/engine/base/search';
import { windowThreshold } from '@/lib/engine/mechanisms/buffer';
import { overflows } from '@/lib/analysis/explain/step-events';
import { figure, said, type Figure, type SeedFigures } from '../figure';
import { replayThreshold } from '../replays';
import { smallSession } from '../small-session';

/** The default factors of the versions. */
const factors = [1.5, 2, 2.5] as const;

const windows: readonly number[] = [8_000, 200_000, 1_000_000];

/** Ratio above which a request may overflow before the threshold is reached. */
export const safeRatio = (factor: number, window: number): number =>
  (factor * window) / windowThreshold(window);

/** Largest heuristic that the default factor holds: trunc(h × factor) < threshold. */
export const largestHeld = (factor: number, window: number): number =>
  firstWhere(0, window, (held) => Math.trunc(held * factor) >= windowThreshold(window)) - 1;

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
  const run = replayThreshold(session, { window, factor });
  return run.columns.compacted[0] === 0 && overflows(run, 0);
}

function row(factor: number, window: number): readonly Figure[] {
  const bound = safeRatio(factor, window);
  return [
    figure(factor, 'factor'),
    figure(window),
    figure(windowThreshold(window)),
    figure(largestHeld(factor, window)),
    figure(bound, 'factor'),
    figure(overflowsAt(factor, window, bound * 0.99), 'count'),
    figure(overflowsAt(factor, window, bound * 1.01), 'count', { bad: true }),
  ];
}

/** Figures of the documents' one scenario: a ratio of 3.0 in a window of 8,000, factor 2.0. */
const DOCUMENTED = { factor: 2, window: 8_000, ratio: 3 } as const;

/** The documents' scenario against the rule, with a factor. */
function documentedRow(factor: number): readonly Figure[] {
  const { window, ratio } = DOCUMENTED;
  const words = factor === DOCUMENTED.factor ? said('known limitation', true) : {};
  return [
    figure(factor, 'factor'),
    figure(ratio, 'factor'),
    figure(safeRatio(factor, window), 'factor'),
    figure(overflowsAt(factor, window, ratio), 'count', words),
  ];
}

/** Figures of the section "Sessions without usage". */
export const missingUsageFigures: SeedFigures = {
  'missing-usage-table': () => ({
    rows: factors.flatMap((factor) => windows.map((window) => row(factor, window))),
  }),
  'missing-usage-documented': () => ({ rows: [DOCUMENTED.factor, 2.5].map(documentedRow) }),
};
