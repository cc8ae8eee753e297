import { floatAt, intAt } from '@/lib/engine/base/read';
import type { SessionTotals } from '@/lib/analysis/compare/session-totals';

/** The totals of each session under each cell, as columns; not computed yet where `passes` is −1. */
export interface SweepResults {
  readonly sessions: number;
  readonly cells: number;
  /** One value per session and cell, a session's cells beside each other. */
  readonly compactions: Int32Array;
  readonly passes: Int32Array;
  readonly overflowSteps: Int32Array;
  readonly firstOverflow: Int32Array;
  readonly loop: Uint8Array;
  readonly sent: Float64Array;
  readonly unused: Float64Array;
}

/** Results of which nothing is computed yet. */
export function emptyResults(sessions: number, cells: number): SweepResults {
  const size = sessions * cells;
  return {
    sessions,
    cells,
    compactions: new Int32Array(size),
    passes: new Int32Array(size).fill(-1),
    overflowSteps: new Int32Array(size),
    firstOverflow: new Int32Array(size).fill(-1),
    loop: new Uint8Array(size),
    sent: new Float64Array(size),
    unused: new Float64Array(size),
  };
}

/** The same results with room for more cells at the end of each session's. */
export function widened(results: SweepResults, cells: number): SweepResults {
  if (cells === results.cells) return results;
  const wide = emptyResults(results.sessions, cells);
  for (let session = 0; session < results.sessions; session++) {
    const from = session * results.cells;
    for (const name of columnNames) {
      wide[name].set(results[name].subarray(from, from + results.cells), session * cells);
    }
  }
  return wide;
}

const columnNames = [
  'compactions',
  'passes',
  'overflowSteps',
  'firstOverflow',
  'loop',
  'sent',
  'unused',
] as const satisfies readonly (keyof SweepResults)[];

/** Copies the totals at one place to a place of other results. */
export function copyColumns(from: SweepResults, at: number, to: SweepResults, place: number): void {
  for (const name of columnNames) to[name][place] = from[name][at] ?? 0;
}

/** Some cells of results, in the order of their indexes. */
export function pickedCells(results: SweepResults, cells: readonly number[]): SweepResults {
  const picked = emptyResults(results.sessions, cells.length);
  for (let session = 0; session < results.sessions; session++) {
    for (const [at, cell] of cells.entries()) {
      copyColumns(results, session * results.cells + cell, picked, session * cells.length + at);
    }
  }
  return picked;
}

/** Stores one session's totals under one cell. */
export function putTotals(
  results: SweepResults,
  session: number,
  cell: number,
  totals: SessionTotals,
): void {
  const at = session * results.cells + cell;
  results.compactions[at] = totals.compactions;
  results.passes[at] = totals.passes;
  results.overflowSteps[at] = totals.overflowSteps;
  results.firstOverflow[at] = totals.firstOverflow;
  results.loop[at] = totals.loop ? 1 : 0;
  results.sent[at] = totals.sent;
  results.unused[at] = totals.unused;
}

/** One session's totals under one cell; null while they are not computed. */
export function totalsAt(
  results: SweepResults,
  session: number,
  cell: number,
): SessionTotals | null {
  const at = session * results.cells + cell;
  const passes = intAt(results.passes, at);
  if (!(passes >= 0)) return null;
  return {
    compactions: intAt(results.compactions, at),
    passes,
    overflowSteps: intAt(results.overflowSteps, at),
    firstOverflow: intAt(results.firstOverflow, at),
    loop: results.loop[at] === 1,
    sent: floatAt(results.sent, at),
    unused: floatAt(results.unused, at),
  };
}

/**
 * A number for each cell: equal where every session has the same events (compactions, passes,
 * overflow, loop). Cells that are not computed stand together.
 */
export const eventClasses = (results: SweepResults): Int32Array => classesBy(results, eventsText);

/** The same with what is sent and what is unused: cells of one class are one replay, as far as totals tell. */
export const outcomeClasses = (results: SweepResults): Int32Array =>
  classesBy(results, (of, at) => `${eventsText(of, at)},${of.sent[at]},${of.unused[at]}`);

function classesBy(
  results: SweepResults,
  textOf: (results: SweepResults, at: number) => string,
): Int32Array {
  const { sessions, cells } = results;
  // Cells are parted session by session: two stay together while their events agree.
  const classes = new Int32Array(cells);
  for (let session = 0; session < sessions; session++) {
    const known = new Map<string, number>();
    for (let cell = 0; cell < cells; cell++) {
      const key = `${classes[cell]} ${textOf(results, session * cells + cell)}`;
      const found = known.get(key) ?? known.size;
      known.set(key, found);
      classes[cell] = found;
    }
  }
  return classes;
}

const eventsText = (
  { compactions, passes, overflowSteps, loop }: SweepResults,
  at: number,
): string => `${compactions[at]},${passes[at]},${overflowSteps[at]},${loop[at]}`;

const MAGIC = [0x48, 0x57, 0x53, 1] as const;

/**
 * Results as bytes, the same on every machine: "HWS" and a version, two counts, then the columns,
 * little endian.
 */
export function encodeResults(results: SweepResults): Uint8Array {
  const size = results.sessions * results.cells;
  const bytes = new Uint8Array(12 + size * 33);
  const view = new DataView(bytes.buffer);
  bytes.set(MAGIC);
  view.setUint32(4, results.sessions, true);
  view.setUint32(8, results.cells, true);
  let at = 12;
  for (const name of ['sent', 'unused'] as const) {
    for (const value of results[name]) {
      view.setFloat64(at, value, true);
      at += 8;
    }
  }
  for (const name of ['compactions', 'passes', 'overflowSteps', 'firstOverflow'] as const) {
    for (const value of results[name]) {
      view.setInt32(at, value, true);
      at += 4;
    }
  }
  bytes.set(results.loop, at);
  return bytes;
}

/** Reads what {@link encodeResults} wrote; throws a RangeError for anything else. */
export function decodeResults(bytes: Uint8Array): SweepResults {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const known = bytes.length >= 12 && MAGIC.every((byte, i) => bytes[i] === byte);
  const size = known ? view.getUint32(4, true) * view.getUint32(8, true) : 0;
  if (!known || bytes.length !== 12 + size * 33) {
    throw new RangeError('These bytes are not the results of a sweep');
  }
  const results = emptyResults(view.getUint32(4, true), view.getUint32(8, true));
  let at = 12;
  for (const name of ['sent', 'unused'] as const) {
    for (let i = 0; i < size; i++, at += 8) results[name][i] = view.getFloat64(at, true);
  }
  for (const name of ['compactions', 'passes', 'overflowSteps', 'firstOverflow'] as const) {
    for (let i = 0; i < size; i++, at += 4) results[name][i] = view.getInt32(at, true);
  }
  results.loop.set(bytes.subarray(at));
  return results;
}
