/**
 * The ADK flow: append-only events and a fresh request at each step. A turn appends the user's
 * entry and takes a step; parallel tool calls append one entry with all calls and one with all
 * responses and take one step; sequential ones a pair and a step each; then the model's text.
 * google.golang.org/adk v0.4.0, internal/llminternal/base_flow.go; golden/README.md "Flow of a turn".
 */
import { utf8Length } from '@/lib/engine/base/utf8';
import { SessionBuilder } from '@/lib/engine/session/builder';
import type { EntryRef, EntryStore, SessionDraft } from '@/lib/engine/session/draft';
import type { Entry, Part, PartKind, Prefix } from '@/lib/engine/session/schema';
import { countPart, countPrefix } from '@/lib/engine/tokens/contextguard';
import type { ScenarioConfig, ScenarioSession, ScenarioTurn, TokenRatios } from './schema';

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

/** Real tokens of the request with the whole log, kept up to date while entries are appended. */
class CategorySums {
  readonly #ratios: TokenRatios;
  readonly #sums: Record<keyof TokenRatios, number>;

  constructor(ratios: TokenRatios, prefixTokens: number) {
    this.#ratios = ratios;
    this.#sums = { text: 0, call: 0, response: 0, inline: 0, prefix: prefixTokens };
  }

  add({ parts }: Entry): void {
    for (const part of parts) {
      const kind = part.kind === 'sized' ? part.of : part.kind;
      if (kind !== 'thought' && kind !== 'other') this.#sums[kind] += countPart(part);
    }
  }

  /** trunc(Σ ratio × heuristic). */
  get real(): number {
    const ratios = this.#ratios;
    const sums = this.#sums;
    return Math.trunc(
      ratios.text * sums.text +
        ratios.call * sums.call +
        ratios.response * sums.response +
        ratios.inline * sums.inline +
        ratios.prefix * sums.prefix,
    );
  }
}

/** True if a step reports usage: by the turn's own flag, else the session's and its pattern. */
function reports(config: ScenarioConfig, turn: ScenarioTurn, index: number, step: number): boolean {
  if (turn.hasUsageMetadata !== undefined) return turn.hasUsageMetadata;
  if (!config.hasUsageMetadata) return false;
  const { fromTurn = 0, untilTurn = Infinity, everyStep = 1 } = config.usage ?? {};
  return index >= fromTurn && index < untilTurn && (step + 1) % everyStep === 0;
}

/** An entry and its ref in the store. */
interface Stored {
  readonly entry: Entry;
  readonly ref: EntryRef;
}

/** The user's entry, a pair with calls and responses for each round of tools, the answer. */
function turnEntries(turn: ScenarioTurn): readonly Entry[] {
  const { toolCalls, sequential } = turn;
  const rounds = sequential ? toolCalls.map((call) => [call]) : [toolCalls];
  const pairs = rounds
    .filter((calls) => calls.length > 0)
    .flatMap((calls): readonly Entry[] => [
      { role: 'model', parts: calls.map(({ name }) => callPart(name)) },
      {
        role: 'user',
        parts: calls.map(({ name, responseBytes }) => responsePart(name, responseBytes)),
      },
    ]);
  return [userEntry(turn), ...pairs, { role: 'model', parts: [textPart(turn.modelBytes)] }];
}

/** Appends turns to a session and takes their steps. */
class Flow {
  readonly #builder: SessionBuilder;
  readonly #config: ScenarioConfig;
  readonly #sums: CategorySums | null;
  readonly #store: EntryStore;
  /** Stored entries of each turn: turns of one shape are mostly one object. */
  readonly #known = new Map<ScenarioTurn, readonly Stored[]>();
  #turns = 0;

  constructor(store: EntryStore, builder: SessionBuilder, config: ScenarioConfig, prefix: Prefix) {
    this.#store = store;
    this.#builder = builder;
    this.#config = config;
    const { system, tools } = countPrefix(prefix);
    const { tokenRatios } = config;
    this.#sums = tokenRatios ? new CategorySums(tokenRatios, (system ?? 0) + (tools ?? 0)) : null;
  }

  turn(turn: ScenarioTurn): void {
    const { sequential } = turn;
    const [user, ...rest] = this.#stored(turn);
    const answer = rest.pop();
    const pairs = rest.length / 2;
    this.#append(user);
    this.#step(turn, 'user-msg', pairs === 0);
    for (let k = 0; k < pairs; k++) {
      this.#append(rest[2 * k]);
      this.#append(rest[2 * k + 1]);
      this.#step(turn, sequential ? `tool-chain-${k}` : 'tool-results', k === pairs - 1);
    }
    this.#append(answer);
    this.#turns++;
  }

  #stored(turn: ScenarioTurn): readonly Stored[] {
    const known = this.#known.get(turn);
    if (known) return known;
    const stored = turnEntries(turn).map((entry) => ({ entry, ref: this.#store.entry(entry) }));
    this.#known.set(turn, stored);
    return stored;
  }

  #append(stored: Stored | undefined): void {
    if (!stored) return;
    this.#builder.appendRef(stored.ref);
    this.#sums?.add(stored.entry);
  }

  #step(turn: ScenarioTurn, label: string, last: boolean): void {
    const reported = reports(this.#config, turn, this.#turns, this.#builder.stepCount);
    const ratio = turn.tokenRatio ?? this.#config.tokenRatio;
    this.#builder.step({
      label,
      reported,
      model: 'generated',
      lengthStop: last && turn.lengthStop === true,
      ...(this.#sums ? { real: this.#sums.real } : { ratio }),
    });
  }
}

function prefixOf({ system, systemBytes, systemHeuristic, toolHeuristic }: ScenarioConfig): Prefix {
  const bytes = systemHeuristic === undefined ? systemBytes : systemHeuristic * 4;
  return {
    system: [system === undefined ? sized('text', bytes) : textPart(system)],
    tools: [{ sizes: [toolHeuristic * 4] }],
  };
}

/**
 * Runs a scenario's turns through the flow. Every step carries the scenario's true ratio; under
 * `tokenRatios` it carries real tokens instead, which the policy does not see at a step without
 * usage.
 */
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
      sessionId: name,
    },
    generated: { scenario: name },
  });
  if (config.contextWindow > 0) builder.limit({ tokens: config.contextWindow, source: 'user' });
  const prefix = prefixOf(config);
  builder.prefix(prefix);
  const flow = new Flow(store, builder, config, prefix);
  for (const turn of turns) flow.turn(turn);
  return builder.finish();
}
