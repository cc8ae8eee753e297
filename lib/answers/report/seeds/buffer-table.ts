/** The buffer rule of ContextGuard over windows, under both of its boundaries. */
import { contextGuardBuffer, type BufferBoundary } from '@/lib/engine/mechanisms/buffer';
import { figure, sayNumber, type Figure, type SeedFigures } from './figure';

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
const windows: readonly number[] = [
  4_000, 8_000, 32_000, 128_000, 180_000, 199_999, 200_000, 200_001, 1_000_000,
];

/** The documents' own words, by window: buffer and threshold, and both before v0.9.1. */
const documented: Readonly<Record<number, readonly string[]>> = {
  4_000: ['800', '3.2k'],
  8_000: ['1.6k', '6.4k'],
  32_000: ['6.4k', '25.6k'],
  128_000: ['25.6k', '102.4k'],
  180_000: ['36k', '144k'],
  200_000: ['20k', '180k', '40k', '160k'],
};

const tokens = (value: number, words: string | undefined): Figure =>
  figure(value, 'tokens', words === undefined ? {} : sayNumber(words));

function tableRow(window: number): readonly Figure[] {
  const row = bufferRow(window);
  const [buffer, threshold, oldBuffer, oldThreshold] = documented[window] ?? [];
  return [
    figure(window),
    tokens(row.buffer, buffer),
    tokens(row.threshold, threshold),
    figure(row.share, 'share'),
    tokens(row.oldBuffer, oldBuffer),
    tokens(row.oldThreshold, oldThreshold),
    figure(row.threshold - row.oldThreshold, 'signed'),
  ];
}

/** Each document's statement about a window of exactly 200,000: rule, buffer, threshold. */
const statements: readonly (readonly [BufferBoundary, string, string])[] = [
  ['>', '20k', '180k'],
  ['>', '20k', '180k'],
  ['>', '40k', '160k'],
  ['>=', '20k', '180k'],
];

/** Figures of the section "Buffer and threshold". */
export const bufferFigures: SeedFigures = {
  'buffer-table': () => ({ rows: windows.map(tableRow) }),
  'boundary-table': () => ({
    rows: statements.map(([boundary, ...words]) => {
      const buffer = contextGuardBuffer(200_000, boundary);
      return [figure(boundary), tokens(buffer, words[0]), tokens(200_000 - buffer, words[1])];
    }),
  }),
};
