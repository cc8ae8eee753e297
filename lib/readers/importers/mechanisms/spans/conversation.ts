import { fieldsOf, firstText, textOf, type Fields } from '../loose-json';
import { jsonIn } from '../messages/json-text';

/** Names of ADK's and the convention's agent spans. */
const agentSpan = /^(?:agent_run \[(.+)\]|invoke_agent (.+))$/;

/** The agent that a span is, or was made by; null if it names none. */
export function agentIn(name: string, attributes: Fields): string | null {
  const named = textOf(attributes['gen_ai.agent.name']);
  if (named !== null) return named;
  const match = agentSpan.exec(name);
  if (match) return match[1] ?? match[2] ?? null;
  const kind = [
    attributes['openinference.span.kind'],
    attributes['traceloop.span.kind'],
    attributes['langfuse.observation.type'],
  ].some((value) => textOf(value)?.toLowerCase() === 'agent');
  if (!kind) return null;
  const own = textOf(attributes['agent.name']) ?? textOf(attributes['traceloop.entity.name']);
  // BeeAI numbers its spans: the number after the name is not another agent.
  return own ?? textOf(name.replace(/-\d+$/, ''));
}

/** Reason why a span that is not a model call is left out of the sessions. */
export function reasonOf(name: string, attributes: Fields): string {
  const operation = textOf(attributes['gen_ai.operation.name']);
  if (operation === 'execute_tool' || attributes['openinference.span.kind'] === 'TOOL') {
    return 'tool span';
  }
  const totals = Object.keys(attributes).some((key) =>
    /^(?:gen_ai\.usage|ai\.usage|llm\.token_count)\./.test(key),
  );
  if (totals) return 'repeats the totals of its model calls';
  return agentIn(name, attributes) === null ? 'not a model call' : 'agent span';
}

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
