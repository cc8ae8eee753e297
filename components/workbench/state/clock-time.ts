/** "2026-03-14 12:03:51 UTC"; empty where the time is unknown. */
export function fullTime(milliseconds: number): string {
  return Number.isNaN(milliseconds) || milliseconds <= 0
    ? ''
    : `${new Date(milliseconds).toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}

/** "12:03:51" in UTC; empty where the time is unknown. */
export const clockTime = (milliseconds: number): string => fullTime(milliseconds).slice(11, 19);
