/** `2026-01-22T` and its midnight in milliseconds: lines of a log mostly share the day before. */
let day = '';
let midnight = NaN;

/** `HH:MM:SS.mmmZ` behind the eleven characters of a day. */
const LENGTH = 24;
const DAY = 11;

/** Two digits as a number; NaN for anything else. */
function pair(text: string, at: number): number {
  const tens = text.charCodeAt(at) - 48;
  const units = text.charCodeAt(at + 1) - 48;
  return tens >= 0 && tens <= 9 && units >= 0 && units <= 9 ? tens * 10 + units : NaN;
}

const marked = (text: string): boolean =>
  text.charCodeAt(13) === 58 &&
  text.charCodeAt(16) === 58 &&
  text.charCodeAt(19) === 46 &&
  text.charCodeAt(23) === 90;

/**
 * Milliseconds since 1970 of a recorded time; NaN for other text. Equals `Date.parse`, but faster.
 */
export function parseTime(text: string): number {
  if (text.length !== LENGTH || !marked(text)) return Date.parse(text);
  if (day === '' || !text.startsWith(day)) {
    const start = Date.parse(`${text.slice(0, DAY)}00:00:00.000Z`);
    if (Number.isNaN(start)) return Date.parse(text);
    day = text.slice(0, DAY);
    midnight = start;
  }
  const hours = pair(text, DAY);
  const minutes = pair(text, 14);
  const seconds = pair(text, 17);
  const fraction = pair(text, 20) * 10 + (pair(text, 21) % 10);
  if (hours < 24 && minutes < 60 && seconds < 60 && fraction < 1_000) {
    return midnight + ((hours * 60 + minutes) * 60 + seconds) * 1_000 + fraction;
  }
  return Date.parse(text);
}
