/**
 * Estimators that count text: the reference's bytes ÷ 4, characters ÷ 4, and tokenizers. Each
 * counts the fields that the reference floors separately (lib/engine/tokens/contextguard.ts), so that
 * estimators differ only in how they count. No tokenizer is imported here; hosts bring theirs.
 */
import { assertNever } from '@/lib/engine/base/assert';
import { utf8Length } from '@/lib/engine/base/utf8';
import type { Json, Part, Prefix, Tool } from '@/lib/engine/session/schema';
import { isMap } from '../contextguard';
import { goJson, goValue } from '../go-format';

/** Vocabularies that a host may load, by OpenAI's names. */
export const encodings = ['o200k_base', 'cl100k_base'] as const;
export type Encoding = (typeof encodings)[number];

/** Estimators in the order of the table. */
export const textEstimatorIds = ['bytes4', 'chars4', ...encodings] as const;
export type TextEstimatorId = (typeof textEstimatorIds)[number];

/** Labels of the estimators. */
export const textEstimatorLabels: Readonly<Record<TextEstimatorId, string>> = {
  bytes4: 'bytes ÷ 4',
  chars4: 'characters ÷ 4',
  o200k_base: 'o200k_base',
  cl100k_base: 'cl100k_base',
};

/** Counts a text. Deterministic; accepts any string, including lone surrogates. */
export interface TextEstimator {
  readonly id: TextEstimatorId;
  /** Tokens of one field. */
  readonly count: (text: string) => number;
}

/** UTF-8 bytes ÷ 4, floored: the reference. */
export const bytesEstimator: TextEstimator = {
  id: 'bytes4',
  count: (text) => Math.floor(utf8Length(text) / 4),
};

/** UTF-16 units ÷ 4, floored: `text.length / 4`, the estimate of many agents. */
export const charsEstimator: TextEstimator = {
  id: 'chars4',
  count: (text) => Math.floor(text.length / 4),
};

/**
 * Flat cost of inline data, which holds no text, under every estimator but the reference; a table with a
 * session's images puts what their models charge in its place. Equal to
 * `IMAGE_TOKENS` of the policies, which names its source.
 */
export const INLINE_TOKENS = 1_600;

/** Longer runs without a break are counted in pieces of this many characters. */
export const LONGEST_RUN = 400;

/**
 * A tokenizer as an estimator. Byte pair encoding takes time with the square of the longest run of
 * letters, blanks or signs, so a run of more than 400 is counted in pieces: about one token of
 * error per piece, instead of a minute for a megabyte of one letter.
 */
export function tokenizerEstimator(id: Encoding, count: (text: string) => number): TextEstimator {
  return {
    id,
    count: (text) => {
      let tokens = 0;
      for (const piece of pieces(text)) tokens += count(piece);
      return tokens;
    },
  };
}

/** Kinds of ASCII characters between which every tokenizer here cuts: blank, digit, letter, sign. */
const KINDS = Uint8Array.from({ length: 128 }, (_, code) => {
  if (code <= 32) return 1;
  if (code >= 48 && code <= 57) return 2;
  return (code >= 65 && code <= 90) || (code >= 97 && code <= 122) ? 3 : 4;
});

/** The text, cut where a run reaches `LONGEST_RUN`. Non-ASCII characters continue any run. */
function pieces(text: string): readonly string[] {
  if (text.length <= LONGEST_RUN) return [text];
  const cut: string[] = [];
  let from = 0;
  let run = 0;
  let kind = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    const next = code < 128 ? (KINDS[code] as number) : kind;
    run = next === kind ? run + 1 : 1;
    // Tokens hold at most three digits: a run of digits costs nothing.
    if (code >= 48 && code <= 57) run = 1;
    kind = next;
    // Never cut between the halves of a surrogate pair.
    if (run <= LONGEST_RUN || (code >= 0xdc00 && code <= 0xdfff)) continue;
    cut.push(text.slice(from, i));
    from = i;
    run = 1;
  }
  cut.push(text.slice(from));
  return cut;
}

function mapFields(map: Json): readonly string[] {
  if (!isMap(map)) return map === null ? [] : [goValue(map)];
  return Object.keys(map).flatMap((key) => [key, goValue(map[key] ?? null)]);
}

/**
 * The fields of a part as the reference prints them; their UTF-8 lengths are `partSizes`. For
 * inline data only its type. Null for a part of a numbers-only session, which holds no text.
 */
export function partFields(part: Part): readonly string[] | null {
  switch (part.kind) {
    case 'text':
    case 'thought':
      return [part.text];
    case 'call':
      return [part.name, ...mapFields(part.args)];
    case 'response':
      return [part.name, part.response === null ? 'map[]' : goValue(part.response)];
    case 'inline':
      return [part.mime];
    case 'other':
      return otherFields(part.type, part.value);
    case 'sized':
      return null;
    default:
      return assertNever(part);
  }
}

function otherFields(type: string, value: Json): readonly string[] {
  if (type === 'partMetadata') return mapFields(value);
  if ((type !== 'toolCall' && type !== 'toolResponse') || !isMap(value)) return [];
  const map = (type === 'toolCall' ? value['args'] : value['response']) ?? {};
  return [`&{${goValue(value['id'] ?? '')} ${goValue(value['toolType'] ?? '')} ${goValue(map)}}`];
}

/** Name, description and marshalled schema; null in a numbers-only session. */
export function toolFields(tool: Tool): readonly string[] | null {
  if ('sizes' in tool) return null;
  const { name, description, schema } = tool;
  return schema === null ? [name, description] : [name, description, goJson(schema)];
}

/** Tokens of a part; null if its text is missing. */
export function countPartText(estimator: TextEstimator, part: Part): number | null {
  if (part.kind === 'inline' && estimator.id !== 'bytes4') return INLINE_TOKENS;
  const fields = partFields(part);
  if (fields === null) return null;
  const tokens = countFields(estimator, fields);
  return part.kind === 'inline' ? tokens + Math.floor(part.bytes / 4) : tokens;
}

/** Tokens of system prompt and tool definitions, as far as known; null if their text is missing. */
export function countPrefixText(
  estimator: TextEstimator,
  { system, tools }: Prefix,
): number | null {
  let tokens = 0;
  for (const part of system ?? []) {
    const count = countPartText(estimator, part);
    if (count === null) return null;
    tokens += count;
  }
  for (const tool of tools ?? []) {
    const fields = toolFields(tool);
    if (fields === null) return null;
    tokens += countFields(estimator, fields);
  }
  return tokens;
}

function countFields({ count }: TextEstimator, fields: readonly string[]): number {
  let tokens = 0;
  for (const field of fields) tokens += count(field);
  return tokens;
}
