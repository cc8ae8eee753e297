import { textHash } from '@/lib/engine/base/text-hash';
import type { Part, RecordedCompaction } from '@/lib/engine/session/schema';
import { readContent } from '../../mechanisms/genai';
import { ItemIndex, rangesOf } from '../../mechanisms/item-index';
import { countOf, fieldsOf, listOf, textOf, type Fields } from '../../mechanisms/loose-json';
import { plain } from '../../mechanisms/messages/json-text';

/** A content of a record; pictures that a result holds stand beside it. */
export function contentOf(value: unknown, role: 'user' | 'model') {
  const content = readContent(plain(value ?? null), role);
  return content === null ? null : { ...content, parts: content.parts.flatMap(apart) };
}

const apart = (part: Part): readonly Part[] =>
  part.kind === 'other' && part.type === 'functionResponse.parts'
    ? listOf(part.value).flatMap(attached)
    : [part];

function attached(value: unknown): readonly Part[] {
  const mime = textOf(fieldsOf(value)?.['mime']);
  const bytes = countOf(fieldsOf(value)?.['bytes']);
  return mime === null || bytes === null ? [] : [{ kind: 'inline', mime, bytes }];
}

/** Key of a content; thoughts differ between the log and the history that is sent. */
function keyOf(role: string, parts: readonly Part[]): string {
  const sent = parts.filter(({ kind }) => kind !== 'thought');
  const text = JSON.stringify(sent);
  return `${role} ${text.length} ${textHash(text)}`;
}

/** Key of a content's calls alone; null without any. */
function callsKey(parts: readonly Part[]): string | null {
  const calls = parts.filter(({ kind }) => kind === 'call');
  return calls.length === 0 ? null : keyOf('calls', calls);
}

/** Entries of the log at a compression: those from `unsent` to `end` were not sent yet. */
interface Sent {
  readonly unsent: number;
  readonly end: number;
}

/** The entries of a log by what they hold, to find in it what a compression kept. */
export class CompressionLog {
  readonly #contents = new ItemIndex();
  readonly #calls = new ItemIndex();

  /** Adds the entry at the end of the log. */
  add(role: string, parts: readonly Part[]): void {
    this.#contents.add(keyOf(role, parts));
    this.#calls.add(callsKey(parts));
  }

  /** Forgets the entries from position `length` on. */
  truncate(length: number): void {
    this.#contents.truncate(length);
    this.#calls.truncate(length);
  }

  /**
   * Reads a checkpoint of a compression: contents of the new history that the log holds were kept, the others
   * replace the rest. Calls that are still open stand in the answer to the summary: their entry was kept. A
   * message that is about to be sent is not in the history yet. Null if the record holds no new history.
   */
  read(payload: Fields | null, { unsent, end }: Sent): Partial<RecordedCompaction> | null {
    const history = listOf(payload?.['compressedHistory']).flatMap((value) => {
      const content = contentOf(value, 'user');
      return content === null || content.parts.length === 0 ? [] : [content];
    });
    if (history.length === 0) return null;
    const found = this.#contents.match(history.map(({ role, parts }) => keyOf(role, parts)));
    const called = this.#calls.match(history.map(({ parts }) => callsKey(parts)));
    const waiting = Array.from({ length: Math.max(0, end - unsent) }, (_, i) => unsent + i);
    const summary = history.flatMap(({ parts }, i) => {
      if ((found[i] ?? -1) >= 0) return [];
      return (called[i] ?? -1) >= 0 ? parts.filter(({ kind }) => kind !== 'call') : parts;
    });
    const info = fieldsOf(payload?.['info']);
    return {
      kind: 'summary',
      kept: rangesOf([...found, ...called, ...waiting].filter((at) => at >= 0)),
      summary,
      preTokens: countOf(info?.['originalTokenCount']),
      postTokens: countOf(info?.['newTokenCount']),
    };
  }
}
