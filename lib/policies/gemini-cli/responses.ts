/** Function responses beyond a budget of the newest tokens, cut to a head and a tail. */
import { formatInteger } from '@/lib/base/format';
import { intAt } from '@/lib/base/read';
import type { PolicyInput } from '../contract/policy';
import type { SummaryView } from '../contract/requests';
import type { HistorySizes } from './sizes';

/** Chars of the line that says what is shown and where the rest is, numbers and path left out. */
const FIRST_LINE = 76;
/** Chars of the line in place of what is left out, its number left out. */
const OMITTED = 29;
/** Chars of the path of the folder, and of `/tool-outputs/`, `_` and `.txt`. */
const PATH = 32 + 14 + 1 + 4;
/** Share of the shown chars that are the head. */
const HEAD = 0.2;

/** A response's text that was cut: its chars, and where its line breaks are, two chars in JSON. */
interface CutText {
  readonly entry: number;
  readonly length: number;
  readonly breaks: readonly number[];
}

/** Texts of responses that were cut, by the response's number. */
export type CutTexts = ReadonlyMap<number, CutText>;

/** Chars of a number with separators of thousands. */
const digits = (value: number): number => formatInteger(value).length;

/**
 * A text of more than `most` chars cut to the first fifth of them and the last rest, a note around
 * them. The last none of a text are all of it.
 */
function shortened({ length, breaks, entry }: CutText, most: number, path: number): CutText {
  const head = Math.floor(most * HEAD);
  const tail = most - head;
  const tailStart = tail === 0 ? 0 : length - tail;
  const first = FIRST_LINE + digits(head) + digits(tail) + path;
  const middle = first + 1 + head;
  const rest = middle + 2 + OMITTED + digits(length - most);
  return {
    entry,
    length: rest + 2 + length - tailStart,
    breaks: [
      first,
      ...breaks.filter((at) => at < head).map((at) => first + 1 + at),
      ...[middle, middle + 1, rest, rest + 1],
      ...breaks.filter((at) => at >= tailStart).map((at) => rest + 2 + at - tailStart),
    ],
  };
}

/** Reads and cuts the responses of one replay. */
export class Responses {
  readonly #input: PolicyInput;
  readonly #sizes: HistorySizes;
  /** Prefix sums over responses: their tokens uncut. */
  readonly #tokens: Float64Array;
  #cut: CutTexts = new Map();
  /** Files written so far: a number in the next one's name. */
  #files = 0;

  constructor(input: PolicyInput, sizes: HistorySizes) {
    this.#input = input;
    this.#sizes = sizes;
    const { texts } = sizes;
    this.#tokens = new Float64Array(texts.length + 1);
    texts.forEach((chars, i) => (this.#tokens[i + 1] = (this.#tokens[i] ?? 0) + (chars >> 2)));
  }

  /** Texts that are cut as the history is. */
  get cut(): CutTexts {
    return this.#cut;
  }

  forget(): void {
    this.#cut = new Map();
    this.#files = 0;
  }

  /**
   * The texts that are cut once the responses of the entries [from, end) have been, from the newest
   * on: each that would exceed the budget is written to a file and shown with at most `most` chars.
   */
  beyond(budget: number, most: number, from: number, end: number): CutTexts {
    const { responseStart } = this.#input.profile;
    const [low, high] = [intAt(responseStart, from), intAt(responseStart, end)];
    const whole = (this.#tokens[high] ?? 0) - (this.#tokens[low] ?? 0);
    if (whole <= budget && this.#cut.size === 0) return this.#cut;
    const cut = new Map(this.#cut);
    let kept = 0;
    for (let entry = end - 1; entry >= from; entry--) {
      for (let i = intAt(responseStart, entry + 1) - 1; i >= intAt(responseStart, entry); i--) {
        let text = this.#text(i, entry);
        if (kept + (text.length >> 2) > budget) {
          const path = PATH + intAt(this.#sizes.names, i) + String(++this.#files).length;
          if (text.length > most) {
            text = shortened(text, most, path);
            cut.set(i, text);
          }
        }
        kept += text.length >> 2;
      }
    }
    return cut;
  }

  #text(response: number, entry: number): CutText {
    const cut = this.#cut.get(response);
    return cut ?? { entry, length: intAt(this.#sizes.texts, response), breaks: [] };
  }

  /** Chars that cut texts have more than whole ones, per entry. */
  changes(cut: CutTexts): ReadonlyMap<number, number> {
    const changes = new Map<number, number>();
    for (const [i, { entry, length, breaks }] of cut) {
      const change = length + breaks.length - intAt(this.#sizes.texts, i);
      changes.set(entry, (changes.get(entry) ?? 0) + change);
    }
    return changes;
  }

  /** Takes texts into the requests of a view that has none cut, from an entry on. */
  carry(view: SummaryView, cut: CutTexts, from: number): void {
    this.#cut = new Map([...cut].filter(([, { entry }]) => entry >= from));
    for (const [i, { entry, length }] of this.#cut) {
      const lost = this.#lost(i, length);
      this.#input.requests.elide(view, entry, lost, lost);
    }
  }

  /** Takes texts that were cut anew into the requests of a view that has the earlier ones. */
  replace(view: SummaryView, cut: CutTexts): void {
    for (const [i, { entry, length }] of cut) {
      const lost = this.#lost(i, length) - this.#lost(i, this.#text(i, entry).length);
      if (lost !== 0) this.#input.requests.elide(view, entry, lost, lost);
    }
    this.#cut = cut;
  }

  /** Heuristic tokens that a response lost. */
  #lost(response: number, length: number): number {
    const printed = intAt(this.#input.profile.entries.responseBytes, response);
    const around = printed - intAt(this.#sizes.texts, response);
    return (printed >> 2) - ((around + length) >> 2);
  }

  /** Notes which responses a step cut, and what they lost at it; returns their number and tokens. */
  note(
    step: number,
    before: CutTexts,
    from: number,
  ): { readonly count: number; readonly saved: number } {
    let count = 0;
    let saved = 0;
    for (const [i, { entry, length }] of this.#cut) {
      const was = before.get(i);
      if (entry < from || was?.length === length) continue;
      const tokens = this.#lost(i, length) - (was === undefined ? 0 : this.#lost(i, was.length));
      this.#input.notes.elisions.push({ step, entry, tokens });
      count++;
      saved += tokens;
    }
    return { count, saved };
  }
}
