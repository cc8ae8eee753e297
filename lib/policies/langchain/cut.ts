/** Where LangChain's middlewares cut a request's messages, in their own order of checks. */
import { inTokens, type RequestMessages } from './message-list';

/** Messages on either side of a cut in which `summarizationMiddleware` looks for pairs. */
const PAIR_RANGE = 5;

/** The end of the tool messages from `at` on. */
function toolsEnd(messages: RequestMessages, at: number): number {
  let end = at;
  while (messages.isTool(end)) end++;
  return end;
}

/** The newest message before `cut` that made a call which the tool messages [cut, end) answer; −1 for none. */
function callerBefore(messages: RequestMessages, cut: number, end: number): number {
  let caller = -1;
  for (let at = cut; at < end; at++) {
    const one = messages.callerOf(at);
    if (one < cut && one > caller) caller = one;
  }
  return caller;
}

/** No pair near the cut is parted by it, and it is not before a message that calls tools. */
function isSafe(messages: RequestMessages, cut: number): boolean {
  if (messages.callsTools(cut)) return false;
  for (let at = cut; at < messages.length; at++) {
    const caller = messages.isTool(at) ? messages.callerOf(at) : -1;
    if (caller >= 0 && caller >= cut - PAIR_RANGE && caller < cut) return false;
  }
  return true;
}

/**
 * `summarizationMiddleware`: a cut at a tool message moves back to the message that called it. Where that is not
 * in the request, it moves back to the next place that parts no pair.
 */
function langchainSafe(messages: RequestMessages, cut: number): number {
  if (!messages.isTool(cut)) return cut;
  const caller = callerBefore(messages, cut, toolsEnd(messages, cut));
  if (caller >= 0) return caller;
  for (let at = cut; at >= 0; at--) if (isSafe(messages, at)) return at;
  return 0;
}

/** `summarizationMiddleware` keeps the newest `keep` messages. */
export function keepMessages(messages: RequestMessages, keep: number): number {
  const cut = messages.length - keep;
  return cut <= 0 ? 0 : langchainSafe(messages, cut);
}

/** `summarizationMiddleware` keeps the newest messages of at most `keep` tokens together, at least one. */
export function keepTokens(messages: RequestMessages, keep: number): number {
  const { length } = messages;
  const most = Math.max(1, Math.floor(keep));
  const fits = (at: number): boolean => inTokens(messages.chars(at)) <= most;
  if (length === 0 || fits(0)) return 0;
  let left = 0;
  let right = length;
  let cut = length;
  while (left < right) {
    const middle = Math.floor((left + right) / 2);
    if (fits(middle)) {
      cut = middle;
      right = middle;
    } else left = middle + 1;
  }
  if (cut === length) cut = left;
  if (cut >= length) {
    if (length === 1) return 0;
    cut = length - 1;
  }
  return langchainSafe(messages, cut);
}

/**
 * deepagents: a cut at a tool message moves back to the message that called it, or, where more than half of what is cut
 * would stay then, behind the tool messages.
 */
function deepagentsSafe(messages: RequestMessages, cut: number): number {
  if (!messages.isTool(cut)) return cut;
  const end = toolsEnd(messages, cut);
  const caller = callerBefore(messages, cut, end);
  if (caller < 0) return end;
  return cut - caller > cut / 2 && cut > 2 ? end : caller;
}

/** deepagents keeps the newest `keep` messages. */
export function keepNewest(messages: RequestMessages, keep: number): number {
  const cut = messages.length - keep;
  return cut <= 0 ? 0 : deepagentsSafe(messages, cut);
}

/** deepagents keeps messages from the end while together they have at most `keep` tokens. */
export function keepFitting(messages: RequestMessages, keep: number): number {
  let kept = 0;
  for (let at = messages.length - 1; at >= 0; at--) {
    kept += inTokens(messages.chars(at, at + 1));
    if (kept > keep) return deepagentsSafe(messages, at + 1);
  }
  return 0;
}
