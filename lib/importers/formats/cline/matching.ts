import type { UiRequest } from './ui';

/** A message of the model and the requests made up to it; the last one is its own. */
interface Answered {
  readonly failed: readonly UiRequest[];
  readonly own: UiRequest | null;
}

/** Requests listed by the user interface, matched with the model's messages. */
export interface Matching {
  readonly answered: readonly Answered[];
  /** Requests after the last message. */
  readonly rest: readonly UiRequest[];
  /** False if the two lists do not match. */
  readonly matched: boolean;
}

const unmatched = (count: number): Matching => ({
  answered: Array.from({ length: count }, () => ({ failed: [], own: null })),
  rest: [],
  matched: count === 0,
});

/**
 * Matches the requests listed by the user interface with the model's messages, given by their times
 * (null for a message without one): by time, else by order if both are as many.
 */
export function matchRequests(
  requests: readonly UiRequest[],
  times: readonly (number | null)[],
): Matching {
  if (requests.length === 0) return { ...unmatched(times.length), matched: true };
  if (times.length > 0 && times.every((time) => time !== null)) return byTime(requests, times);
  for (const list of [requests, requests.filter(({ usage }) => usage !== null)]) {
    if (list.length !== times.length) continue;
    return { answered: list.map((own) => ({ failed: [], own })), rest: [], matched: true };
  }
  return unmatched(times.length);
}

/**
 * Matches by time: a request was made before its answer was written, and after the answer before.
 */
function byTime(requests: readonly UiRequest[], times: readonly (number | null)[]): Matching {
  const sorted = [...requests].sort((a, b) => a.time - b.time);
  let next = 0;
  const answered = times.map((time): Answered => {
    const from = next;
    while (next < sorted.length && (sorted[next]?.time ?? 0) <= (time ?? 0)) next++;
    const made = sorted.slice(from, next);
    return { failed: made.slice(0, -1), own: made.at(-1) ?? null };
  });
  return { answered, rest: sorted.slice(next), matched: true };
}
