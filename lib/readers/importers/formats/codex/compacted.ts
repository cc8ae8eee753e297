import { textParts } from '../../mechanisms/messages/parts';
import { utf8Length } from '@/lib/engine/base/utf8';
import type { Part, RecordedCompaction } from '@/lib/engine/session/schema';
import { fieldsOf, listOf, textOf, type Fields } from '../../mechanisms/loose-json';
import { rangesOf, type ItemIndex } from '../../mechanisms/item-index';
import { addedParts, isOpaque, readItem, summaryParts } from './items';

/** Tokens of user messages that Codex keeps if it records only a summary; 4 bytes each. */
const KEPT_USER_TOKENS = 20_000;

/** Most messages kept by that rule. */
const MOST_KEPT = 1000;

/** The new context of a compaction; `opaque`: only the provider can read a share of the summary. */
interface Replacement extends Pick<RecordedCompaction, 'summary' | 'kept'> {
  readonly opaque: boolean;
  /** True if the kept entries follow from Codex's rule, not from the record. */
  readonly reconstructed: boolean;
}

/** A user's message of the log: its position and its bytes. */
export interface UserMessage {
  readonly position: number;
  readonly bytes: number;
}

/**
 * Reads a `compacted` line. `replacement_history` is the whole new context: its items that are in
 * the log are kept, the rest replaced it. Older lines hold only the summary as `message`.
 */
export function readCompacted(
  payload: Fields,
  index: ItemIndex,
  instructions: readonly number[],
  said: readonly UserMessage[],
): Replacement {
  const history = payload['replacement_history'];
  if (!Array.isArray(history)) return reconstructed(payload, instructions, said);
  const items = listOf(history);
  const found = index.match(items.map(keyOf));
  const summary = items.flatMap((item, i) =>
    (found[i] ?? -1) < 0 ? summaryParts(item) : addedParts(item),
  );
  const kept = rangesOf(found.filter((position) => position >= 0));
  const opaque = items.some((item) => isOpaque(textOf(fieldsOf(item)?.['type']) ?? ''));
  return { summary, kept, opaque, reconstructed: false };
}

function keyOf(value: unknown): string | null {
  const item = fieldsOf(value);
  return item === null ? null : (readItem(item, () => null)?.key ?? null);
}

/** Codex's first instructions, and the user's newest messages up to 20,000 tokens. */
function reconstructed(
  payload: Fields,
  instructions: readonly number[],
  said: readonly UserMessage[],
): Replacement {
  const kept = [...instructions];
  let left = KEPT_USER_TOKENS;
  const oldest = Math.max(0, said.length - MOST_KEPT);
  for (let i = said.length - 1; i >= oldest; i--) {
    const { position, bytes } = said[i] as UserMessage;
    left -= Math.ceil(bytes / 4);
    if (left < 0) break;
    kept.push(position);
  }
  const summary = textParts(payload['message']);
  return { summary, kept: rangesOf(kept), opaque: false, reconstructed: true };
}

/** Bytes of a message's texts. */
export const bytesOf = (parts: readonly Part[]): number =>
  parts.reduce((sum, part) => sum + (part.kind === 'text' ? utf8Length(part.text) : 0), 0);
