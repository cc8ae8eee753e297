import type { Part, RecordedCompaction } from '@/lib/session/schema';
import { textHash } from '@/lib/base/text-hash';
import { readContent } from '../../mechanisms/genai';
import { type ItemIndex, rangesOf } from '../../mechanisms/item-index';
import { countOf, fieldsOf, listOf, type Fields } from '../../mechanisms/loose-json';
import { plain } from '../../mechanisms/messages/json-text';

/** Key of a content; thoughts differ between the log and the history that is sent. */
export function keyOf(role: string, parts: readonly Part[]): string {
  const sent = parts.filter(({ kind }) => kind !== 'thought');
  const text = JSON.stringify(sent);
  return `${role} ${text.length} ${textHash(text)}`;
}

/** The log at a compression: its entries by key, and those from `unsent` to `end` not yet sent. */
interface Log {
  readonly index: ItemIndex;
  readonly unsent: number;
  readonly end: number;
}

/**
 * Reads a checkpoint of a compression: contents of the new history that the log holds were kept, the
 * others replace the rest. A message that is about to be sent is not in the history yet. Null if
 * the record holds no new history.
 */
export function readCompression(
  payload: Fields | null,
  { index, unsent, end }: Log,
): Partial<RecordedCompaction> | null {
  const history = listOf(payload?.['compressedHistory']).flatMap((value) => {
    const content = readContent(plain(value), 'user');
    return content === null || content.parts.length === 0 ? [] : [content];
  });
  if (history.length === 0) return null;
  const found = index.match(history.map(({ role, parts }) => keyOf(role, parts)));
  const waiting = Array.from({ length: Math.max(0, end - unsent) }, (_, i) => unsent + i);
  const info = fieldsOf(payload?.['info']);
  return {
    kind: 'summary',
    kept: rangesOf([...found.filter((position) => position >= 0), ...waiting]),
    summary: history.flatMap(({ parts }, i) => ((found[i] ?? -1) < 0 ? parts : [])),
    preTokens: countOf(info?.['originalTokenCount']),
    postTokens: countOf(info?.['newTokenCount']),
  };
}
