/** Kimi Code's compaction at work; `policy.ts` says what it does. */
import { formatInteger } from '@/lib/base/format';
import { byteAt, intAt, sumBetween } from '@/lib/base/read';
import { entryFlag } from '@/lib/tokens/entry-table';
import type { PolicyInput } from '../contract/policy';
import { ViewRun } from '../contract/view-run';
import { LastUsage } from '../mechanisms/last-usage';
import { MEDIA, messageTokens, quarter, textTokens } from './estimator';
import { keptOf, type Said } from './kept';
import type { KimiSettings } from './settings';
import {
  behindSummary,
  CONTINUATION,
  elisionLength,
  INSTRUCTION_TOKENS,
  pointerLength,
} from './texts';

const { response: RESPONSE, turnStart: TURN_START, context: CONTEXT } = entryFlag;

/** Of the window, less the room for an answer, what the summariser's request may take. */
const SAFETY = 0.85;
const ANSWER_PART = 8;

const EMPTY = 'The history is empty.';
const FAILED = 'The summariser failed: nothing is replaced.';
const EXIT = 'The error ends the turn. The recording goes on, uncompacted; each step tries again.';

/** Kimi Code on one session. */
export class KimiRun extends ViewRun<KimiSettings> {
  override readonly hooks = true;
  readonly #usage: LastUsage;
  /** What is left of the user's messages before the covered entries. */
  #kept: readonly Said[] = [];
  /** The note among them, behind so many. */
  #note: { readonly at: number; readonly tokens: number } | null = null;
  /** Tokens that entries have lost. */
  readonly #lost = new Map<number, number>();
  #compactions = 0;
  /** Count that the last compaction left, and the turn in which it holds further ones back. */
  #left = 0;
  #turn = -1;

  constructor(settings: KimiSettings, input: PolicyInput) {
    super(settings, input);
    this.#usage = new LastUsage(input);
  }

  override forget(): void {
    super.forget();
    this.#usage.reset();
    this.#kept = [];
    this.#note = null;
    this.#lost.clear();
    this.#turn = -1;
  }

  override state(): number {
    return this.#usage.total;
  }

  /** The newest count and the messages behind it; before any, the messages alone. */
  protected own(step: number, h: number): number {
    const { estimator } = this.input.requests;
    const { total, until } = this.#usage;
    if (total === 0) return h - estimator.prefix;
    return total + sumBetween(estimator.sum, until, intAt(this.input.profile.steps.entries, step));
  }

  override after(step: number, _h: number, real: number): void {
    if (real > 0) this.#usage.observe(step, real);
  }

  decide(step: number, value: number): void {
    const n = intAt(this.input.profile.steps.entries, step);
    if (this.#holdsBack(step, value)) {
      const text = `No more than the ${formatInteger(this.#left)} tokens that the last compaction of this turn left: nothing is summarised.`;
      this.note(step, 'no-op', text);
      return;
    }
    if (n === 0) {
      this.note(step, 'no-op', EMPTY);
      return;
    }
    const calls = this.#summarise(step, n);
    if (calls > 0) this.#replace(step, n, calls);
  }

  #holdsBack(step: number, value: number): boolean {
    if (this.byHand(step) || this.input.compactAt !== undefined) return false;
    return this.#turn === this.#turnOf(step) && value <= this.#left;
  }

  #turnOf(step: number): number {
    return intAt(this.input.profile.steps.turnStart, step);
  }

  /** Calls of the summariser until it answers with a text; 0 where it fails. */
  #summarise(step: number, n: number): number {
    const { summariser, requests, columns: out } = this.input;
    const head = this.size(step) - requests.estimator.prefix;
    const given = this.#given(n, head);
    const { attempts, summaryCap } = this.settings;
    for (let call = 1; call <= attempts; call++) {
      summariser.call(head, summaryCap, call);
      if (!summariser.failed) {
        out.summarizerContents[step] = given;
        return call;
      }
      if (!summariser.empty) break;
    }
    this.note(step, 'failure', FAILED);
    this.note(step, 'exit', EXIT);
    return 0;
  }

  /** Contents that the summariser is given: the newest that fit its request. */
  #given(n: number, tokens: number): number {
    const { profile, requests } = this.input;
    const { sum, prefix } = requests.estimator;
    const { window } = this.settings;
    const lead = this.loop.addedContents + (this.view.injected ? 1 : 0);
    const whole = lead + n - this.view.covered;
    const budget = Math.floor((window - Math.floor(window / ANSWER_PART)) * SAFETY) - prefix;
    if (budget <= 0 || tokens + INSTRUCTION_TOKENS <= budget) return whole;
    let from = n;
    for (; from > this.view.covered; from--) {
      if (sumBetween(sum, from - 1, n) > budget) break;
    }
    const older =
      from > this.view.covered ? 0 : this.#leadWithin(budget - sumBetween(sum, from, n));
    // The instruction does not fit beside everything: the oldest message goes.
    if (older === lead && from === this.view.covered) return whole - 1;
    if (older > 0) return older + n - from;
    const { flags } = profile.entries;
    while (from < n && (byteAt(flags, from) & RESPONSE) !== 0) from++;
    return from < n ? n - from : whole;
  }

  /** Of the summary, its continuation and what was kept, the newest messages that fit. */
  #leadWithin(budget: number): number {
    const { requests } = this.input;
    if (!this.view.injected) return 0;
    const { text } = requests.estimator;
    const newest = [CONTINUATION, requests.wrapperBytes + this.view.summaryBytes];
    const sizes = [...newest.map(text), ...this.#lead().reverse()];
    let left = budget;
    const over = sizes.findIndex((tokens) => (left -= tokens) < 0);
    return over < 0 ? sizes.length : over;
  }

  /** Tokens of the kept messages and of the note among them, in order. */
  #lead(): number[] {
    const sizes = this.#kept.map(({ text, media }) => 1 + text + media);
    if (this.#note !== null) sizes.splice(this.#note.at, 0, this.#note.tokens);
    return sizes;
  }
  #replace(step: number, n: number, calls: number): void {
    const { summariser, requests } = this.input;
    const { density, ratio, estimator } = requests;
    const messages = [...this.#kept, ...this.#said(this.view.covered, n)];
    const { bytes, tokens } = summariser;
    this.#compactions++;
    // A recorded summary has its pointer in it.
    const recorded = this.settings.summary === 'recorded';
    const pointer = recorded ? 0 : pointerLength(this.#compactions, this.settings.path);
    const behind = recorded ? 0 : behindSummary(pointer);
    this.compact(
      step,
      {
        covered: n,
        injected: true,
        summaryBytes: bytes + behind,
        summaryTokens: tokens < 0 ? -1 : tokens + Math.round((density * behind) / 4),
      },
      calls,
    );
    const output =
      tokens < 0 ? Math.trunc(Math.floor(bytes / 4) * (ratio?.[step] ?? density)) : tokens;
    const kept = this.#putBack(step, messages);
    this.#left = estimator.prefix + output + quarter(pointer) + kept;
    this.#turn = this.#turnOf(step);
    this.#usage.reset(this.#left, n);
    this.follow(step);
  }

  /** The user's own messages of the entries [from, to). */
  #said(from: number, to: number): readonly Said[] {
    const { profile } = this.input;
    const { flags, inlines } = profile.entries;
    const said: Said[] = [];
    for (let entry = from; entry < to; entry++) {
      const kind = byteAt(flags, entry);
      if ((kind & TURN_START) === 0 || (kind & (RESPONSE | CONTEXT)) !== 0) continue;
      const media = MEDIA * intAt(inlines, entry);
      const reference = sumBetween(profile.sum, entry, entry + 1);
      said.push({ entry, text: textTokens(profile, entry), reference, media });
    }
    return said;
  }

  /** Puts back what stays of the user's messages, the note among them and the continuation: their tokens. */
  #putBack(step: number, messages: readonly Said[]): number {
    const { head, tail, omitted } = keptOf(messages, this.settings.keepUser);
    this.#kept = [...head, ...tail];
    const before = this.loop.added;
    let tokens = 0;
    for (const { text, media } of this.#kept) tokens += 1 + text + media;
    this.loop.addedContents += this.#kept.length;
    this.#keepEntries(step);
    this.#note = null;
    if (omitted >= 0) {
      this.addText(elisionLength(omitted));
      this.#note = { at: head.length, tokens: messageTokens(elisionLength(omitted)) };
      const text = `${formatInteger(omitted)} tokens of the user’s messages are left out between the oldest and the newest.`;
      this.note(step, 'prune', text);
    }
    this.addText(CONTINUATION);
    return tokens + this.loop.added - before;
  }

  /** Kept entries with what they lost; one may be kept at both its ends. */
  #keepEntries(step: number): void {
    const { requests, notes } = this.input;
    const ranges: [number, number][] = [];
    for (let i = 0; i < this.#kept.length; i++) {
      const { entry } = this.#kept[i] as Said;
      const pieces = [this.#kept[i] as Said];
      while (this.#kept[i + 1]?.entry === entry) pieces.push(this.#kept[++i] as Said);
      requests.keep(this.view, entry, entry + 1);
      const last = ranges.at(-1);
      if (last?.[1] === entry) last[1] = entry + 1;
      else ranges.push([entry, entry + 1]);
      this.#shorten(step, entry, pieces);
    }
    notes.kept.push({ step, ranges });
    this.changed();
  }

  #shorten(step: number, entry: number, pieces: readonly Said[]): void {
    const { profile, requests, notes } = this.input;
    const whole = sumBetween(requests.estimator.sum, entry, entry + 1);
    const tokens = pieces.reduce((left, { text, media }) => left - 1 - text - media, whole);
    const own = sumBetween(profile.sum, entry, entry + 1);
    const reference = pieces.reduce((left, piece) => left - piece.reference, own);
    if (tokens === 0 && reference === 0) return;
    requests.elide(this.view, entry, tokens, reference);
    const newly = tokens - (this.#lost.get(entry) ?? 0);
    this.#lost.set(entry, tokens);
    if (newly > 0) notes.elisions.push({ step, entry, tokens: newly });
  }
}
