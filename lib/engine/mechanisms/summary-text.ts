import { fallbackLine } from '@/lib/engine/tokens/entry-table';

/** Bytes the wrapper adds to a summary (hyphen, v1.0.0 and later). */
export const SUMMARY_WRAPPER = 80;
/** Bytes of the wrapper with the em dash of earlier versions. */
export const EM_DASH_WRAPPER = 82;
/** Bytes of the continuation without a quoted request, and around a quoted one. */
const CONTINUATION = 187;
const CONTINUATION_QUOTING = 238;

/** Heuristic tokens of the summary entry. */
export const summaryEntryTokens = (summaryBytes: number): number =>
  Math.floor((SUMMARY_WRAPPER + summaryBytes) / 4);

/** Bytes of the continuation that quotes a request of `requestBytes` (0: nothing to quote). */
export const continuationBytes = (requestBytes: number): number =>
  requestBytes > 0 ? CONTINUATION_QUOTING + requestBytes : CONTINUATION;

const USER = 'user'.length;

/** Stands between the previous summary and what a fallback adds to it. */
export const FALLBACK_SEPARATOR = '\n\n---\n\n';

/** Fallback summary: the previous one and a separator, if any, then what the entries' texts take. */
export const fallbackBytes = (previousBytes: number, textBytes: number): number =>
  (previousBytes > 0 ? previousBytes + FALLBACK_SEPARATOR.length : 0) + textBytes;

/** Bytes that a text of `bytes` written by the policy takes in a fallback summary. */
export const textInFallback = (bytes: number): number => fallbackLine(USER, bytes);
