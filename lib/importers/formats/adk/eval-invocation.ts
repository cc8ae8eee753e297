/** https://google.github.io/adk-docs/evaluate/: one turn of an evaluation case as ADK events. */
import type { Json } from '@/lib/session/schema';
import { asList, asObject, asText, field, type JsonObject } from '../../mechanisms/genai';

/** An event as a session would hold it, and its place in the turn. */
interface InvocationEvent {
  readonly event: Json;
  readonly at: string;
}

/**
 * The events of a turn in order: the user's text, the agents' events in between (or the older lists
 * of tool uses, tool responses and intermediate responses), the final response.
 * @param agent the author if the turn names none.
 */
export function invocationEvents(turn: Json, agent: string): readonly InvocationEvent[] {
  const invocation = asObject(turn);
  if (invocation === null) return [{ event: null, at: 'invocation' }];
  const timestamp = field(invocation, 'creationTimestamp') ?? null;
  const shared = { invocationId: field(invocation, 'invocationId') ?? null, timestamp };
  const said = (author: string, content: Json | undefined, at: string): InvocationEvent[] =>
    content === undefined ? [] : [{ event: { author, content, ...shared }, at }];
  const between = asObject(field(invocation, 'intermediateData')) ?? {};
  const inside = Array.isArray(field(between, 'invocationEvents'))
    ? asList(field(between, 'invocationEvents')).flatMap((value, i) => {
        const event = asObject(value) ?? {};
        const author = asText(field(event, 'author')) ?? agent;
        return said(author, field(event, 'content'), `intermediate_data.invocation_events[${i}]`);
      })
    : listed(between, agent).flatMap(({ author, content, at }) => said(author, content, at));
  return [
    ...said('user', field(invocation, 'userContent'), 'user_content'),
    ...inside,
    ...said(agent, field(invocation, 'finalResponse'), 'final_response'),
  ];
}

interface Said {
  readonly author: string;
  readonly content: Json;
  readonly at: string;
}

/** Events of the older lists. Only ids link a response to its call, so calls come first. */
function listed(between: JsonObject, agent: string): readonly Said[] {
  const parts = (name: string, part: string): readonly Json[] =>
    asList(field(between, name)).map((value) => ({ [part]: value }));
  const calls = parts('toolUses', 'function_call');
  const responses = parts('toolResponses', 'function_response');
  const answers = asList(field(between, 'intermediateResponses')).flatMap((value, i): Said[] => {
    const [author, content] = asList(value);
    if (!Array.isArray(content)) return [];
    const at = `intermediate_data.intermediate_responses[${i}]`;
    return [{ author: asText(author) ?? agent, content: { role: 'model', parts: content }, at }];
  });
  const entry = (role: string, list: readonly Json[], name: string): readonly Said[] => {
    const content = { role, parts: list };
    return list.length === 0 ? [] : [{ author: agent, content, at: `intermediate_data.${name}` }];
  };
  return [
    ...entry('model', calls, 'tool_uses'),
    ...entry('user', responses, 'tool_responses'),
    ...answers,
  ];
}
