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
