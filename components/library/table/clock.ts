const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const two = (value: number): string => String(value).padStart(2, '0');

/** A moment in the reader's time zone: "2026-11-21 22:07". */
export function dateTime(time: number): string {
  const date = new Date(time);
  const day = [date.getFullYear(), two(date.getMonth() + 1), two(date.getDate())].join('-');
  return `${day} ${two(date.getHours())}:${two(date.getMinutes())}`;
}

/** Age of a moment: "now", "4 min", "3 h", "2 d", then its date. */
export function ago(time: number, now: number): string {
  const past = now - time;
  if (past < MINUTE) return 'now';
  if (past < HOUR) return `${Math.floor(past / MINUTE)} min`;
  if (past < DAY) return `${Math.floor(past / HOUR)} h`;
  if (past < 14 * DAY) return `${Math.floor(past / DAY)} d`;
  return dateTime(time).slice(0, 10);
}
