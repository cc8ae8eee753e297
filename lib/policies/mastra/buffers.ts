/** What an observer wrote beside the agent, until it is activated. */
export interface Buffer {
  /** Entries before this one are in it or in a buffer before it. */
  readonly end: number;
  /** Of the messages that it holds, by Mastra's count. */
  readonly tokens: number;
  readonly bytes: number;
  /** Real tokens of its text where its model states them, else −1. */
  readonly real: number;
}

/** Most that more may be activated than is wanted, as a share of what should stay. */
const OVERSHOOT = 0.95;
/** What stays at least, in tokens, where that much should stay. */
const LEAST = 1_000;

/**
 * How many buffers, the oldest first, are activated: the fewest that hold `pending` less `floor` tokens, unless they
 * leave too little; else the most that hold less. `swapBufferedToActive` of the storages.
 */
export function activated(
  buffers: readonly Buffer[],
  {
    pending,
    floor,
    force,
  }: { readonly pending: number; readonly floor: number; readonly force: boolean },
): number {
  const target = Math.max(0, pending - floor);
  let held = 0;
  let [over, overTokens, under, underTokens] = [0, 0, 0, 0];
  buffers.forEach(({ tokens }, i) => {
    held += tokens;
    if (held >= target) {
      if (over === 0 || held < overTokens) [over, overTokens] = [i + 1, held];
    } else if (held > underTokens) [under, underTokens] = [i + 1, held];
  });
  const least = Math.min(LEAST, floor);
  const leaves = (taken: number): boolean => pending - taken >= least;
  const near = force || overTokens - target <= OVERSHOOT * floor;
  if (over > 0 && near && leaves(overTokens)) return over;
  if (under > 0 && leaves(underTokens)) return under;
  return Math.max(1, over);
}
