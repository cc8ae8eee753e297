/** Expands a scenario's patterns into turns. */
import { assert } from '@/lib/engine/base/assert';
import type { ScenarioSession, ScenarioTurn } from '../schema';
import type { ScenarioDefinition, TurnPattern, TurnRule } from './definition';

/** Bytes of the model's text in the reference's tests: a sentence with the turn's index. */
const MODEL_BYTES = 137;
const SUMMARY_BYTES = 120;

/** A session of the scenario, as the simulator takes it. */
export function expandScenario(definition: ScenarioDefinition): ScenarioSession {
  const { window, ratio, system = 0, tools = 0, usage = true } = definition;
  return {
    config: {
      contextWindow: window,
      maxTokens: definition.maxTokens ?? 0,
      maxCompactionAttempts: definition.attempts ?? 3,
      hasUsageMetadata: usage,
      tokenRatio: ratio,
      systemBytes: system,
      systemHeuristic: system >> 2,
      toolHeuristic: tools,
      continuationQuotesUser: definition.quotesUser ?? false,
      summarizer: definition.summarizer ?? { bytes: SUMMARY_BYTES },
    },
    turns: expandTurns(definition.turns),
  };
}

function expandTurns(patterns: readonly TurnPattern[]): ScenarioTurn[] {
  const turns: ScenarioTurn[] = [];
  for (const pattern of patterns) {
    for (let k = 0; k < (pattern.repeat ?? 1); k++) turns.push(expandTurn(pattern, turns.length));
  }
  return turns;
}

function expandTurn(pattern: TurnPattern, index: number): ScenarioTurn {
  const fitting = (pattern.rules ?? []).filter(({ every }) => index % every === 0);
  const chosen = <K extends keyof TurnRule & keyof TurnPattern>(key: K): TurnPattern[K] =>
    (fitting.find((rule) => rule[key] !== undefined) ?? pattern)[key] as TurnPattern[K];
  const digits = String(index).length - 1;
  const calls = chosen('calls') ?? '';
  const usage = chosen('usage');
  return {
    user: {
      bytes: (chosen('user') ?? 0) + (pattern.numbered === true ? digits : 0),
      ...(pattern.startsWith === undefined ? {} : { startsWith: pattern.startsWith }),
    },
    modelBytes: (pattern.model ?? MODEL_BYTES) + (pattern.plain === true ? 0 : digits),
    toolCalls: parseSizes(calls.replaceAll('{turn}', String(index))).map(([name, bytes]) => ({
      name,
      responseBytes: bytes,
    })),
    sequential: calls.includes(' > '),
    inlineData: parseSizes(chosen('inline') ?? '').map(([mimeType, bytes]) => ({
      mimeType,
      bytes,
    })),
    ...(usage === undefined ? {} : { hasUsageMetadata: usage }),
    ...(pattern.ratio === undefined ? {} : { tokenRatio: pattern.ratio }),
  };
}

/** Parses `a 10 + b_{0-2} 20` into names and sizes. @throws on a malformed definition. */
function parseSizes(text: string): readonly (readonly [name: string, bytes: number])[] {
  if (text === '') return [];
  return text.split(/ [+>] /).flatMap((item) => {
    const match = /^(\S+) (\d+)$/.exec(item);
    assert(match !== null, `no name and size: "${item}"`);
    const [, name = '', bytes] = match;
    return series(name).map((one) => [one, Number(bytes)] as const);
  });
}

/** `audit_{0-19}` as twenty names. */
function series(name: string): readonly string[] {
  const match = /^(.*)\{(\d+)-(\d+)\}$/.exec(name);
  if (match === null) return [name];
  const [, stem = '', from, to] = match;
  const first = Number(from);
  return Array.from({ length: Number(to) - first + 1 }, (_, k) => `${stem}${first + k}`);
}
