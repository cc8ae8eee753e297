/**
 * What a band is made of, as one word of a link: a table's quantiles, the errors that are the band's edges,
 * the spread of growth. It stands where the setting `sizes` names a table, so that whatever replays the
 * setting has the same band, whichever tables and errors it was built with.
 *
 *     2026-11-23.1f2e3d4c*1*10*8607_12029_17402_27**-627_3695_8407_9*0.88*0_-120.5_-6000_*0_35_5200_
 *
 * Table, form, own rows and model's rows (1 or 0) before the summary's bytes, what came back, the same without
 * files, factor on the spread of growth, low and high edge. A spread is p10, median, p90 and its rows; a piece of
 * an edge is the projection it begins at, shift, error, and what the error is a share of.
 */
import { isTableId } from './frozen-table';
import type { BandEdges, EdgePiece } from './band-edges';
import type { MeasuredSizes, Spread } from './size-table';

/** The sizes and the band of one session's replay, apart from any table. */
export interface CarriedSizes {
  /** Without its table's model: that is the session's own. */
  readonly sizes: Omit<MeasuredSizes, 'model'>;
  /** The summary's bytes are those of the session's model alone. */
  readonly isOfModel: boolean;
  /** Factor on the distances from a density to its p10 and p90. */
  readonly growth: number;
  /** null: too few errors were known. */
  readonly edges: BandEdges | null;
}

const FORM = '1';
/** Most characters of such a word, and most pieces of an edge. */
const LONGEST = 4_000;
const MOST_PIECES = 40;
const MOST = 2 ** 31;
const MOST_GROWTH = 100;

/** The word of a link. */
export function writeCarried({ sizes, isOfModel, growth, edges }: CarriedSizes): string {
  const { table, isOwn, summaryBytes, back, rest } = sizes;
  const flags = `${Number(isOwn)}${Number(isOfModel)}`;
  const spreads = [summaryBytes, back, rest].map((one) => (one === null ? '' : spreadText(one)));
  const sides = [edges?.low ?? [], edges?.high ?? []].map((one) => one.flatMap(pieceOf).join('_'));
  return [table, FORM, flags, ...spreads, growth, ...sides].join('*');
}

const spreadText = ({ low, value, high, n }: Spread): string => [low, value, high, n].join('_');

const pieceOf = ({ from, line: { shift, error, of } }: EdgePiece) => [from, shift, error, of ?? ''];

/** True for a text that means to carry sizes, whether they can be read or not. */
export const isCarried = (text: string): boolean => text.includes('*');

/** The table that a link's word names; the text itself where it is a table's id. */
export const tableNamed = (text: string): string => text.split('*', 1)[0] ?? text;

/** A table in words, whichever way a setting names it. */
export const tableWords = (text: string): string =>
  isCarried(text) ? `${tableNamed(text)} with the link’s numbers` : text;

/** The last word that was read: every frame of a drag asks for the same. */
let last: { readonly text: string; readonly carried: CarriedSizes | null } | null = null;

/** Reads such a word, which anyone may have written; null for one that is none. */
export function readCarried(text: string): CarriedSizes | null {
  if (!isCarried(text)) return null;
  if (last?.text !== text) last = { text, carried: text.length > LONGEST ? null : read(text) };
  return last.carried;
}

function read(text: string): CarriedSizes | null {
  const [table = '', form, flags = '', ...rest] = text.split('*');
  const [bytes, back, without, growth = '', low, high, ...more] = rest;
  const summaryBytes = readSpread(bytes, 0);
  const [came, other] = [back, without].map((one) => (one === '' ? null : readSpread(one, -MOST)));
  const factor = numberIn(growth, 0, MOST_GROWTH);
  const edges = readEdges(low, high);
  if (form !== FORM || more.length > 0 || !isTableId(table) || !/^[01]{2}$/.test(flags))
    return null;
  if (summaryBytes === undefined || came === undefined || other === undefined) return null;
  if (factor === undefined || edges === undefined) return null;
  const sizes = { table, isOwn: flags.startsWith('1'), summaryBytes, back: came, rest: other };
  return { sizes, isOfModel: flags[1] === '1', growth: factor, edges };
}

function readSpread(text: string | undefined, least: number): Spread | undefined {
  const numbers = (text ?? '').split('_').map((one) => wholeIn(one, least, MOST));
  const [low, value, high, n = 0] = numbers;
  const isWhole = numbers.length === 4 && n >= 1;
  if (!isWhole || low === undefined || value === undefined || high === undefined) return undefined;
  return { low, value, high, n };
}

/** null for a word without a band; undefined for texts that are no edges. */
function readEdges(low: string | undefined, high: string | undefined) {
  if (low === '' && high === '') return null;
  const [below, above] = [readPieces(low), readPieces(high)];
  return below === undefined || above === undefined ? undefined : { low: below, high: above };
}

function readPieces(text: string | undefined): readonly EdgePiece[] | undefined {
  const numbers = (text ?? '').split('_');
  if (numbers.length % 4 !== 0 || numbers.length > 4 * MOST_PIECES) return undefined;
  const pieces: EdgePiece[] = [];
  for (let i = 0; i < numbers.length; i += 4) {
    const [start = '', by = '', off = '', share] = numbers.slice(i, i + 4);
    const from = wholeIn(start, 0, MOST);
    const shift = numberIn(by, -MOST, MOST);
    const error = numberIn(off, -MOST, MOST);
    const of = share === '' ? null : wholeIn(share ?? '', 1, MOST);
    if (from === undefined || shift === undefined || error === undefined) return undefined;
    const isNext = pieces.length === 0 ? from === 0 : from > (pieces.at(-1)?.from ?? 0);
    if (of === undefined || !isNext) return undefined;
    pieces.push({ from, line: { shift, error, of } });
  }
  return pieces;
}

const NUMBER = /^-?\d{1,10}(\.\d{1,25})?(e-\d{1,3})?$/;

/** A number as `String` writes it, in a range; undefined for another text. */
function numberIn(text: string, least: number, most: number): number | undefined {
  const value = NUMBER.test(text) ? Number(text) : NaN;
  return value >= least && value <= most ? value : undefined;
}

function wholeIn(text: string, least: number, most: number): number | undefined {
  const value = numberIn(text, least, most);
  return Number.isInteger(value) ? value : undefined;
}
