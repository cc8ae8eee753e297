/** "12:03:51" in UTC; empty where the time is unknown. */
export function clockTime(milliseconds: number): string {
  return Number.isNaN(milliseconds) || milliseconds <= 0
    ? ''
    : new Date(milliseconds).toISOString().slice(11, 19);
}

/** "2026-03-14 12:03:51 UTC"; empty where the time is unknown. */
export function fullTime(milliseconds: number): string {
  return Number.isNaN(milliseconds) || milliseconds <= 0
    ? ''
    : `${new Date(milliseconds).toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}
