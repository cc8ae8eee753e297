/**
 * The ADK flow: append-only events and a fresh request at each step. A turn appends the user's
 * entry and takes a step; parallel tool calls append one entry with all calls and one with all
 * responses and take one step; sequential ones a pair and a step each; then the model's text.
 * google.golang.org/adk v0.4.0, internal/llminternal/base_flow.go; golden/README.md "Flow of a turn".
 */
import { utf8Length } from '@/lib/base/utf8';
import { SessionBuilder } from '@/lib/session/builder';
import type { EntryStore, SessionDraft } from '@/lib/session/draft';
import type { Entry, Part, PartKind } from '@/lib/session/schema';
import type { ScenarioSession, ScenarioTurn } from './schema';

/** `map[result:` and `]` around a tool's answer. */
const RESULT_BYTES = 12;

const sized = (of: PartKind, ...sizes: number[]): Part => ({ kind: 'sized', of, sizes });

const textPart = (size: number | string): Part =>
  typeof size === 'number' ? sized('text', size) : { kind: 'text', text: size };

/** Arguments of every simulated call are `{"param":"value"}`. */
const callPart = (name: string): Part => ({ kind: 'call', name, args: { param: 'value' } });

function responsePart(name: string, size: number | string): Part {
  if (typeof size === 'string') return { kind: 'response', name, response: { result: size } };
  return sized('response', utf8Length(name), RESULT_BYTES + size);
}

function userEntry(turn: ScenarioTurn): Entry {
  const { user } = turn;
  const parts: Part[] = [];
  if (typeof user === 'string') parts.push({ kind: 'text', text: user });
  else if (user.text !== undefined) parts.push({ kind: 'text', text: user.text });
  else {
    const header = user.startsWith === undefined ? {} : ({ summaryHeader: true } as const);
    parts.push({ kind: 'sized', of: 'text', sizes: [user.bytes ?? 0], ...header });
  }
  for (const { mimeType, bytes } of turn.inlineData) {
    parts.push({ kind: 'inline', mime: mimeType, bytes });
  }
  return { role: 'user', parts };
}

/** Runs a scenario's turns through the flow; every step carries the scenario's true ratio. */
export function generateSession(
  store: EntryStore,
  scenario: ScenarioSession,
  name: string,
): SessionDraft {
  const { config, turns } = scenario;
  const builder = new SessionBuilder(store, {
    name,
    source: {
      format: 'scenario',
      file: name,
      agent: 'ADK flow simulator',
      agentVersion: null,
      sessionId: name,
      lane: 'main',
      parent: null,
    },
    generated: { scenario: name },
  });
  if (config.contextWindow > 0) builder.limit({ tokens: config.contextWindow, source: 'user' });
  const systemBytes =
    config.systemHeuristic === undefined ? config.systemBytes : config.systemHeuristic * 4;
  builder.prefix({
    system: [config.system === undefined ? sized('text', systemBytes) : textPart(config.system)],
    tools: [{ sizes: [config.toolHeuristic * 4] }],
  });
  for (const turn of turns) runTurn(builder, turn, config);
  return builder.finish();
}

function runTurn(
  builder: SessionBuilder,
  turn: ScenarioTurn,
  config: ScenarioSession['config'],
): void {
  const reported = turn.hasUsageMetadata ?? config.hasUsageMetadata;
  const ratio = turn.tokenRatio ?? config.tokenRatio;
  const step = (label: string): void =>
    builder.step({ label, ratio, reported, model: 'generated' });
  builder.append(userEntry(turn));
  step('user-msg');
  if (turn.sequential) {
    turn.toolCalls.forEach(({ name, responseBytes }, k) => {
      builder.append({ role: 'model', parts: [callPart(name)] });
      builder.append({ role: 'user', parts: [responsePart(name, responseBytes)] });
      step(`tool-chain-${k}`);
    });
  } else if (turn.toolCalls.length > 0) {
    builder.append({ role: 'model', parts: turn.toolCalls.map(({ name }) => callPart(name)) });
    builder.append({
      role: 'user',
      parts: turn.toolCalls.map(({ name, responseBytes }) => responsePart(name, responseBytes)),
    });
    step('tool-results');
  }
  builder.append({ role: 'model', parts: [textPart(turn.modelBytes)] });
}
