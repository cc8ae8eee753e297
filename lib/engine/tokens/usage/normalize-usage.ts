/**
 * One meaning of *real*: prompt tokens of a call with cache reads and writes counted once,
 * whatever the provider's field names say.
 */
import type { CountEvidence, Json, UsageCounts } from '@/lib/engine/session/schema';
import { Counts, isFields, MAX_REAL_TOKENS, type Fields } from './usage-counts';
import {
  cacheReadFields,
  cacheWriteFields,
  cacheWriteHourFields,
  outputFields,
  type UsageFamily,
} from './usage-fields';

/** Oddities of a record that the self-check found. */
export type UsageFlag =
  /** The record's own sums fit neither reading of its cache fields. */
  | 'contradictory'
  /** Inclusive field names with exclusive numbers: the cache was added. */
  | 'relabelled'
  /** A negative, fractional or impossibly large number was ignored. */
  | 'absurd';

/** A usage record read. */
interface NormalizedUsage {
  /** Prompt tokens; null if the record has none (all zero counts as none). */
  readonly real: number | null;
  /** What else it counts; the response's tokens include reasoning. Null where the record lacks it. */
  readonly counts: UsageCounts;
  readonly family: UsageFamily;
  /** The sum taken, in the record's own field names. */
  readonly rule: string;
  readonly flags: readonly UsageFlag[];
  /** Absent where the record counts one request. */
  readonly counted?: CountEvidence;
}

export { MAX_REAL_TOKENS, type UsageFamily };

interface Reading {
  readonly real: number | null;
  readonly rule: string;
  readonly flags?: readonly UsageFlag[];
}

/** The sum of disjoint fields; null where the first is absent. */
function disjoint(counts: Counts, names: readonly (readonly string[])[], rule: string): Reading {
  const values = names.map((paths) => counts.first(...paths));
  const real = values.every((value) => value === null)
    ? null
    : values.reduce<number>((sum, value) => sum + (value ?? 0), 0);
  return { real, rule };
}

interface CacheFields {
  readonly input: number | null;
  readonly read: number;
  readonly write: number;
  readonly output: number;
  readonly total: number | null;
  readonly rule: string;
}

/** An input field expected to include the cache, checked against the record's own total. */
function inclusive({ input, read, write, output, total, rule }: CacheFields): Reading {
  if (input === null) return { real: null, rule };
  const cached = read + write;
  const exclusive = {
    real: input + cached,
    rule: `${rule} + cache`,
    flags: ['relabelled'],
  } as const;
  if (cached === 0) return { real: input, rule, ...contradiction(total, input + output) };
  if (read > input) return exclusive;
  if (total === null || total === input + output) return { real: input, rule };
  if (total === input + output + cached) return exclusive;
  return { real: input, rule, flags: ['contradictory'] };
}

/**
 * A total below its summands is contradictory; one above may include reasoning or tool-use tokens.
 */
function contradiction(total: number | null, sum: number): { flags?: readonly UsageFlag[] } {
  return total !== null && total > 0 && total < sum ? { flags: ['contradictory'] } : {};
}

/** The first of the fields that holds a count. */
const countOf = (counts: Counts, fields: readonly string[] | undefined): number | null =>
  counts.first(...(fields ?? []));

const readers: Readonly<Record<Exclude<UsageFamily, 'unknown'>, (counts: Counts) => Reading>> = {
  anthropic: (counts) =>
    disjoint(
      counts,
      [['input_tokens'], ['cache_creation_input_tokens'], ['cache_read_input_tokens']],
      'input_tokens + cache_creation_input_tokens + cache_read_input_tokens',
    ),
  openai: (counts) => {
    const rule = counts.has('prompt_tokens') ? 'prompt_tokens' : 'input_tokens';
    return inclusive({
      input: counts.first('prompt_tokens', 'input_tokens'),
      read: countOf(counts, cacheReadFields.openai) ?? 0,
      write: 0,
      output: counts.first('completion_tokens', 'output_tokens') ?? 0,
      total: counts.first('total_tokens'),
      rule,
    });
  },
  gemini: readGemini,
  opencode: (counts) =>
    disjoint(
      counts,
      [
        ['input', 'tokens.input'],
        ['cache.read', 'tokens.cache.read'],
        ['cache.write', 'tokens.cache.write'],
      ],
      'input + cache.read + cache.write',
    ),
  pi: (counts) =>
    disjoint(counts, [['input'], ['cacheRead'], ['cacheWrite']], 'input + cacheRead + cacheWrite'),
  cline: (counts) => cacheInclusive(counts, 'cline', 'inputTokens'),
  otel: (counts) =>
    cacheInclusive(counts, 'otel', 'gen_ai.usage.input_tokens', 'gen_ai.usage.output_tokens'),
  vercel: (counts) => cacheInclusive(counts, 'vercel', 'inputTokens'),
  langfuse: readLangfuse,
  inspect: readInspect,
  goose: (counts) => ({ real: counts.first('input_tokens'), rule: 'input_tokens' }),
  kimi: (counts) =>
    disjoint(
      counts,
      [['inputOther'], ['inputCacheRead'], ['inputCacheCreation']],
      'inputOther + inputCacheRead + inputCacheCreation',
    ),
  converse: readConverse,
};

function cacheInclusive(
  counts: Counts,
  family: UsageFamily,
  rule: string,
  output = 'outputTokens',
): Reading {
  return inclusive({
    input: counts.first(rule),
    read: countOf(counts, cacheReadFields[family]) ?? 0,
    write: countOf(counts, cacheWriteFields[family]) ?? 0,
    output: counts.first(output) ?? 0,
    total: counts.first('totalTokens', 'gen_ai.usage.total_tokens'),
    rule,
  });
}

/** Gemini's cached count is part of the prompt count; the provider's tool reads are extra. */
function readGemini(counts: Counts): Reading {
  const prompt = counts.first('promptTokenCount', 'prompt_token_count');
  const tools = counts.first('toolUsePromptTokenCount', 'tool_use_prompt_token_count') ?? 0;
  const cached = counts.first('cachedContentTokenCount', 'cached_content_token_count') ?? 0;
  const output = counts.first('candidatesTokenCount', 'candidates_token_count') ?? 0;
  const total = counts.first('totalTokenCount', 'total_token_count');
  const rule = tools > 0 ? 'promptTokenCount + toolUsePromptTokenCount' : 'promptTokenCount';
  if (prompt === null) return { real: null, rule };
  const real = prompt + tools;
  if (cached > real) return { real: real + cached, rule: `${rule} + cache`, flags: ['relabelled'] };
  return { real, rule, ...contradiction(total, prompt + output) };
}

/** Bedrock counts the cache beside the input; who fills its names for others may have it inside: the total tells. */
function readConverse(counts: Counts): Reading {
  const input = counts.first('inputTokens');
  const output = counts.first('outputTokens') ?? 0;
  const rule = 'inputTokens + cacheReadInputTokens + cacheWriteInputTokens';
  if (input === null) return { real: null, rule };
  const cached =
    (countOf(counts, cacheReadFields.converse) ?? 0) +
    (countOf(counts, cacheWriteFields.converse) ?? 0);
  const inside = cached <= input && counts.first('totalTokens') === input + output;
  return { real: inside ? input : input + cached, rule: inside ? 'inputTokens' : rule };
}

/** Disjoint buckets: prompt tokens are everything of the total except output. */
function readLangfuse(counts: Counts): Reading {
  const total = counts.first('total');
  const outputs = ['output', 'output_reasoning', 'output_reasoning_tokens', 'output_audio'];
  const inputs = [
    'input',
    'input_cached_tokens',
    'input_cache_read',
    'input_cache_creation',
    'cache_read_input_tokens',
    'cache_creation_input_tokens',
    'input_audio',
  ];
  const sum = (names: readonly string[]): number =>
    names.reduce((tokens, name) => tokens + (counts.first(name) ?? 0), 0);
  if (total === null) return { real: sum(inputs), rule: 'sum of input*' };
  const real = total - sum(outputs);
  if (real < 0) return { real: sum(inputs), rule: 'sum of input*', flags: ['contradictory'] };
  return { real, rule: 'total − sum of output*' };
}

/** Inspect keeps each provider's meaning of `input_tokens`; the total tells them apart. */
function readInspect(counts: Counts): Reading {
  const { real, rule } = inclusive({
    input: counts.first('input_tokens'),
    read: counts.first('input_tokens_cache_read') ?? 0,
    write: counts.first('input_tokens_cache_write') ?? 0,
    output: counts.first('output_tokens') ?? 0,
    total: counts.first('total_tokens'),
    rule: 'input_tokens',
  });
  return { real, rule };
}

/** Tokens of the response; Gemini's API counts thoughts among the candidates, Vertex beside them. */
function outputOf(counts: Counts, family: Exclude<UsageFamily, 'unknown'>): number | null {
  const output = disjoint(counts, outputFields[family], '').real;
  if (family !== 'gemini' || output === null) return output;
  const real = readGemini(counts).real ?? 0;
  const candidates = counts.first('candidatesTokenCount', 'candidates_token_count') ?? 0;
  const total = counts.first('totalTokenCount', 'total_token_count');
  return total === real + candidates ? candidates : output;
}

/** Field names that identify a family, the most specific first. */
function familyOf(counts: Counts): UsageFamily {
  if (counts.has('promptTokenCount', 'prompt_token_count')) return 'gemini';
  if (counts.has('gen_ai.usage.input_tokens')) return 'otel';
  if (counts.has('cache_creation_input_tokens', 'cache_read_input_tokens')) return 'anthropic';
  if (counts.has('prompt_tokens', 'total_tokens', 'cached_input_tokens')) return 'openai';
  if (counts.has('input_tokens_details.cached_tokens')) return 'openai';
  if (counts.has('input_tokens')) return 'anthropic';
  if (counts.has('cache.read', 'tokens.input')) return 'opencode';
  if (counts.has('input') && counts.has('cacheRead', 'cacheWrite')) return 'pi';
  if (counts.has('cacheReadInputTokens', 'cacheWriteInputTokens') && counts.has('inputTokens'))
    return 'converse';
  if (counts.has('inputTokens')) return counts.has('cacheReadTokens') ? 'cline' : 'vercel';
  if (counts.has('input', 'total')) return 'langfuse';
  return 'unknown';
}

const unread: NormalizedUsage = {
  real: null,
  counts: {
    output: null,
    cacheRead: null,
    cacheWrite: null,
    cacheWriteHour: null,
    reasoning: null,
  },
  rule: 'none',
  flags: [],
  family: 'unknown',
};

/**
 * Prompt tokens of a provider's usage record. The family is inferred from the field names unless
 * given. Never throws: for anything but a record, real is null.
 */
export function normalizeUsage(usage: unknown, family?: UsageFamily): NormalizedUsage {
  if (!isFields(usage)) return unread;
  const counts = new Counts(usage);
  const known = family ?? familyOf(counts);
  if (known === 'unknown') return unread;
  const { real, rule, flags = [] } = readers[known](counts);
  const usable = real !== null && real > 0 && real <= MAX_REAL_TOKENS;
  const last = usable ? lastIteration(usage, known) : null;
  const sum = last !== null && last.real !== real ? last : null;
  return {
    real: usable ? (sum?.real ?? real) : null,
    ...(sum !== null && { counted: summed(real ?? 0, sum) }),
    counts: {
      output: outputOf(counts, known),
      cacheRead: countOf(counts, cacheReadFields[known]),
      cacheWrite: countOf(counts, cacheWriteFields[known]),
      cacheWriteHour: countOf(counts, cacheWriteHourFields[known]),
      reasoning: counts.first('reasoning_output_tokens'),
    },
    family: known,
    rule,
    flags: counts.absurd ? [...flags, 'absurd'] : flags,
  };
}

/** The newest request of a record that counts several: Anthropic lists them as `iterations`. */
interface Iteration {
  readonly real: number;
  readonly requests: number;
}

function lastIteration(usage: Fields, family: Exclude<UsageFamily, 'unknown'>): Iteration | null {
  const { iterations } = usage;
  if (!Array.isArray(iterations)) return null;
  const messages = iterations.filter(
    (one: unknown): one is Fields =>
      isFields(one) && (one['type'] === undefined || one['type'] === 'message'),
  );
  const newest = messages.at(-1);
  const { real } = newest === undefined ? { real: null } : readers[family](new Counts(newest));
  return real === null || real <= 0 ? null : { real, requests: messages.length };
}

const summed = (tokens: number, { requests }: Iteration): CountEvidence => ({
  kind: 'sum',
  tokens,
  reason: `The record sums ${requests} requests of one call; the request is the last of them.`,
});

/** Below this many visible tokens a low real is inconclusive. */
const VISIBLE_TOKENS = 2000;

/**
 * True when a provider seems to report only the uncached share: real below half of what the
 * recording shows, in heuristic tokens.
 */
export function underReports(real: number, visible: number): boolean {
  return visible > VISIBLE_TOKENS && real / visible < 0.5;
}

/** A usage record as it may be stored: the record itself, null for anything but an object. */
export function usageRecord(usage: unknown): Json {
  return isFields(usage) ? (usage as Json) : null;
}
