/** Guards for foreign JSON: every reader answers, none throws, whatever type stands in a field. */
import { parseTime } from '@/lib/base/iso-time';

/** A JSON object whose fields are not known yet. */
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

/** The time as ISO text; null for NaN and for years that ISO text cannot hold. */
export function timeText(milliseconds: number): string | null {
  return Math.abs(milliseconds) <= 8.64e15 ? new Date(milliseconds).toISOString() : null;
}
