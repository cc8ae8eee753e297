import { isoText, parseTime } from '@/lib/engine/base/iso-time';
import type { Json } from '@/lib/engine/session/schema';

/** Above this a number of "seconds" is in milliseconds (the year 5138). */
const SECONDS = 1e11;
const MILLISECONDS = 1e14;
const MICROSECONDS = 1e17;

/** Seconds since 1970 of a timestamp: a number, an ISO date, a database date without zone (UTC). */
export function readSeconds(value: Json | undefined): number | null {
  if (typeof value === 'number') {
    if (!Number.isFinite(value) || value < 0) return null;
    if (value > MICROSECONDS) return value / 1e9;
    return value > MILLISECONDS ? value / 1e6 : value > SECONDS ? value / 1000 : value;
  }
  if (typeof value !== 'string') return null;
  const [, day, time, zone] =
    /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d(?::\d\d(?:\.\d+)?)?) ?(Z|[+-]\d\d:?\d\d)?$/.exec(value) ?? [];
  if (day === undefined || time === undefined) return null;
  const milliseconds = Date.parse(`${day}T${time}${zone ?? 'Z'}`);
  return Number.isNaN(milliseconds) ? null : milliseconds / 1000;
}

/** The moment as an ISO date; null for anything but a date. */
export function isoTime(seconds: number | null): string | null {
  if (seconds === null || seconds > SECONDS) return null;
  return isoText(Math.round(seconds * 1000));
}

/** Smallest count in seconds; from 2001 to 2286 seconds and milliseconds differ by their size. */
const SMALLEST_SECONDS = 1e9;
const SMALLEST_MILLISECONDS = 1e12;

/** `2026-01-22 10:00:00.123` without a zone, as databases print UTC. */
const zoneless = /^\d{4}-\d\d-\d\d[ T]\d\d:\d\d(:\d\d(\.\d+)?)?$/;

/** Milliseconds since 1970 of a logged time: ISO text or a count; null for anything else. */
export function timeIn(value: unknown): number | null {
  if (typeof value === 'number') {
    if (value >= SMALLEST_MILLISECONDS && value < SMALLEST_MILLISECONDS * 10)
      return Math.trunc(value);
    if (value >= SMALLEST_SECONDS && value < SMALLEST_SECONDS * 10) return Math.trunc(value * 1000);
    return null;
  }
  if (typeof value !== 'string' || value.length > 64) return null;
  const time = parseTime(zoneless.test(value) ? `${value.replace(' ', 'T')}Z` : value);
  return Number.isNaN(time) ? null : time;
}

const MONTHS = 'JanFebMarAprMayJunJulAugSepOctNovDec';

/** `Thu, 01 Jan 2026 10:00:00 GMT`, with `+0000` in mail's form. */
const headerTime =
  /^[A-Z][a-z]{2}, (\d\d) ([A-Z][a-z]{2}) (\d{4}) (\d\d:\d\d:\d\d) (?:GMT|\+0000)$/;

/** Milliseconds since 1970 of a time in an HTTP header; null for anything else. */
export function httpTime(value: unknown): number | null {
  const [, day, name, year, time] = headerTime.exec(typeof value === 'string' ? value : '') ?? [];
  if (day === undefined || name === undefined || year === undefined || time === undefined)
    return null;
  const month = MONTHS.indexOf(name) / 3 + 1;
  return Number.isInteger(month) && month > 0
    ? timeIn(`${year}-${String(month).padStart(2, '0')}-${day}T${time}Z`)
    : null;
}

/** The first of the values that is a time. */
export function firstTime(...values: readonly unknown[]): number | null {
  for (const value of values) {
    const time = timeIn(value);
    if (time !== null) return time;
  }
  return null;
}
