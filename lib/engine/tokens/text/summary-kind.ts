import { utf8Length } from '@/lib/engine/base/utf8';
import type { Part, RecordedCompaction, SummaryKind } from '@/lib/engine/session/schema';

/** Fewer tokens, bytes ÷ 4, summarise nothing. */
const LEAST_TOKENS = 20;

/** A longer text is a summary, whatever it begins or ends with. */
const MOST_CHARACTERS = 600;

/** What agents write around a summary of theirs: it says nothing of the text inside. */
const AROUND: readonly RegExp[] = [
  /^This session is being continued from a previous conversation[^\n]*(\n|$)/,
  /^\[Previous conversation summary\]/,
  /^The conversation history before this point was compacted into the following summary:/,
  /\n+(If you need specific details from before compaction|(Please )?[Cc]ontinue the conversation from where)[^]*$/,
  /<\/?(summary|state_snapshot)>/g,
];

/** Beginnings of what a failed call leaves, and of a refusal. */
const FAILED: readonly RegExp[] = [
  /^(\w+ ){0,3}(error|exception)\s*([:({[]|\d|$)/i,
  /^[\w.]*(Error|Exception)\s*(:|$)/,
  /^failed to (summari[sz]e|compact|generate|create|produce|get|fetch|connect|call|parse)\b/i,
  /^(the )?(model|server|request|operation|connection|service)\b.{0,40}\b(overloaded|timed out|unavailable|aborted|failed|refused)\b/i,
  /^(rate limit|too many requests|prompt is too long|input is too long|invalid api key|unauthorized|traceback \(most recent)/i,
  /^\{\s*"(type"\s*:\s*"error"|error"\s*:)/,
  /^(i['’]m sorry|i am sorry|sorry\b|i cannot\b|i can['’]t\b|i['’]m unable|i am unable|unable to (summari[sz]e|compact|help))/i,
];

/** Texts that ask the user for what should have been summarised. */
const ASKS: readonly RegExp[] = [
  /[?？]["'”’)\s]*$/,
  /^(could you|can you|please (provide|share|paste)|what would you like|how can i help|i (don['’]t|do not) see (any|a) )/i,
];

/** What a text in the place of a summary is. */
function textKind(text: string): SummaryKind {
  const inside = AROUND.reduce((left, one) => left.replace(one, ''), text.trim()).trim();
  if (inside === '') return 'empty';
  if (inside.length <= MOST_CHARACTERS) {
    if (FAILED.some((one) => one.test(inside))) return 'error';
    if (ASKS.some((one) => one.test(inside))) return 'question';
  }
  return utf8Length(inside) < 4 * LEAST_TOKENS ? 'short' : 'text';
}

const isSealed = (part: Part): boolean =>
  part.kind === 'other' &&
  typeof part.value === 'object' &&
  part.value !== null &&
  'encryptedLength' in part.value;

/** What stands in place of the entries of a recorded compaction. */
export function summaryKind({
  summary,
  reads,
}: Pick<RecordedCompaction, 'summary' | 'reads'>): SummaryKind {
  if (reads !== undefined) return reads;
  if (summary.length === 0) return 'none';
  if (summary.some(isSealed)) return 'sealed';
  const texts = summary.flatMap((part) =>
    part.kind === 'text' || part.kind === 'thought' ? [part.text] : [],
  );
  if (texts.length > 0) return textKind(texts.join('\n'));
  const bytes = summary.reduce(
    (sum, part) => sum + (part.kind === 'sized' && part.of !== 'other' ? (part.sizes[0] ?? 0) : 0),
    0,
  );
  // Of sizes alone only the length is known.
  if (bytes === 0) return 'none';
  return bytes < 4 * LEAST_TOKENS ? 'short' : 'text';
}
