/**
 * https://github.com/open-telemetry/semantic-conventions/blob/v1.36.0/docs/gen-ai/gen-ai-events.md
 * The GenAI convention up to 1.36: an event or a log record for each message of a request and for
 * each choice of its response. ADK puts a whole genai content into `content`.
 */
import type { Message } from '../calls/recorded-call';
import { fieldsOf, listOf, textOf, type Fields } from '../loose-json';
import { readGeminiContents } from '../messages/gemini';
import { jsonIn } from '../messages/json-text';
import { readChatTurn } from '../messages/openai-chat';
import { readAnyMessages } from '../messages/any-messages';
import { CallNames, splitSystem, type Turn } from '../messages/turns';
import type { Attributes } from './attributes';
import { isLengthStop, nothing, type Reading, type SpanEvent } from './reading';

const roles: Readonly<Record<string, string>> = {
  'gen_ai.system.message': 'system',
  'gen_ai.user.message': 'user',
  'gen_ai.assistant.message': 'assistant',
  'gen_ai.tool.message': 'tool',
};

const CHOICE = 'gen_ai.choice';
const PROMPT = 'gen_ai.content.prompt';
const COMPLETION = 'gen_ai.content.completion';

/** True for the events this file reads. */
export const isMessageEvent = (name: string): boolean =>
  Object.hasOwn(roles, name) || name === CHOICE || name === PROMPT || name === COMPLETION;

/** Reads the events of one call in order; Logfire keeps them in the attribute `events`. */
export function readMessageEvents(events: readonly SpanEvent[], attributes: Attributes): Reading {
  const own = listOf(attributes.json('events')).flatMap(attributeEvent);
  const all = [...events.filter(({ name }) => isMessageEvent(name)), ...own];
  if (all.length === 0) return nothing;
  const names = new CallNames();
  const turns: Turn[] = [];
  const output: Message[] = [];
  let lengthStop = false;
  for (const event of all) {
    const body = bodyOf(event);
    if (event.name === CHOICE) {
      lengthStop ||= isLengthStop(body['finish_reason']);
      if (output.length === 0) output.push(...choiceOf(body, names));
    } else if (event.name === COMPLETION) {
      output.push(...(readAnyMessages(body['gen_ai.completion'], 'model', names)?.messages ?? []));
    } else if (event.name === PROMPT) turns.push(...promptOf(body, names));
    else turns.push(...turnOf(body, roles[event.name] ?? 'user', names));
  }
  return { ...nothing, ...splitSystem(turns), output, lengthStop };
}

function attributeEvent(value: unknown): readonly SpanEvent[] {
  const event = fieldsOf(value);
  const name = textOf(event?.['event.name']);
  return event === null || name === null || !isMessageEvent(name)
    ? []
    : [{ name, time: null, attributes: {}, body: event }];
}

/** The body of a log record, the JSON in `gen_ai.event.content`, or the event's own attributes. */
function bodyOf({ body, attributes }: SpanEvent): Fields {
  const content = textOf(attributes['gen_ai.event.content']);
  const inner = typeof body === 'string' ? jsonIn(body) : body;
  return fieldsOf(inner) ?? fieldsOf(content === null ? null : jsonIn(content)) ?? attributes;
}

/** Redacted text counts as absent. */
const shown = (value: unknown): unknown => (value === '<elided>' ? undefined : value);

/**
 * Turns of a genai content, which names its own role: ADK logs the model's turns as user messages
 * too.
 */
function contentTurns(content: unknown, role: string): readonly Turn[] | null {
  const value = typeof content === 'string' ? jsonIn(content) : content;
  const fields = fieldsOf(value);
  if (fields === null || !Array.isArray(fields['parts'])) return null;
  const messages = readGeminiContents({ role, ...fields });
  return role === 'system' ? messages.map((message) => ({ ...message, system: true })) : messages;
}

function turnOf(body: Fields, role: string, names: CallNames): readonly Turn[] {
  const content = shown(body['content']);
  const turns = contentTurns(content, role);
  if (turns !== null) return turns;
  const calls = body['tool_calls'];
  const message = {
    ...body,
    role: textOf(body['role']) ?? role,
    content: typeof content === 'string' ? content : (content ?? null),
    tool_calls: typeof calls === 'string' ? jsonIn(calls) : calls,
    tool_call_id: body['tool_call_id'] ?? body['id'],
  };
  return [readChatTurn(message, names)];
}

/** The message of a choice, or its content if that is beside the finish reason. */
function choiceOf(body: Fields, names: CallNames): readonly Message[] {
  const inner = body['message'];
  const message = fieldsOf(
    typeof inner === 'string' ? (jsonIn(inner) ?? { content: inner }) : inner,
  );
  const calls = body['tool_calls'] ?? message?.['tool_calls'];
  const turns = turnOf(
    { ...(message ?? body), ...(calls === undefined ? {} : { tool_calls: calls }) },
    'assistant',
    names,
  );
  return splitSystem(turns).messages.map((turn) => ({ ...turn, role: 'model' }));
}

function promptOf(body: Fields, names: CallNames): readonly Turn[] {
  const found = readAnyMessages(body['gen_ai.prompt'], 'user', names);
  const system = found?.system ?? null;
  return [
    ...(system === null ? [] : [{ role: 'user', parts: system, system: true } as const]),
    ...(found?.messages ?? []),
  ];
}
