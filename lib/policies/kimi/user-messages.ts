import { byteAt, intAt, sumBetween } from '@/lib/engine/base/read';
import type { PolicyInput } from '@/lib/engine/policy/policy';
import type { SummaryView } from '@/lib/engine/policy/requests';
import { isSaid } from '@/lib/engine/mechanisms/turns';
import { MEDIA, textTokens } from './estimator';
import { keptOf, tokensOf, totalOf, type UserMessage } from './kept';

/** What stays of the user's messages, and what that adds to a view. */
interface Left {
  readonly said: readonly UserMessage[];
  /** Messages before the note on what is left out, and the tokens of that; −1 where nothing is. */
  readonly head: number;
  readonly omitted: number;
  readonly tokens: number;
  /** The same messages under the same limit give this again. */
  readonly settled: boolean;
  readonly most: number;
  readonly ranges: readonly (readonly [number, number])[];
  readonly heuristic: number;
  readonly reference: number;
  readonly real: number;
}

/** The user's messages that Kimi's compactions keep, as the last one left them. */
export class UserMessages {
  readonly #input: PolicyInput;
  #left: Left | null = null;
  /** Tokens that entries have lost. */
  readonly #lost = new Map<number, number>();

  constructor(input: PolicyInput) {
    this.#input = input;
  }

  forget(): void {
    this.#left = null;
    this.#lost.clear();
  }

  /** Messages in front of the summary that fit a budget, the newest first; `note` is the size of the note among them. */
  within(budget: number, note: number): number {
    if (this.#left === null) return 0;
    const { said, head, omitted } = this.#left;
    let room = budget;
    let fit = 0;
    for (let i = said.length - 1; i >= 0; i--) {
      if (omitted >= 0 && i === head - 1) {
        if ((room -= note) < 0) return fit;
        fit++;
      }
      if ((room -= tokensOf(said[i] as UserMessage)) < 0) return fit;
      fit++;
    }
    return fit;
  }

  /** Puts back what stays of the messages before the entry `to` into a view that leaves them out. */
  putBack(
    step: number,
    view: SummaryView,
    [from, to]: readonly [number, number],
    most: number,
  ): Left {
    const fresh = this.#said(from, to);
    const before = this.#left;
    if (fresh.length === 0 && before?.settled === true && before.most === most) {
      view.keptHeuristic += before.heuristic;
      view.keptReference += before.reference;
      view.keptReal += before.real;
      this.#input.notes.kept.push({ step, ranges: before.ranges });
      return before;
    }
    const messages = before === null ? fresh : [...before.said, ...fresh];
    const { head, tail, omitted } = keptOf(messages, most);
    const said = omitted < 0 ? tail : [...head, ...tail];
    const settled = omitted < 0 || sameTexts(said, messages);
    const { keptHeuristic, keptReference, keptReal } = view;
    const ranges = this.#keep(step, view, said);
    this.#left = {
      said,
      head: head.length,
      omitted,
      tokens: totalOf(said),
      settled,
      most,
      ranges,
      heuristic: view.keptHeuristic - keptHeuristic,
      reference: view.keptReference - keptReference,
      real: view.keptReal - keptReal,
    };
    return this.#left;
  }

  /** The user's own messages of the entries [from, to). */
  #said(from: number, to: number): readonly UserMessage[] {
    const { profile } = this.#input;
    const { flags, inlines } = profile.entries;
    const said: UserMessage[] = [];
    for (let entry = from; entry < to; entry++) {
      if (!isSaid(byteAt(flags, entry))) continue;
      const media = MEDIA * intAt(inlines, entry);
      const reference = sumBetween(profile.sum, entry, entry + 1);
      const text = textTokens(profile, entry);
      said.push({ entry, range: [entry, entry + 1], text, reference, media });
    }
    return said;
  }

  /** Kept entries with what they lost; one may be kept at both its ends. */
  #keep(step: number, view: SummaryView, said: readonly UserMessage[]): Left['ranges'] {
    const { requests, notes } = this.#input;
    const ranges: (readonly [number, number])[] = [];
    for (let i = 0; i < said.length;) {
      const { entry, range } = said[i] as UserMessage;
      const first = i++;
      while (said[i]?.entry === entry) i++;
      requests.keep(view, entry, entry + 1);
      const last = ranges.length - 1;
      const before = last >= 0 ? ranges[last] : undefined;
      if (before?.[1] === entry) ranges[last] = [before[0], entry + 1];
      else ranges.push(range);
      this.#shorten(step, view, said, first, i);
    }
    notes.kept.push({ step, ranges });
    return ranges;
  }

  /** Takes what the pieces [from, to) of an entry lack out of the view. */
  #shorten(
    step: number,
    view: SummaryView,
    pieces: readonly UserMessage[],
    from: number,
    to: number,
  ): void {
    const { profile, requests, notes } = this.#input;
    const { entry } = pieces[from] as UserMessage;
    let tokens = sumBetween(requests.estimator.sum, entry, entry + 1);
    let reference = sumBetween(profile.sum, entry, entry + 1);
    for (let i = from; i < to; i++) {
      const piece = pieces[i] as UserMessage;
      tokens -= tokensOf(piece);
      reference -= piece.reference;
    }
    if (tokens === 0 && reference === 0) return;
    requests.elide(view, entry, tokens, reference);
    const newly = tokens - (this.#lost.get(entry) ?? 0);
    this.#lost.set(entry, tokens);
    if (newly > 0) notes.elisions.push({ step, entry, tokens: newly });
  }
}

const sameTexts = (left: readonly UserMessage[], right: readonly UserMessage[]): boolean =>
  left.length === right.length &&
  left.every((one, i) => one.entry === right[i]?.entry && one.text === right[i].text);
