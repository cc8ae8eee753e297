import { MAX_REAL_TOKENS } from '@/lib/tokens/usage/normalize-usage';
import type { Rejection } from './rejection';

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
