/** Guards for foreign JSON: they accept any type of value and never throw. */
import { isoText, parseTime } from '@/lib/engine/base/iso-time';

/** Place of a record in its trace: a line, a JSON path, or a table and its row. */
export type At = number | string;

/** A JSON object with unknown fields. */
export type Fields = Readonly<Record<string, unknown>>;

/** The value as an object, or null. */
export function fieldsOf(value: unknown): Fields | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Fields)
    : null;
}

/** The value as a list; empty for anything else. */
export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? (value as readonly unknown[]) : [];
}

/** The value as a string that is not empty, or null. */
export function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

/** The first text among the fields of these names, or null. */
export function firstText(fields: Fields | null, names: readonly string[]): string | null {
  for (const name of names) {
    const text = textOf(fields?.[name]);
    if (text !== null) return text;
  }
  return null;
}

/** The value as a finite number, or null. */
export const numberOf = (value: unknown): number | null =>
  typeof value === 'number' && Number.isFinite(value) ? value : null;

/** Names of an archive's members, by the head of a trace. */
export const memberNames = (head: unknown): readonly string[] =>
  listOf(fieldsOf(head)?.['names']).filter((name) => typeof name === 'string');

/** The value as a count (a whole number from 0 to 2^31 − 1), or null. */
export function countOf(value: unknown): number | null {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= 0x7fffffff
    ? value
    : null;
}

/** Milliseconds since 1970 of a recorded time, or NaN. */
export function millisecondsOf(value: unknown): number {
  return typeof value === 'string' ? parseTime(value) : NaN;
}

/** The time as ISO text; null for none, for NaN and for years beyond ISO text. */
export function timeText(milliseconds: number | null): string | null {
  return milliseconds !== null && Math.abs(milliseconds) <= 8.64e15 ? isoText(milliseconds) : null;
}

/** A moment, an ISO text or milliseconds since 1970, as ISO text; null for anything else. */
export const isoOf = (value: unknown): string | null =>
  timeText(typeof value === 'string' ? parseTime(value) : numberOf(value));

/** The recorded time of a line; null without one. */
export function timeOf(line: Fields): string | null {
  const text = textOf(line['timestamp']);
  return text !== null && !Number.isNaN(parseTime(text)) ? text : null;
}
