/** Function responses of a history that are made shorter, and what requests lose by that. */
import { byteAt, floatAt, intAt } from '@/lib/engine/base/read';
import { firstWhere } from '@/lib/engine/base/search';
import type { PolicyInput } from '@/lib/engine/policy/policy';
import type { SummaryView } from '@/lib/engine/policy/requests';
import { masked, shortened, wholeText, type CutText } from './cut-text';
import { between as sumOf, OUTPUT, textTokens, type HistorySizes } from './sizes';

/** Chars of a text in JSON. */
const charsOf = ({ length, escapes }: CutText): number => length + escapes.length;

/** Chars that a text has of the response's own. */
const ownOf = ({ own }: CutText): number => own.reduce((sum, [from, to]) => sum + to - from, 0);

/** A printed response holds `map[output:]` around its text. */
const PRINTED = 12;

/** Of a count over a text's `all` chars, what falls to `part` of them: nothing says where in it they are. */
const share = (count: number, part: number, all: number): number =>
  all === 0 ? 0 : Math.round((count * part) / all);

/** Texts that are made shorter, by the response's number. */
export type CutTexts = ReadonlyMap<number, CutText>;

/** No texts. */
export const noTexts: CutTexts = new Map();

/** Responses that a step made shorter, and the tokens they lost. */
export interface Cuts {
  readonly count: number;
  readonly saved: number;
}

/** Reads and shortens the responses of one replay. */
export class Responses {
  readonly #input: PolicyInput;
  readonly #sizes: HistorySizes;
  /** Prefix sums over whole responses: tokens of their texts, and of responses as parts. */
  readonly #texts: Float64Array;
  readonly #parts: Float64Array;
  /** Texts that are not whole in the history. */
  #cut = new Map<number, CutText>();
  /** Chars of JSON that they have more than whole ones. */
  #chars = 0;
  /** Tokens of parts that are not masked, less those of the same parts whole. */
  #change = 0;
  /** Texts that are cut but not masked. */
  #odd = 0;
  /** Before this response no whole one is left that a mask would make shorter. */
  #unmasked = 0;
  /** Nothing is masked, unless texts are cut, before the history has so many responses. */
  #quiet = 0;
  /** Files written so far: a number in the next one's name. */
  #files = 0;

  constructor(input: PolicyInput, sizes: HistorySizes) {
    this.#input = input;
    this.#sizes = sizes;
    const count = sizes.texts.length;
    this.#texts = new Float64Array(count + 1);
    this.#parts = new Float64Array(count + 1);
    for (let i = 0; i < count; i++) {
      this.#texts[i + 1] =
        floatAt(this.#texts, i) + textTokens(intAt(sizes.texts, i), this.#wide(i));
      this.#parts[i + 1] = floatAt(this.#parts, i) + this.#whole(i);
    }
  }

  forget(): void {
    this.#clear();
    this.#files = 0;
    this.#unmasked = 0;
    this.#quiet = 0;
  }

  /** Other settings may mask earlier. */
  configure(): void {
    this.#quiet = 0;
  }

  /**
   * The texts that are cut among the responses of the entries [from, end), from the newest on: each
   * that would exceed the budget is written to a file and shown with at most `most` chars.
   */
  beyond(budget: number, most: number, from: number, end: number): CutTexts {
    const [low, high] = this.#range(from, end);
    if (sumOf(this.#texts, low, high) <= budget && this.#cut.size === 0) return noTexts;
    const cut = new Map<number, CutText>();
    let kept = 0;
    for (let i = high - 1; i >= low; i--) {
      let tokens = this.#textTokens(i, this.#cut.get(i));
      if (kept + tokens > budget) {
        const file = ++this.#files;
        if (this.#length(i) > most) {
          const made = shortened(this.#text(i), most, intAt(this.#sizes.names, i), file);
          cut.set(i, made);
          tokens = this.#textTokens(i, made);
        }
      }
      kept += tokens;
    }
    return cut;
  }

  /**
   * The texts that are masked among the responses of the entries [from, end): all but the newest
   * `protect` tokens, if they have at least `least`.
   */
  maskedBeyond(protect: number, least: number, from: number, end: number): CutTexts {
    if (this.#odd === 0 && intAt(this.#input.profile.responseStart, end) < this.#quiet) {
      return noTexts;
    }
    const [low, high] = this.#range(from, end);
    const left = sumOf(this.#parts, low, high) + this.#change;
    if (left <= protect || left < least) return noTexts;
    if (this.#odd > 0) return this.#masks(low, high, protect, left - least);
    const parts = this.#parts;
    const first = this.#firstToMask(low, high);
    const reached = floatAt(parts, first) + protect;
    if (floatAt(parts, high) <= reached) {
      this.#quiet = firstWhere(high, parts.length, (i) => floatAt(parts, i) > reached);
      return noTexts;
    }
    // No text is masked from here on: prefix sums say which the newest ones are.
    const kept = floatAt(parts, high) - protect;
    const newest = firstWhere(first, high, (i) => floatAt(parts, i) >= kept);
    const spare = left - least - sumOf(parts, newest, high);
    return spare < 0 ? noTexts : this.#masks(first, newest, -1, spare);
  }

  /**
   * Masks of the responses [low, high) but the newest `protect` tokens, which may have `spare` at most.
   */
  #masks(low: number, high: number, protect: number, spare: number): CutTexts {
    const masks = new Map<number, CutText>();
    let newest = 0;
    let left = spare;
    for (let i = high - 1; i >= low; i--) {
      const held = this.#cut.get(i);
      if (held?.masked === true) continue;
      const tokens = held ? this.#part(i, charsOf(held)) : this.#whole(i);
      newest += newest > protect ? 0 : tokens;
      if (newest <= protect) {
        left -= tokens;
        if (left < 0) return noTexts;
      } else if (held !== undefined || byteAt(this.#sizes.maskable, i) === 1) {
        const mask = masked(this.#text(i), intAt(this.#sizes.names, i));
        if (this.#part(i, charsOf(mask)) < tokens) masks.set(i, mask);
      }
    }
    return masks;
  }

  /** The first whole response in [low, high) that a mask would make shorter; `high` for none. */
  #firstToMask(low: number, high: number): number {
    let i = Math.max(low, this.#unmasked);
    while (i < high && (byteAt(this.#sizes.maskable, i) === 0 || this.#cut.has(i))) i++;
    this.#unmasked = i;
    return i;
  }

  /** The responses of the entries [from, end). */
  #range(from: number, end: number): readonly [low: number, high: number] {
    const { responseStart } = this.#input.profile;
    return [intAt(responseStart, from), intAt(responseStart, end)];
  }

  #whole(response: number): number {
    return this.#part(response, intAt(this.#sizes.texts, response));
  }

  /** Tokens of a response as a part, its text taking so many chars of JSON. */
  #part(response: number, chars: number): number {
    return (intAt(this.#sizes.names, response) + OUTPUT + chars) >> 2;
  }

  /** Tokens of a response's text by itself, whole where it is not cut. */
  #textTokens(response: number, text: CutText | undefined): number {
    const wide = this.#wide(response);
    const length = intAt(this.#sizes.texts, response);
    if (text === undefined) return textTokens(length, wide);
    return textTokens(text.length, share(wide, ownOf(text), length));
  }

  /** Chars of a response's whole text that are outside ASCII. */
  #wide(response: number): number {
    return intAt(this.#input.profile.entries.responseWide, response);
  }

  #length(response: number): number {
    return this.#cut.get(response)?.length ?? intAt(this.#sizes.texts, response);
  }

  #text(response: number): CutText {
    const { texts, entries } = this.#sizes;
    const held = this.#cut.get(response);
    return held ?? wholeText(intAt(entries, response), intAt(texts, response));
  }

  /** Chars of JSON that the history's texts have more than whole ones once these are made shorter. */
  change(cut: CutTexts): number {
    let change = this.#chars;
    for (const [i, text] of cut) change += charsOf(text) - charsOf(this.#text(i));
    return change;
  }

  /** The same per entry. */
  changes(cut: CutTexts): ReadonlyMap<number, number> {
    const changes = new Map<number, number>();
    for (const texts of [this.#cut, cut]) {
      for (const [i, text] of texts) {
        if (texts !== cut && cut.has(i)) continue;
        const { entry } = text;
        const change = charsOf(text) - intAt(this.#sizes.texts, i);
        changes.set(entry, (changes.get(entry) ?? 0) + change);
      }
    }
    return changes;
  }

  /** Makes texts shorter in the requests of a view that has the earlier ones. */
  replace(step: number, view: SummaryView, cut: CutTexts): Cuts {
    let count = 0;
    let saved = 0;
    for (const [i, text] of cut) {
      const before = this.#lost(i, this.#cut.get(i));
      const after = this.#lost(i, text);
      const tokens = after.own - before.own;
      const reference = after.reference - before.reference;
      this.#hold(i, text);
      if (tokens === 0 && reference === 0) continue;
      this.#input.requests.elide(view, text.entry, tokens, reference);
      this.#input.notes.elisions.push({ step, entry: text.entry, tokens });
      count++;
      saved += tokens;
    }
    return { count, saved };
  }

  /** Makes texts shorter in a new view that sends the entries from one on and has all whole. */
  carry(step: number, view: SummaryView, cut: CutTexts, from: number): Cuts {
    const earlier = [...this.#cut].filter(([, { entry }]) => entry >= from);
    this.#clear();
    for (const [i, text] of earlier) {
      const { own, reference } = this.#lost(i, text);
      this.#input.requests.elide(view, text.entry, own, reference);
      this.#hold(i, text);
    }
    const kept = [...cut].filter(([, { entry }]) => entry >= from);
    return this.replace(step, view, new Map(kept));
  }

  #clear(): void {
    this.#cut.clear();
    this.#chars = 0;
    this.#change = 0;
    this.#odd = 0;
  }

  #hold(response: number, text: CutText): void {
    const before = this.#text(response);
    const tokens = (one: CutText): number => (one.masked ? 0 : this.#part(response, charsOf(one)));
    if (this.#cut.get(response)?.masked === false) this.#odd--;
    if (!text.masked) this.#odd++;
    this.#chars += charsOf(text) - charsOf(before);
    this.#change += tokens(text) - tokens(before);
    this.#cut.set(response, text);
  }

  /** Tokens that a response lost, by Gemini CLI's count and by the reference's; none where it is whole. */
  #lost(response: number, text: CutText | undefined) {
    if (text === undefined) return { own: 0, reference: 0 };
    const printed = intAt(this.#input.profile.entries.responseBytes, response);
    const length = intAt(this.#sizes.texts, response);
    const around = Math.min(PRINTED, printed);
    const own = ownOf(text);
    const bytes = text.length - own + share(printed - around, own, length);
    return {
      own: ((around + length) >> 2) - ((around + text.length) >> 2),
      reference: (printed >> 2) - ((around + bytes) >> 2),
    };
  }
}
