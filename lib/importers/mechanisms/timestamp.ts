import { isoText } from '@/lib/base/iso-time';
import type { Json } from '@/lib/session/schema';

/** Above this a number of "seconds" is in milliseconds (the year 5138). */
const SECONDS = 1e11;
const MILLISECONDS = 1e14;

/** Seconds since 1970 of a timestamp: a number, an ISO date, a database date without zone (UTC). */
export function readSeconds(value: Json | undefined): number | null {
  if (typeof value === 'number') {
    if (!Number.isFinite(value) || value < 0) return null;
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
