import type { Part } from '@/lib/engine/session/schema';
import { countOf, fieldsOf, listOf, textOf } from '../../mechanisms/loose-json';
import { CallNames } from '../../mechanisms/messages/turns';
import { readContent } from './content';

/** The newest compaction of a session, which Cline's core keeps beside its messages (`<id>.compaction.json`). */
export interface CompactionState {
  /** Messages of the session when it compacted. */
  readonly messages: number;
  readonly summary: readonly Part[];
  /** UTF-16 units of the summary's message as it is stored, and the request's tokens before it. */
  readonly json: number;
  readonly preTokens: number | null;
  /** Ids of the messages that stayed. */
  readonly kept: ReadonlySet<string>;
  readonly time: string | null;
}

/** The state of a file; null for anything else. */
export function readCompactionState(value: unknown): CompactionState | null {
  const state = fieldsOf(value);
  const messages = countOf(state?.['source_message_count']);
  if (state === null || messages === null || !Array.isArray(state['messages'])) return null;
  const summary: Part[] = [];
  const kept = new Set<string>();
  let [json, preTokens]: [number, number | null] = [0, null];
  for (const one of listOf(state['messages'])) {
    const message = fieldsOf(one);
    const id = textOf(message?.['id']);
    const metadata = fieldsOf(message?.['metadata']);
    if (metadata?.['kind'] === 'compaction_summary') {
      summary.push(...readContent(message?.['content'], new CallNames()));
      json = JSON.stringify(message).length;
      preTokens = countOf(metadata['tokensBefore']);
    } else if (id !== null) kept.add(id);
  }
  return { messages, summary, json, preTokens, kept, time: textOf(state['updated_at']) };
}
