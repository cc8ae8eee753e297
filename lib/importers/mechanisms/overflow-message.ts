import { readRejection } from './gemini-rejection';
import { parseRejection, type Rejection } from './rejection';

/** Most characters of an error that are read. */
const HEAD = 2000;

/** Refusals of a request for its size in other words or without numbers, by provider. */
const patterns: readonly {
  readonly words: RegExp;
  readonly sizes?: RegExp;
  readonly limit?: RegExp;
}[] = [
  // GitHub Copilot: "prompt token count of 130000 exceeds the limit of 128000"
  {
    words: /token count of [\d,]+ exceeds the limit of/i,
    sizes: /token count of ([\d,]+)/i,
    limit: /limit of ([\d,]+)/i,
  },
  // xAI: "maximum prompt length is 131072 but the request contains 140000 tokens"
  {
    words: /maximum prompt length is/i,
    sizes: /contains ([\d,]+) tokens/i,
    limit: /length is ([\d,]+)/i,
  },
  // llama.cpp: "the request exceeds the available context size"
  { words: /exceeds the available context size/i },
  // OpenAI Responses: "Your input exceeds the context window of this model"
  { words: /exceeds the context window/i },
  { words: /context[_ ]length[_ ]exceeded/i },
  { words: /context window exceeds limit/i },
];

const count = (pattern: RegExp | undefined, text: string): number | null => {
  const digits = pattern?.exec(text)?.[1]?.replaceAll(',', '') ?? '';
  const value = Number(digits);
  return value > 0 && value <= 1_000_000_000 ? value : null;
};

/** Reads a provider's refusal of a request for its size; null for any other error. */
export function overflowOf(message: string): Rejection | null {
  const text = message.slice(0, HEAD);
  const known = parseRejection(text) ?? readRejection(text);
  if (known !== null) return known;
  const found = patterns.find(({ words }) => words.test(text));
  return found ? { real: count(found.sizes, text), limit: count(found.limit, text) } : null;
}
