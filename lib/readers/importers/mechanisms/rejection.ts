import { MAX_REAL_TOKENS } from '@/lib/engine/tokens/usage/normalize-usage';

function number(digits: string | undefined): number | null {
  const value = Number((digits ?? '').replaceAll(',', ''));
  return value > 0 && value <= MAX_REAL_TOKENS ? value : null;
}

/** Messages of refusal; the first group is the request's size, the second the limit. */
const messages: readonly RegExp[] = [
  // Anthropic: "prompt is too long: 200819 tokens > 200000 maximum"
  /prompt is too long(?:: ?([\d,]+) tokens ?> ?([\d,]+))?/i,
  // Gemini: "The input token count (1200000) exceeds the maximum number of tokens allowed (1048576)."
  /(?:token count(?: is)? ?\(?([\d,]+)?\)?,? (?:but|which)? ?)?exceeds the maximum number of (?:input )?tokens(?: allowed)?(?: of)? ?\(?([\d,]+)?/i,
];

/** OpenAI names the limit first: "maximum context length is 128000 tokens. … resulted in 130000". */
const openAi =
  /maximum context length is ([\d,]+) tokens(?:.*?(?:resulted in|requested|is) ([\d,]+) tokens)?/is;

/** Reads an error message; null unless it says "too long". */
export function readRejection(message: string): Rejection | null {
  for (const pattern of messages) {
    const match = pattern.exec(message);
    if (match) return { real: number(match[1]), limit: number(match[2]) };
  }
  const match = openAi.exec(message);
  return match && { real: number(match[2]), limit: number(match[1]) };
}

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

/** A call that the provider refused for its size. */
export interface Rejection {
  /** Prompt tokens and limit named by the error; null if it names none. */
  readonly real: number | null;
  readonly limit: number | null;
}

const NUMBER = String.raw`(\d[\d,._]*)`;
const TOO_LONG = /(?:prompt|input) is too long/i;
const SIZES = new RegExp(`${NUMBER} *tokens? *> *${NUMBER}`, 'i');
const WITH_OUTPUT = new RegExp(
  `exceed context limit:? *${NUMBER} *\\+ *${NUMBER} *> *${NUMBER}`,
  'i',
);

const tokens = (digits: string | undefined): number | null => {
  const value = Number((digits ?? '').replace(/\D/g, ''));
  return value > 0 && value <= 1_000_000_000 ? value : null;
};

/**
 * Reads "prompt is too long: 200,819 tokens > 200,000 maximum" and "input length and `max_tokens`
 * exceed context limit: 190000 + 21333 > 200000"; null for every other error.
 */
export function parseRejection(message: string): Rejection | null {
  const text = message.slice(0, 500);
  const output = WITH_OUTPUT.exec(text);
  if (output) return { real: tokens(output[1]), limit: tokens(output[3]) };
  if (!TOO_LONG.test(text)) return null;
  const sizes = SIZES.exec(text);
  return { real: tokens(sizes?.[1]), limit: tokens(sizes?.[2]) };
}
