/**
 * Lengths of the texts that Kimi puts around a summary, in chars of ASCII; any other char stands for four, since Kimi
 * counts it as one token.
 */

/** What stands before a summary, with the line break behind it. */
export const SUMMARY_PREFIX = 622;
/** The message behind it: the work goes on. */
export const CONTINUATION = 126;
/** The instruction of the summariser, in tokens, as a message. */
export const INSTRUCTION_TOKENS = 1_138;

/** The note in place of the messages that were left out, besides the digits of their tokens. */
const ELISION = 345;
/** The pointer to the event log for one window of the context, and for each before it. */
const POINTER = 2_236;
const POINTER_WINDOW = 31;
/** Line breaks between summary and pointer. */
const BREAKS = 2;

/** The note in place of so many tokens of messages. */
export const elisionLength = (tokens: number): number => ELISION + String(tokens).length;

/**
 * The pointer behind the summary of the n-th compaction, which lists all windows so far. Lines of the log have four
 * digits.
 */
export function pointerLength(compactions: number, path: number): number {
  let digits = 0;
  // The windows so far, and the one that begins.
  for (let least = 10; least <= compactions + 1; least *= 10) digits += compactions + 2 - least;
  return POINTER + path + POINTER_WINDOW * (compactions - 1) + digits;
}

/** Bytes behind a summary: the pointer and what parts it from the text. */
export const behindSummary = (pointer: number): number => BREAKS + pointer;
