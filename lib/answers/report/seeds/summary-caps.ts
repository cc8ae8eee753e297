/** Largest summary by window, measured on replays that compact once under the cap model. */
import { contextGuardThreshold } from '@/lib/policies/contextguard/threshold';
import { contextGuardBuffer } from '@/lib/engine/mechanisms/buffer';
import { replay } from '@/lib/engine/replay/replay';
import { figure, sayNumber, type Figure, type SeedsSection, type ModelTable } from './figure';
import { investigation } from './seeds';
import { smallSession } from './small-session';

/** Caps of one window, in tokens. */
interface SummaryCap {
  readonly window: number;
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
  const settings = contextGuardThreshold.settings.parse({
    window,
    summary: 'cap',
    quoteRequest: false,
  });
  const { columns } = replay(session, contextGuardThreshold, settings);
  const threshold = columns.threshold[0] ?? 0;
  return {
    window,
    buffer: columns.buffer[0] ?? 0,
    cap: columns.summaryTokens[0] ?? 0,
    threshold,
    share: (columns.heuristicSent[0] ?? 0) / threshold,
  };
}

type Words = Readonly<Record<'buffer' | 'cap' | 'threshold', string>>;

/** The document's rows and words, largest window first. */
const documented: Readonly<Record<number, Words>> = {
  200_000: { buffer: '20k', cap: '10k', threshold: '180k' },
  128_000: { buffer: '25.6k', cap: '12.8k', threshold: '102.4k' },
  32_000: { buffer: '6.4k', cap: '3.2k', threshold: '25.6k' },
  4_000: { buffer: '800', cap: '400', threshold: '3.2k' },
};

/** Windows of the table: the document's and their neighbours. */
const capWindows: readonly number[] = [
  1_000_000, 200_000, 199_999, 180_000, 128_000, 32_000, 8_000, 4_000,
];

function capRow(window: number): readonly Figure[] {
  const { buffer, cap, threshold, share } = summaryCap(window);
  const words = documented[window];
  const tokens = (value: number, text: string | undefined): Figure =>
    figure(value, 'tokens', text === undefined ? {} : sayNumber(text));
  return [
    figure(window),
    tokens(buffer, words?.buffer),
    tokens(cap, words?.cap),
    tokens(threshold, words?.threshold),
    figure(share, 'share'),
    figure(Math.trunc(contextGuardBuffer(window, '>') / 2)),
  ];
}

/** Cap by window. */
const summaryCapTable = (): ModelTable => ({
  kind: 'table',
  id: 'summary-caps-table',
  caption: 'Summary cap by window',
  sources: [
    investigation(
      'Part 2, “Why there’s no need for retry”',
      'The summary is generated with `maxOutputTokens = buffer × 0.50`',
      '| 200k | 20k | 10k | ~10k | 180k |',
      '| 128k | 25.6k | 12.8k | ~12.8k | 102.4k |',
      '| 32k | 6.4k | 3.2k | ~3.2k | 25.6k |',
      '| 4k | 800 | 400 | ~400 | 3.2k |',
    ),
  ],
  columns: [
    { label: 'window' },
    { label: 'buffer', how: 'section 1' },
    { label: 'summary cap', how: 'trunc(buffer × 0.50)' },
    { label: 'threshold', how: 'window − buffer' },
    { label: 'after a compaction', how: '(summary + continuation) ÷ threshold' },
    { label: 'cap before v0.9.1', how: 'with the boundary >' },
  ],
  rows: capWindows.map(capRow),
  reasons: [
    'The document is of February, when the code still compared with >: a window of exactly 200,000 then had a buffer of 40,000 and a cap of 20,000 (difference 2).',
  ],
});

/** Section 7 of the page. */
export const summaryCapSection = (): SeedsSection => ({
  id: 'summary-caps',
  title: 'Summary caps',
  lead: [
    'The summariser may answer with half the buffer. A small window therefore has the larger cap: 128,000 allows 12,800 tokens of summary, 200,000 and 1,000,000 allow 10,000. At 199,999 it is 19,999. The document’s “orders of magnitude below the threshold” is one order of magnitude: the cap alone is an eighth of a small window’s threshold, and the prefix comes on top of it.',
  ],
  parts: [summaryCapTable()],
});
