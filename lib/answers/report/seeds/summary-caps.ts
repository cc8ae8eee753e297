/** Largest summary by window, measured on replays that compact once under the cap model. */
import { numberAt } from '@/lib/engine/base/read';
import { contextGuardBuffer } from '@/lib/engine/mechanisms/buffer';
import { figure, sayNumber, type Figure, type SeedFigures } from './figure';
import { replayThreshold } from './replays';
import { smallSession } from './small-session';

/** Caps of one window, in tokens. */
interface SummaryCap {
  readonly buffer: number;
  readonly cap: number;
  readonly threshold: number;
  /** Summary and continuation together, as a share of the threshold. */
  readonly share: number;
}

/** Replays a request as large as the window, so that it compacts, and reads the summary's size. */
export function summaryCap(window: number): SummaryCap {
  const session = smallSession({
    name: `window ${window}`,
    limit: window,
    steps: [
      {
        label: 'user-msg',
        entries: [{ role: 'user', kind: 'text', sizes: [window * 4] }],
        ratio: 1,
      },
    ],
  });
  const { columns } = replayThreshold(session, { window, summary: 'cap', quoteRequest: false });
  const threshold = numberAt(columns.threshold, 0);
  return {
    buffer: numberAt(columns.buffer, 0),
    cap: numberAt(columns.summaryTokens, 0),
    threshold,
    share: numberAt(columns.heuristicSent, 0) / threshold,
  };
}

/** Windows of the table, and the document's words of them: buffer, cap and threshold. */
const windows: readonly (readonly [window: number, ...words: readonly string[]])[] = [
  [1_000_000],
  [200_000, '20k', '10k', '180k'],
  [199_999],
  [180_000],
  [128_000, '25.6k', '12.8k', '102.4k'],
  [32_000, '6.4k', '3.2k', '25.6k'],
  [8_000],
  [4_000, '800', '400', '3.2k'],
];

/** Figures of the section "Summary caps". */
export const summaryCapFigures: SeedFigures = {
  'summary-caps-table': () => ({
    rows: windows.map(([window, ...words]) => {
      const { buffer, cap, threshold, share } = summaryCap(window);
      const tokens = (value: number, text: string | undefined): Figure =>
        figure(value, 'tokens', text === undefined ? {} : sayNumber(text));
      return [
        figure(window),
        tokens(buffer, words[0]),
        tokens(cap, words[1]),
        tokens(threshold, words[2]),
        figure(share, 'share'),
        figure(Math.trunc(contextGuardBuffer(window, '>') / 2)),
      ];
    }),
  }),
};
