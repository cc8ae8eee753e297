import { figureIds, type FigureId } from './figure-ids';
import { emptyFigures, type FigureResults } from './figure-results';

const MAGIC = [0x48, 0x57, 0x46, 1] as const;

/**
 * Figures as bytes, the same on every machine: "HWF" and a version, counts of sessions, cells and
 * figures, their names in ASCII with a length before each, then the columns, little endian.
 */
export function encodeFigures({ figures, sessions, cells, values }: FigureResults): Uint8Array {
  const names = figures.reduce((sum, { length }) => sum + 1 + length, 0);
  const bytes = new Uint8Array(16 + names + figures.length * sessions * cells * 8);
  const view = new DataView(bytes.buffer);
  bytes.set(MAGIC);
  [sessions, cells, figures.length].forEach((count, i) => view.setUint32(4 + i * 4, count, true));
  let at = 16;
  for (const id of figures) {
    bytes.set([id.length, ...[...id].map((sign) => sign.charCodeAt(0))], at);
    at += 1 + id.length;
  }
  for (const column of values) {
    for (const value of column) {
      view.setFloat64(at, value, true);
      at += 8;
    }
  }
  return bytes;
}

/** Reads what {@link encodeFigures} wrote; throws a RangeError for anything else. */
export function decodeFigures(bytes: Uint8Array): FigureResults {
  if (bytes.length < 16 || MAGIC.some((byte, i) => bytes[i] !== byte)) throw unreadable();
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const [sessions, cells, count] = [4, 8, 12].map((place) => view.getUint32(place, true));
  if (sessions === undefined || cells === undefined || count === undefined) throw unreadable();
  const figures: FigureId[] = [];
  let at = 16;
  for (let i = 0; i < count; i++) {
    const end = at + 1 + (bytes[at] ?? 0);
    const name = String.fromCharCode(...bytes.subarray(at + 1, end));
    const id = figureIds.find((one) => one === name);
    if (id === undefined) throw unreadable();
    figures.push(id);
    at = end;
  }
  if (bytes.length !== at + count * sessions * cells * 8) throw unreadable();
  const results = emptyFigures(figures, sessions, cells);
  for (const column of results.values) {
    for (let i = 0; i < column.length; i++, at += 8) column[i] = view.getFloat64(at, true);
  }
  return results;
}

const unreadable = (): RangeError => new RangeError('These bytes are not the figures of a sweep');
