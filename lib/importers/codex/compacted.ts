import { utf8Length } from '@/lib/base/utf8';
import type { Part, RecordedCompaction } from '@/lib/session/schema';
import { fieldsOf, listOf, textOf, type Fields } from '../loose-json';
import { rangesOf, type ItemIndex } from './item-index';
import { isOpaque, readItem, summaryParts } from './items';

/** What Codex keeps of the user's messages where it records only a summary, in tokens of 4 bytes. */
const KEPT_USER_TOKENS = 20_000;

/** The most messages that are kept by that rule. */
const MOST_KEPT = 1000;

/** What became of the context; `opaque`: a share of the summary can be read by the provider only. */
export interface Replacement extends Pick<RecordedCompaction, 'summary' | 'kept'> {
  readonly opaque: boolean;
  /** The entries kept were told by Codex's rule, not by the record. */
  readonly reconstructed: boolean;
}

/** A user's message of the log: where, and its size in bytes. */
export interface Said {
  readonly position: number;
  readonly bytes: number;
}

/**
 * Reads a `compacted` line. `replacement_history` is the whole new context: its items that stand in
 * the log are kept, the rest replaced it. Older lines hold only the summary as `message`.
 */
export function readCompacted(
  payload: Fields,
  index: ItemIndex,
  instructions: readonly number[],
  said: readonly Said[],
): Replacement {
  const history = payload['replacement_history'];
  if (!Array.isArray(history)) return reconstructed(payload, instructions, said);
  const items = listOf(history);
  const found = index.match(items.map(keyOf));
  const summary = items.flatMap((item, i) => ((found[i] ?? -1) < 0 ? summaryParts(item) : []));
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
  said: readonly Said[],
): Replacement {
  const kept = [...instructions];
  let left = KEPT_USER_TOKENS;
  const oldest = Math.max(0, said.length - MOST_KEPT);
  for (let i = said.length - 1; i >= oldest; i--) {
    const { position, bytes } = said[i] as Said;
    left -= Math.ceil(bytes / 4);
    if (left < 0) break;
    kept.push(position);
  }
  const text = textOf(payload['message']);
  const summary: readonly Part[] = text === null ? [] : [{ kind: 'text', text }];
  return { summary, kept: rangesOf(kept), opaque: false, reconstructed: true };
}

/** Bytes of a message's texts. */
export const bytesOf = (parts: readonly Part[]): number =>
  parts.reduce((sum, part) => sum + (part.kind === 'text' ? utf8Length(part.text) : 0), 0);
