/** The buffer rule of ContextGuard over windows, under both of its boundaries. */
import { contextGuardBuffer, type BufferBoundary } from '@/lib/engine/mechanisms/buffer';
import { figure, sayNumber, type Figure, type SeedsSection, type ModelTable } from './figure';
import { investigation, thresholdFirst, thresholdSecond } from './seeds';

/** One window under both boundaries, in tokens. */
interface BufferRow {
  readonly window: number;
  readonly buffer: number;
  readonly threshold: number;
  /** buffer / window; NaN for a window of 0. */
  readonly share: number;
  readonly oldBuffer: number;
  readonly oldThreshold: number;
}

/** The buffer rule at one window. */
export function bufferRow(window: number): BufferRow {
  const buffer = contextGuardBuffer(window, '>=');
  const oldBuffer = contextGuardBuffer(window, '>');
  return {
    window,
    buffer,
    threshold: window - buffer,
    share: buffer / window,
    oldBuffer,
    oldThreshold: window - oldBuffer,
  };
}

/** Windows of the table: those of the documents, and both sides of the jump. */
const bufferWindows: readonly number[] = [
  4_000, 8_000, 32_000, 128_000, 180_000, 199_999, 200_000, 200_001, 1_000_000,
];

type Cells = Partial<Record<Exclude<keyof BufferRow, 'share'>, string>>;

/** The documents' own words, by window. */
const documented: Readonly<Record<number, Cells>> = {
  4_000: { buffer: '800', threshold: '3.2k' },
  8_000: { buffer: '1.6k', threshold: '6.4k' },
  32_000: { buffer: '6.4k', threshold: '25.6k' },
  128_000: { buffer: '25.6k', threshold: '102.4k' },
  180_000: { buffer: '36k', threshold: '144k' },
  200_000: { buffer: '20k', threshold: '180k', oldBuffer: '40k', oldThreshold: '160k' },
};

const sayTokens = (text: string | undefined) => (text === undefined ? {} : sayNumber(text));

function tableRow(window: number): readonly Figure[] {
  const row = bufferRow(window);
  const cells = documented[window] ?? {};
  const tokens = (key: keyof Cells): Figure => figure(row[key], 'tokens', sayTokens(cells[key]));
  return [
    figure(window),
    tokens('buffer'),
    tokens('threshold'),
    figure(row.share, 'share'),
    tokens('oldBuffer'),
    tokens('oldThreshold'),
    figure(row.threshold - row.oldThreshold, 'signed'),
  ];
}

/** 4k to 1M under both boundaries. */
const bufferTable = (): ModelTable => ({
  kind: 'table',
  id: 'buffer-table',
  caption: 'Buffer and threshold by window',
  sources: [
    thresholdSecond(
      '“Buffer calculation”, “Buffer boundary off-by-one”, “Why WithMaxTokens…”',
      "| >=200k (e.g. 200k) | 20k fixed | 180k | Large windows don't need proportional buffers |",
      '| <200k (e.g. 8k) | 20% (1.6k) | 6.4k | Small windows need proportional headroom |',
      'Result: buffer = 40k, threshold = 160k instead of the intended buffer = 20k, threshold = 180k.',
      '`computeBuffer(180000)` → `180000 < 200000` → buffer = 36k → threshold = 144k.',
    ),
    investigation(
      'Part 2, “Why there’s no need for retry”',
      '| 128k | 25.6k | 12.8k | ~12.8k | 102.4k |',
      '| 32k | 6.4k | 3.2k | ~3.2k | 25.6k |',
      '| 4k | 800 | 400 | ~400 | 3.2k |',
    ),
  ],
  columns: [
    { label: 'window' },
    { label: 'buffer', how: 'w ≥ 200,000 ? 20,000 : trunc(0.2 w)' },
    { label: 'threshold', how: 'w − buffer' },
    { label: 'share', how: 'buffer ÷ w' },
    { label: 'buffer before v0.9.1', how: 'w > 200,000 ? 20,000 : trunc(0.2 w)' },
    { label: 'threshold before v0.9.1', how: 'w − buffer' },
    { label: 'change', how: 'threshold, new − old' },
  ],
  rows: bufferWindows.map(tableRow),
  reasons: [],
});

interface Statement {
  readonly where: string;
  readonly window: number;
  readonly boundary: BufferBoundary;
  readonly code: string;
  readonly buffer: string;
  readonly threshold: string;
}

/** Each document's statement about a window of exactly 200,000, and the code it describes. */
const statements: readonly Statement[] = [
  {
    where: 'threshold-strategy-v1.md: “>200k (e.g. 200k)”',
    window: 200_000,
    boundary: '>',
    code: 'v0.9.0, factor 2.0',
    buffer: '20k',
    threshold: '180k',
  },
  {
    where: 'investigation-results.md, Part 2: “200k”',
    window: 200_000,
    boundary: '>',
    code: 'v0.9.0, factor 2.0',
    buffer: '20k',
    threshold: '180k',
  },
  {
    where: 'threshold-strategy-v2.md: “off-by-one”, before',
    window: 200_000,
    boundary: '>',
    code: 'v0.9.0',
    buffer: '40k',
    threshold: '160k',
  },
  {
    where: 'threshold-strategy-v2.md: “>=200k (e.g. 200k)”',
    window: 200_000,
    boundary: '>=',
    code: 'v0.9.1 and later',
    buffer: '20k',
    threshold: '180k',
  },
];

/** The documents' statements about a window of exactly 200,000. */
const boundaryTable = (): ModelTable => ({
  kind: 'table',
  id: 'boundary-table',
  caption: 'Statements about a window of exactly 200,000',
  sources: [
    thresholdFirst(
      '“Buffer calculation”',
      "| >200k (e.g. 200k) | 20k fixed | 180k | Large windows don't need proportional buffers |",
    ),
    investigation('Part 2', '| 200k | 20k | 10k | ~10k | 180k |'),
    thresholdSecond(
      '“Buffer calculation”, “Buffer boundary off-by-one”',
      '`computeBuffer()` used `contextWindow > 200000` — for a 200k window exactly, this was `false`, so the 20% ratio applied instead of the fixed 20k buffer. Result: buffer = 40k, threshold = 160k instead of the intended buffer = 20k, threshold = 180k.',
    ),
  ],
  columns: [
    { label: 'document' },
    { label: 'code at that time' },
    { label: 'rule' },
    { label: 'buffer', how: 'by that rule' },
    { label: 'threshold', how: '200,000 − buffer' },
  ],
  rows: statements.map(({ where, window, boundary, code, ...words }) => {
    const buffer = contextGuardBuffer(window, boundary);
    return [
      figure(where),
      figure(code),
      figure(boundary),
      figure(buffer, 'tokens', sayTokens(words.buffer)),
      figure(window - buffer, 'tokens', sayTokens(words.threshold)),
    ];
  }),
  reasons: [
    'Difference 2: “>200k (e.g. 200k)” contradicts itself. Until v0.9.1 the code compared with >, so a window of exactly 200,000 took the 20 % buffer: 40,000, threshold 160,000. The documents of February give the figures that were meant.',
  ],
});

/** Section 1 of the page. */
export const bufferSection = (): SeedsSection => ({
  id: 'buffer',
  title: 'Buffer and threshold',
  lead: [
    'ContextGuard keeps a reserve: 20,000 tokens for large windows, a fifth of the window for the others. The rest of the window is the threshold for the decision value. The rule jumps: one token of window, from 199,999 to 200,000, moves the threshold from 160,000 to 180,000, and no window has a threshold between them.',
  ],
  parts: [bufferTable(), boundaryTable()],
});
