import { fieldsOf, firstText, textOf, type Fields } from '../loose-json';
import { jsonIn } from '../messages/json-text';

/** Attributes that name the conversation of a span, the most specific first. */
const names = [
  // VS Code's Copilot names each request by `gen_ai.conversation.id`.
  'copilot_chat.chat_session_id',
  'copilot_chat.session_id',
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
 * The conversation or session named by a span's (or log record's, or resource's) attributes; null
 * if they name none. Any span of a trace may name it.
 */
export function conversationIn(attributes: Fields): string | null {
  const own = firstText(attributes, names);
  if (own !== null) return own;
  const { metadata } = attributes;
  const text = textOf(metadata);
  if (text === null) return firstText(fieldsOf(metadata), metadataKeys);
  return text.includes('_id"') ? firstText(fieldsOf(jsonIn(text)), metadataKeys) : null;
}
