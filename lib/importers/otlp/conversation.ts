import { fieldsOf, textOf, type Fields } from '../loose-json';
import { jsonIn } from '../messages/json-text';

/** Attributes that name the conversation a span belongs to, the most telling first. */
const names = [
  'gen_ai.conversation.id',
  'gcp.vertex.agent.session_id',
  'session.id',
  'langfuse.session.id',
  'traceloop.association.properties.session_id',
  'traceloop.association.properties.thread_id',
  'traceloop.association.properties.conversation_id',
  'ai.telemetry.metadata.sessionId',
  'ai.telemetry.metadata.session_id',
  'ai.telemetry.metadata.threadId',
  'ai.telemetry.metadata.chatId',
  'langsmith.trace.session_id',
  'thread.id',
] as const;

/** Keys of the JSON that OpenInference puts into `metadata`. */
const metadataKeys = ['thread_id', 'session_id', 'conversation_id'] as const;

/**
 * The conversation or session that a span's (or log record's, or resource's) attributes name; null
 * where they name none. Spans of one trace may name it on any of them.
 */
export function conversationIn(attributes: Fields): string | null {
  for (const name of names) {
    const id = textOf(attributes[name]);
    if (id !== null) return id;
  }
  const metadata = textOf(attributes['metadata']);
  if (metadata?.includes('_id"') !== true) return null;
  const fields = fieldsOf(jsonIn(metadata)) ?? {};
  for (const key of metadataKeys) {
    const id = textOf(fields[key]);
    if (id !== null) return id;
  }
  return null;
}
