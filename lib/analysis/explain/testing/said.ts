import { formatInteger } from '@/lib/engine/base/format';
import type { StepOutcome } from '../outcome/step-outcome';

/** A number as it is printed: NaN for "–"; `guessed` where "~" stands before it. */
export interface PrintedNumber {
  readonly value: number;
  readonly guessed: boolean;
}

/** Reads "~1,234", "at least 1,234", "+7,623", "−7,623", "5×", "1,204 messages" or "–". */
export function saidNumber(text: string): PrintedNumber {
  const [, tilde = '', sign = '', digits = ''] =
    /^(~?)([+−-]?)([\d,]+(?:\.\d+)?)/.exec(text.replace(/^at least /, '')) ?? [];
  const value = digits === '' ? NaN : Number(digits.replaceAll(',', ''));
  return { value: sign === '−' || sign === '-' ? -value : value, guessed: tilde !== '' };
}

/** Reads the outcome of a line: "◇ compacted → 46,254 · ▲ refused", "held, no usage"; null for none. */
export function saidOutcome(line: string): StepOutcome | null {
  const pieces = line.split(/ · |, /).map((piece) => piece.replace(/^[◆◇▲◁] /, ''));
  const [side = ''] = pieces[0]?.split(' → ') ?? [];
  if (side !== 'held' && side !== 'compacted' && side !== 'failed') return null;
  if (pieces.includes('doubtful count')) return { policy: side, provider: 'no usage' };
  const provider = pieces.find((piece) => piece === 'refused' || piece === 'no usage');
  return { policy: side, provider: provider ?? 'answered' };
}

const sides: readonly (readonly [words: RegExp, side: StepOutcome['policy']])[] = [
  [/^(held|holds)\b/, 'held'],
  [/^(compacted|compacts)\b/, 'compacted'],
  [/^(failed|fails) to compact\b/, 'failed'],
];

/** Reads the outcome of a headline and the sentences around it: the session's own may tell of the same step. */
export function toldOutcome(headline: string, sentences: readonly string[]): StepOutcome | null {
  const [, step = '', behind = ''] = /\b[Ss]tep ([\d,]+) (.*)/s.exec(headline) ?? [];
  const side = sides.find(([words]) => words.test(behind))?.[1];
  if (side === undefined) return null;
  const has = (words: RegExp): boolean => sentences.some((text) => words.test(text));
  const isRefused = headline.includes(' and was refused because ');
  const isTold = sentences.some((text) =>
    new RegExp(`^Refused at step ${step}\\b(?!,)`).test(text),
  );
  if (isRefused || isTold || has(/^(The provider refused|It is refused: )/))
    return { policy: side, provider: 'refused' };
  // A count that is set aside is none.
  const silent = has(
    /^(The provider sen(t|ds) no usage\.$|Its count of [\d,]+ is doubtful and not used)/,
  );
  return { policy: side, provider: silent ? 'no usage' : 'answered' };
}

/** What is wrong with the comparisons of a sentence, given the decision that it is about. */
export function comparisonFaults(
  text: string,
  decision: { readonly value: number; readonly threshold: number } | null,
): readonly string[] {
  const faults: string[] = [];
  const fault = (words: string): void => void faults.push(`${words}: ${text}`);
  const margin = decision === null ? NaN : decision.value - decision.threshold;
  for (const [, gap = '', side, named = ''] of text.matchAll(
    /is ([\d,]+) (above|below) the threshold of ([\d,]+)/g,
  )) {
    const signed = saidNumber(gap).value * (side === 'above' ? 1 : -1);
    const threshold = saidNumber(named).value;
    if (!text.includes(formatInteger(threshold + signed))) fault('its value is not said');
    if (signed !== margin || threshold !== decision?.threshold) fault('not the ledger’s margin');
  }
  for (const [, named = ''] of text.matchAll(/is exactly the threshold of ([\d,]+)/g)) {
    if (margin !== 0 || saidNumber(named).value !== decision?.threshold) fault('not exactly');
  }
  for (const [, gap = ''] of text.matchAll(/value is ([\d,]+) below its threshold/g)) {
    if (-saidNumber(gap).value !== margin) fault('not the ledger’s margin');
  }
  for (const [, value = '', named = ''] of text.matchAll(
    /([\d,]+) tokens at a threshold of ([\d,]+)/g,
  )) {
    if (saidNumber(value).value < saidNumber(named).value) fault('not reached');
  }
  for (const [, value = '', words = '', allowed = ''] of text.matchAll(
    /([\d,]+) [^:;.]*? are (more than|fewer than|as many as) the ([\d,]+) allowed/g,
  )) {
    const more = Math.sign(saidNumber(value).value - saidNumber(allowed).value);
    if (more !== { 'more than': 1, 'fewer than': -1, 'as many as': 0 }[words]) fault('not so many');
  }
  return faults;
}

/** Words that a sentence about the past may not hold. */
export const guesses = (text: string): readonly string[] =>
  [/~/, /\bprojected\b/, /\bwould\b/].flatMap((word) => (word.test(text) ? [text] : []));
