import { countOf, fieldsOf, listOf, textOf, type Fields } from '../../mechanisms/loose-json';
import { jsonIn } from '../../mechanisms/messages/json-text';

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

/** A request as the user interface lists it. */
export type UiRequest = ReturnType<typeof readRequest>;

/** A compaction as the user interface lists it. */
export interface UiCompaction {
  /** Of the summary or the truncation's mark in the history; null before 3.36. */
  readonly id: string | null;
  readonly time: number;
  readonly preTokens: number | null;
  readonly postTokens: number | null;
}

/** A task's requests and compactions from `ui_messages.json`. */
export interface UiLog {
  readonly requests: readonly UiRequest[];
  readonly compactions: readonly UiCompaction[];
  /** It has lines that only Roo Code writes. */
  readonly roo: boolean;
}

/** Reads `ui_messages.json`; everything but requests and compactions is for the screen only. */
export function readUi(messages: readonly unknown[]): UiLog {
  const requests: UiRequest[] = [];
  const compactions: UiCompaction[] = [];
  let roo = false;
  for (const item of messages) {
    const message = fieldsOf(item);
    const time = message?.['ts'];
    if (message === null || typeof time !== 'number') continue;
    const say = message['say'];
    if (say === 'api_req_started') requests.push(readRequest(message, time));
    else if (say === 'condense_context' || say === 'sliding_window_truncation') {
      roo = true;
      const about = fieldsOf(message['contextCondense']) ?? fieldsOf(message['contextTruncation']);
      const data = about ?? fieldsOf(jsonIn(textOf(message['text']) ?? '')) ?? {};
      // A condensing that failed, or is still being shown as under way, names no result.
      if (data['newContextTokens'] === undefined && textOf(data['summary']) === null) continue;
      compactions.push({
        id: textOf(data['condenseId']) ?? textOf(data['truncationId']),
        time,
        preTokens: countOf(data['prevContextTokens']),
        postTokens: countOf(data['newContextTokens']),
      });
    }
  }
  return { requests, compactions, roo };
}

function readRequest(message: Fields, time: number) {
  const data = fieldsOf(jsonIn(textOf(message['text']) ?? '')) ?? {};
  const reported = ['tokensIn', 'cacheReads', 'cacheWrites'].some((name) => {
    const tokens = data[name];
    return typeof tokens === 'number' && tokens > 0;
  });
  const { request: _request, ...usage } = data;
  const failure = textOf(data['streamingFailedMessage']) ?? textOf(data['cancelReason']);
  return {
    time,
    /** Tokens as listed; null for a request that reports none. */
    usage: reported ? usage : null,
    /** Reason why the request was broken off, and the error's text; null if it was not. */
    failure,
    /** First and last message of the history that later requests leave out. */
    deleted: rangeOf(message),
  };
}

function rangeOf(message: Fields): readonly [number, number] | null {
  const [first, last] = listOf(message['conversationHistoryDeletedRange']).map(countOf);
  return typeof first === 'number' && typeof last === 'number' && last >= first
    ? [first, last]
    : null;
}

/**
 * True for a task whose `tokensIn` leave the cache out: some call read or wrote more of it than its
 * input. Versions and providers differ, calls of one task do not.
 */
export const leavesCacheOut = (requests: readonly UiRequest[]): boolean =>
  requests.some(({ usage }) => {
    const input = countOf(usage?.['tokensIn']) ?? 0;
    const read = countOf(usage?.['cacheReads']) ?? 0;
    return read > input || (countOf(usage?.['cacheWrites']) ?? 0) > input;
  });
