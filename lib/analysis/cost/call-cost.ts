import { priceAt, type PriceName, type Rates } from './rates';

/** Tokens of one call by what they are charged as; `cacheWriteHour` is no part of `cacheWrite`. */
export type ChargedTokens = Readonly<Record<PriceName, number>>;

/** Prompt tokens of a call: all but the output. */
export const promptTokens = (tokens: ChargedTokens): number =>
  tokens.input + tokens.cacheRead + tokens.cacheWrite + tokens.cacheWriteHour;

/** Dollars of a call by what they were charged for, and their sum. */
export type CallCost = Readonly<Record<PriceName | 'total', number>>;

/** A call that cost nothing. */
export const noCost: CallCost = {
  input: 0,
  cacheRead: 0,
  cacheWrite: 0,
  cacheWriteHour: 0,
  output: 0,
  total: 0,
};

const PER_MILLION = 1e-6;

/** The rates of a call of `prompt` tokens, in dollars per token, each with the rule for one that is missing. */
export function ratesAt(rates: Rates, prompt: number): Readonly<Record<PriceName, number>> {
  const input = priceAt(rates.input, prompt) * PER_MILLION;
  const or = (name: PriceName, other: number): number => {
    const price = rates[name];
    return price === null ? other : priceAt(price, prompt) * PER_MILLION;
  };
  const cacheWrite = or('cacheWrite', input);
  return {
    input,
    cacheRead: or('cacheRead', input),
    cacheWrite,
    cacheWriteHour: or('cacheWriteHour', cacheWrite),
    output: priceAt(rates.output, prompt) * PER_MILLION,
  };
}

/** Charges one call: each kind of token × its price at the tier that all its prompt tokens reach. */
export function callCost(tokens: ChargedTokens, rates: Rates): CallCost {
  const at = ratesAt(rates, promptTokens(tokens));
  const input = tokens.input * at.input;
  const cacheRead = tokens.cacheRead * at.cacheRead;
  const cacheWrite = tokens.cacheWrite * at.cacheWrite;
  const cacheWriteHour = tokens.cacheWriteHour * at.cacheWriteHour;
  const output = tokens.output * at.output;
  const total = input + cacheRead + cacheWrite + cacheWriteHour + output;
  return { input, cacheRead, cacheWrite, cacheWriteHour, output, total };
}

/** Adds two costs. */
export function addCost(one: CallCost, other: CallCost): CallCost {
  return {
    input: one.input + other.input,
    cacheRead: one.cacheRead + other.cacheRead,
    cacheWrite: one.cacheWrite + other.cacheWrite,
    cacheWriteHour: one.cacheWriteHour + other.cacheWriteHour,
    output: one.output + other.output,
    total: one.total + other.total,
  };
}

/** Tokens of a predicted call: what is not read is written where writes have a price. */
export function predictedTokens(
  prompt: number,
  read: number,
  output: number,
  { used, hour, rates }: { used: boolean; hour: boolean; rates: Rates },
): ChargedTokens {
  const rest = prompt - read;
  const written = used && rates.cacheWrite !== null ? rest : 0;
  return {
    input: rest - written,
    cacheRead: read,
    cacheWrite: hour ? 0 : written,
    cacheWriteHour: hour ? written : 0,
    output,
  };
}
