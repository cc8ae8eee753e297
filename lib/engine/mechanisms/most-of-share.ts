/** The largest whole value that is not above a share of `whole`, as floating point compares them. */
export function mostOfShare(whole: number, part: number): number {
  let most = Math.trunc(whole * part);
  while ((most + 1) / whole <= part) most++;
  while (most > 0 && most / whole > part) most--;
  return most;
}
