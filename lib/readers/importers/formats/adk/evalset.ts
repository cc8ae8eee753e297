/**
 * https://google.github.io/adk-docs/evaluate/
 * Google ADK evaluation sets (`*.evalset.json`, `*.test.json`): conversations as they should go,
 * without usage and without the boundaries of model calls.
 */
import { err, type Result } from '@/lib/engine/base/result';
import type { Json } from '@/lib/engine/session/schema';
import { AdkSessions } from './session-list';
import { defineImporter, type ImportError, CollectingReader } from '../../importer';
import type { CallNotice } from '../../mechanisms/calls/recorded-call';
import { asList, asObject, asText, field, type JsonObject } from '../../mechanisms/genai';

/** https://google.github.io/adk-docs/evaluate/: one turn of an evaluation case as ADK events. */
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
function invocationEvents(turn: Json, agent: string): readonly InvocationEvent[] {
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

interface AuthoredContent {
  readonly author: string;
  readonly content: Json;
  readonly at: string;
}

/** Events of the older lists. Only ids link a response to its call, so calls come first. */
function listed(between: JsonObject, agent: string): readonly AuthoredContent[] {
  const parts = (name: string, part: string): readonly Json[] =>
    asList(field(between, name)).map((value) => ({ [part]: value }));
  const calls = parts('toolUses', 'function_call');
  const responses = parts('toolResponses', 'function_response');
  const answers = asList(field(between, 'intermediateResponses')).flatMap(
    (value, i): AuthoredContent[] => {
      const [author, content] = asList(value);
      if (!Array.isArray(content)) return [];
      const at = `intermediate_data.intermediate_responses[${i}]`;
      return [{ author: asText(author) ?? agent, content: { role: 'model', parts: content }, at }];
    },
  );
  const entry = (role: string, list: readonly Json[], name: string): readonly AuthoredContent[] => {
    const content = { role, parts: list };
    return list.length === 0 ? [] : [{ author: agent, content, at: `intermediate_data.${name}` }];
  };
  return [
    ...entry('model', calls, 'tool_uses'),
    ...entry('user', responses, 'tool_responses'),
    ...answers,
  ];
}

const id = 'adk-evalset';

/** Fields of the cases of ADK before 1.0. */
const ancient = ['expected_tool_use', 'reference'];

/** Reads the conversations of evaluation cases. */
export const adkEvalset = defineImporter({
  id,
  label: 'Google ADK evaluation set',
  source: 'Google ADK',
  inputs: ['json'],
  lists: ['evalCases[]', 'eval_cases[]', 'EvalCases[]'],
  sniff: ({ records }) => isSet(records[0]) || isAncient(records[0]),
  start: (context) => new AdkEvalsetReader(context, new AdkSessions(context, id)),
});

function isSet(value: Json | undefined): boolean {
  const set = asObject(value);
  const cases = set && field(set, 'evalCases');
  if (!Array.isArray(cases)) return false;
  const [first] = asList(cases).map((item) => asObject(item) ?? {});
  if (first === undefined) return field(set ?? {}, 'evalSetId') !== undefined;
  return field(first, 'evalId') !== undefined || field(first, 'conversation') !== undefined;
}

/** Before 1.0: a list of turns, or of named lists of them. */
function isAncient(value: Json | undefined): boolean {
  const first = asObject(asList(value)[0]);
  const turn = asObject(asList(first?.['data'])[0]) ?? first;
  return turn !== null && 'query' in turn && ancient.some((name) => name in turn);
}

const noCalls: CallNotice = {
  code: 'calls-guessed',
  message:
    'An evaluation set records neither usage nor model calls: each entry of the model counts as one call, and only heuristic counts are known.',
};

class AdkEvalsetReader extends CollectingReader<AdkSessions> {
  #ancient = false;

  record(value: Json, at: number | string, list?: string): void {
    if (list !== undefined) return this.#case(value, at);
    if (isAncient(value)) {
      this.#ancient = true;
      this.context.receipt.lose('evaluation set of ADK before 1.0', at);
    }
  }

  override end(): Result<void, ImportError> | null {
    if (!this.#ancient) return super.end();
    return err({
      code: 'unsupported-version',
      message:
        'This evaluation set was written for an ADK version before 1.0. Run `adk eval` of ADK 1.0 or later on it (it converts the set) and upload the set it writes or, better, the result under .adk/eval_history, which holds the sessions with usage.',
    });
  }

  #case(value: Json, at: number | string): void {
    const evaluation = asObject(value);
    const turns = evaluation && field(evaluation, 'conversation');
    if (evaluation === null || !Array.isArray(turns)) {
      return this.context.receipt.drop('evaluation case without a conversation', at);
    }
    const input = asObject(field(evaluation, 'sessionInput')) ?? {};
    const app = asText(field(input, 'appName'));
    const open = this.sessions.open(
      {
        id: field(evaluation, 'evalId') ?? null,
        appName: app,
        userId: field(input, 'userId') ?? null,
      },
      asObject(field(input, 'state')) ?? {},
      [noCalls],
    );
    for (const [i, turn] of asList(turns).entries()) {
      const place = `${at}.conversation[${i}]`;
      for (const { event, at: inside } of invocationEvents(turn, app ?? 'agent')) {
        open.event(event, `${place}.${inside}`);
      }
    }
    this.sessions.close(open);
  }
}
