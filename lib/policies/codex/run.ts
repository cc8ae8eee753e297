/** Codex's local compaction at work; `policy.ts` says what it does. */
import { formatInteger } from '@/lib/engine/base/format';
import { byteAt, intAt, sumBetween } from '@/lib/engine/base/read';
import { entryFlag } from '@/lib/engine/tokens/entry-table';
import { messageSyntax } from './items';
import { reasoningTokens } from './reasoning';
import type { CodexSettings } from './settings';
import { responseOf, turnStartIn } from '@/lib/engine/mechanisms/ceiled-estimator';
import { UsageRun } from '@/lib/engine/mechanisms/last-usage';
import { isSaid } from '@/lib/engine/mechanisms/turns';
import type { PolicyInput } from '@/lib/engine/policy/policy';

const { user: USER, call: CALL, context: CONTEXT } = entryFlag;

/** Bytes of the early placeholder of an empty summary. */
const NO_SUMMARY = 22;
/** Bytes of `…N tokens truncated…` besides the digits. */
const CUT_MARK = 23;

const FAILED = 'The summariser failed: nothing is replaced.';
const ENDS = 'The error ends the turn. The recording goes on, uncompacted; each check tries again.';

/** Tokens cut from a kept message, by the policy's estimator and the reference's. */
interface Loss {
  readonly tokens: number;
  readonly reference: number;
}

/** Codex on one session. */
export class CodexRun extends UsageRun<CodexSettings> {
  /** Prompt of the first usage since the last compaction; 0 for none yet. */
  #baseline = 0;
  /** Reasoning since the last compaction in tokens: of earlier turns, and of this one. */
  #earlier = 0;
  #current = 0;
  /** What a token of reasoning counts for where the file lacks its encrypted text; 0 where it holds it. */
  readonly #share: number;
  /** Entries before the user's first message: Codex's own instructions are among them. */
  readonly #preface: number;
  readonly #losses = new Map<number, Loss>();

  constructor(chosen: CodexSettings, input: PolicyInput) {
    super(chosen, input);
    const { head, entries } = input.profile;
    const { sealed, flags } = entries;
    const lacks = head.reasoning !== 'none' && !sealed.some((tokens) => tokens > 0);
    this.#share = lacks ? chosen.reasoningShare : 0;
    const said = flags.findIndex((kind) => isSaid(kind));
    this.#preface = said < 0 ? input.profile.entryCount : said;
  }

  override forget(): void {
    super.forget();
    this.#restart();
    // Messages once cut short stay so.
    for (const [entry, { tokens: lost, reference }] of this.#losses) {
      this.input.requests.elide(this.view, entry, lost, reference);
    }
  }

  own(step: number): number {
    const active = this.#active(step);
    if (this.settings.scope === 'total' || active === 0) return active;
    const body = this.#baseline > 0 ? active - this.#baseline : 0;
    // Either limit fires; the nearer one is shown against the scope's.
    const { window, usablePercent } = this.settings;
    const usable = window > 0 ? Math.floor((window * usablePercent) / 100) : Infinity;
    const whole = active - usable + this.threshold;
    return Number.isFinite(whole) ? Math.max(body, whole) : body;
  }

  /**
   * Total of the last usage, reasoning of earlier turns, and what came after the model's last item. Since items
   * count by their texts, a response without usage counts too: everything behind the last one with it does.
   */
  #active(step: number): number {
    const { total, until } = this.usage;
    const texts = this.settings.items === 'texts';
    if (total === 0 && (step === 0 || !texts)) return 0;
    const { flags } = this.input.profile.entries;
    const end = this.#checked(step);
    let from = end;
    while (from > this.view.covered && (byteAt(flags, from - 1) & USER) !== 0) from--;
    if (texts) from = Math.max(this.view.covered, Math.min(from, until));
    return total + Math.trunc(this.#earlier) + this.tokensOf(from, end) + this.#sealed(from, end);
  }

  /** End of the history when the step is decided: before the user's new message. */
  #checked(step: number): number {
    const { profile } = this.input;
    const { entries } = profile.steps;
    const from = step === 0 ? 0 : intAt(entries, step - 1);
    return turnStartIn(profile, from, intAt(entries, step));
  }

  decide(step: number): void {
    const { summariser, columns: out } = this.input;
    const covered = this.#checked(step);
    if (covered <= this.view.covered && !this.view.injected) {
      this.note(step, 'no-op', 'The history is empty.');
      return;
    }
    const { window } = this.settings;
    const cap = window - Math.min(this.threshold, window);
    summariser.call(this.headTokens(step, covered), cap, 1);
    if (summariser.failed && !summariser.empty) {
      this.noteFailure(step, FAILED, ENDS);
      return;
    }
    out.summarizerContents[step] = this.contentsBefore(covered);
    const { bytes, tokens: known } = summariser;
    const summaryBytes = bytes > 0 ? bytes : this.#withoutSummary(covered);
    const summaryTokens = bytes > 0 ? known : -1;
    this.compact(step, { covered, injected: true, summaryBytes, summaryTokens }, 1);
    this.#keepUser(step, covered);
    const later = this.tokensOf(covered, this.entriesAt(step));
    this.usage.reset(this.size(step) - later, covered);
    this.#restart();
    this.reportOrphans(step, covered);
  }

  /** Bytes in place of an empty summary: the model's last message, if the history holds one. */
  #withoutSummary(covered: number): number {
    if (this.settings.items === 'json') return NO_SUMMARY;
    const { flags, kinds, ceiled } = this.input.profile.entries;
    for (let entry = covered - 1; entry >= this.view.covered; entry--) {
      if ((byteAt(flags, entry) & USER) !== 0 || kinds.text[entry] === 0) continue;
      return intAt(ceiled, entry) * 4;
    }
    return 0;
  }

  /** Puts the user's messages back, newest first, while they fit. */
  #keepUser(step: number, covered: number): void {
    const { profile, requests, notes } = this.input;
    const { flags } = profile.entries;
    const ranges: [number, number][] = [];
    const keep = (entry: number): void => {
      requests.keep(this.view, entry, entry + 1);
      this.loop.addedContents++;
      const first = ranges[0];
      if (first?.[0] === entry + 1) first[0] = entry;
      else ranges.unshift([entry, entry + 1]);
    };
    const { keepUser, keepAnswers } = this.settings;
    let left = keepUser;
    const preface = this.#isRewritten(step, covered) ? 0 : this.#preface;
    for (let entry = covered - 1; entry >= 0; entry--) {
      const kind = byteAt(flags, entry);
      if (entry < preface && (kind & CONTEXT) !== 0) keep(entry);
      if (keepAnswers && this.#isAnswer(entry)) keep(entry);
      if (left <= 0 || !isSaid(kind)) continue;
      const whole = this.#textTokens(entry);
      const before = this.#losses.get(entry);
      const now = before === undefined ? whole : Math.min(whole, this.#keptOf(entry, before));
      keep(entry);
      this.#shorten(step, entry, now > left ? this.#cutTo(left, now) : now);
      left = Math.max(0, left - now);
    }
    notes.kept.push({ step, ranges });
    this.changed();
  }

  /**
   * Behind a compaction between two turns the next turn writes Codex's own messages again, and the old ones are
   * gone: there are as many of them behind the cut as before the user's first message.
   */
  #isRewritten(step: number, covered: number): boolean {
    const count = (from: number, to: number): number =>
      this.input.profile.entries.flags.subarray(from, to).filter((kind) => (kind & CONTEXT) !== 0)
        .length;
    const before = count(0, this.#preface);
    return before > 0 && count(covered, this.entriesAt(step)) >= before;
  }

  /** The last text of a turn: behind it the user speaks. */
  #isAnswer(entry: number): boolean {
    const { flags, kinds } = this.input.profile.entries;
    const kind = byteAt(flags, entry);
    if ((kind & (USER | CALL)) !== 0 || kinds.text[entry] === 0) return false;
    return entry + 1 < flags.length && isSaid(byteAt(flags, entry + 1));
  }

  /** Tokens of a text of `now` tokens that is cut to `left`: a mark stands in its middle. */
  #cutTo(left: number, now: number): number {
    if (this.settings.items === 'json') return left;
    return left + Math.ceil((CUT_MARK + String(now - left).length) / 4);
  }

  /** Text of a message as Codex counts it; images are not kept. */
  #textTokens(entry: number): number {
    const { ceiled, kinds, inlines } = this.input.profile.entries;
    const own = inlines[entry] === 0 ? ceiled[entry] : kinds.text[entry];
    return own as number;
  }

  #keptOf(entry: number, { tokens: lost }: Loss): number {
    return this.tokensOf(entry, entry + 1) - messageSyntax(this.settings) - lost;
  }

  /** Leaves `kept` tokens of a message's text. */
  #shorten(step: number, entry: number, kept: number): void {
    const { profile, requests, notes } = this.input;
    const own = this.tokensOf(entry, entry + 1);
    const lost = Math.max(0, own - messageSyntax(this.settings) - kept);
    const before = this.#losses.get(entry);
    if (lost === 0) return;
    const whole = sumBetween(profile.sum, entry, entry + 1);
    const loss = { tokens: lost, reference: Math.max(0, whole - kept) };
    this.#losses.set(entry, loss);
    requests.elide(this.view, entry, loss.tokens, loss.reference);
    const newly = lost - (before?.tokens ?? 0);
    if (newly <= 0) return;
    notes.elisions.push({ step, entry, tokens: newly });
    const text = `The user’s message in entry ${formatInteger(entry)} is cut to ${formatInteger(kept)} tokens.`;
    this.note(step, 'prune', text);
  }

  /** Encrypted reasoning of a step's response; none where the provider counts it. */
  #sealedBehind(step: number): number {
    const [from, end] = responseOf(this.input.profile, step);
    return this.#sealed(from, end);
  }

  #sealed(from: number, end: number): number {
    if (this.settings.reasoningShare === 0) return 0;
    const { sealed } = this.input.profile.entries;
    let tokens = 0;
    for (let entry = from; entry < end; entry++) tokens += intAt(sealed, entry);
    return tokens;
  }

  /** A new window begins: no prompt and no reasoning yet. */
  #restart(): void {
    this.#baseline = 0;
    this.#earlier = 0;
    this.#current = 0;
  }

  override after(step: number, h: number, real: number): void {
    if (this.#checked(step) < this.entriesAt(step)) {
      this.#earlier += this.#current;
      this.#current = 0;
    }
    this.#current += this.#sealedBehind(step);
    super.after(step, h, real);
    if (real <= 0) return;
    if (this.#share > 0) this.#current += reasoningTokens(this.input.profile, step) * this.#share;
    if (this.#baseline === 0) this.#baseline = real;
  }
}
