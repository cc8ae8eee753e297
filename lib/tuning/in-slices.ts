/** Seconds of computing between two pauses, by the rough times of `sweep-cost.ts`: nothing here reads a clock. */
const SLICE_SECONDS = 0.05;

/** Work that computes until `pause` says so, which is asked after each replay. */
interface Pausable {
  readonly ended: boolean;
  advance(pause: () => boolean): void;
  progress(): { readonly done: number; readonly total: number };
}

/** Runs `work` to its end, one replay of which takes about `seconds`; yields replays done and to be done. */
export function* inSlices(
  work: Pausable,
  seconds: number,
): Generator<{ readonly done: number; readonly of: number }, void, void> {
  const most = Math.max(1, Math.floor(SLICE_SECONDS / seconds));
  let replays = 0;
  while (!work.ended) {
    work.advance(() => ++replays % most === 0);
    const { done, total } = work.progress();
    yield { done, of: total };
  }
}
