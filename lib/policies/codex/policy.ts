/**
 * OpenAI Codex CLI's local automatic compaction. openai/codex, codex-rs: core/src/session/
 * context_window.rs at faae6d98, core/src/context_manager/history.rs at 023fad26, core/src/compact.rs
 * at e06dd0e5, core/src/session/turn.rs at 553376ff; policies.md §4 has the table.
 *
 * Before a turn (the user's new message is not in the history yet) and, within one, after a response
 * that needs a follow-up: total tokens of the last usage + an estimate of the items after the last one
 * the model made, at or above min(configured limit, ⌊window × 9 / 10⌋), summarise. What stays are the
 * user's messages, newest first, while they fit 20,000 tokens (the first that does not is cut in its
 * middle, older ones go), then the summary. Scope `body_after_prefix` counts from the first prompt
 * since the last compaction, or fires at the usable window (95 %) whichever is reached first.
 *
 * Modelled: an item's JSON is its bytes and a flat syntax (76 bytes a message, 91 a call, 85 an
 * output), escapes aside. Encrypted reasoning before the last user's turn counts again, by its length,
 * which recordings do not hold: a share of the responses' tokens replaces it. Messages that Codex itself injects (environment, instructions) are the user's in
 * a rollout; they stay like the user's, as Codex injects them again. Not modelled: the summary request
 * that overflows and drops its oldest items, a switch to a model of a smaller window, truncation of
 * tool outputs (recordings hold them truncated). Without usage nothing is known: it never fires.
 */
import { formatInteger } from '@/lib/base/format';
import { byteAt, intAt, sumBetween } from '@/lib/base/read';
import { entryFlag } from '@/lib/tokens/entry-table';
import type { Profile } from '@/lib/tokens/profile';
import { codexSettings, codexThreshold, type CodexSettings } from './settings';
import { ceiledEstimator, turnStartIn } from '../mechanisms/ceiled-estimator';
import { LastUsage } from '../mechanisms/last-usage';
import { reportOrphans } from '../mechanisms/tool-pairs';
import { ViewRun } from '../contract/view-run';
import { grownForm, lastRealForm } from '../contract/decision';
import { definePolicy, type PolicyInput, type RequestForm } from '../contract/policy';

const { user: USER, response: RESPONSE, turnStart: TURN_START } = entryFlag;

/** Tokens of the JSON around a message, a call, an output: ⌈76 / 4⌉, ⌈91 / 4⌉, ⌈85 / 4⌉. */
const SYNTAX = { message: 19, call: 23, response: 22 } as const;
/** Bytes of the summary's prefix and a newline. */
const SUMMARY_PREFIX = 401;
/** Bytes of the placeholder of an empty summary. */
const NO_SUMMARY = 22;

/** Tokens cut from a kept message, by the policy's estimator and the reference's. */
interface Loss {
  readonly tokens: number;
  readonly reference: number;
}

class CodexRun extends ViewRun<CodexSettings> {
  override readonly hooks = true;
  readonly #usage: LastUsage;
  /** Prompt of the first usage since the last compaction; 0 for none yet. */
  #baseline = 0;
  /** Tokens of responses since the last compaction: of earlier turns, and of this one. */
  #earlier = 0;
  #current = 0;
  readonly #losses = new Map<number, Loss>();

  constructor(chosen: CodexSettings, input: PolicyInput) {
    super(chosen, input);
    this.#usage = new LastUsage(input);
  }

  override forget(): void {
    super.forget();
    this.#usage.reset();
    this.#restart();
    // Messages once cut short stay so.
    for (const [entry, { tokens: lost, reference }] of this.#losses) {
      this.input.requests.elide(this.view, entry, lost, reference);
    }
  }

  override state(): number {
    return this.#usage.total;
  }

  protected own(step: number): number {
    const active = this.#active(step);
    if (this.settings.scope === 'total' || active === 0) return active;
    const body = this.#baseline > 0 ? active - this.#baseline : 0;
    // Either limit fires; the nearer one is shown against the scope's.
    const { window, usablePercent } = this.settings;
    const usable = window > 0 ? Math.floor((window * usablePercent) / 100) : Infinity;
    const whole = active - usable + this.threshold;
    return Number.isFinite(whole) ? Math.max(body, whole) : body;
  }

  /** Total of the last usage, reasoning of earlier turns, and what came after the model's last item. */
  #active(step: number): number {
    const { total } = this.#usage;
    if (total === 0) return 0;
    const { flags } = this.input.profile.entries;
    const { sum } = this.input.requests.estimator;
    const end = this.#checked(step);
    let from = end;
    while (from > this.view.covered && (byteAt(flags, from - 1) & USER) !== 0) from--;
    const reasoning = Math.trunc(this.#earlier * this.settings.reasoningShare);
    return total + reasoning + sumBetween(sum, from, end);
  }

  /** End of the history when the step is decided: before the user's new message. */
  #checked(step: number): number {
    const { profile } = this.input;
    const { entries } = profile.steps;
    const from = step === 0 ? 0 : intAt(entries, step - 1);
    return turnStartIn(profile, from, intAt(entries, step));
  }

  decide(step: number): void {
    const { profile, summariser, requests, columns: out } = this.input;
    const covered = this.#checked(step);
    if (covered <= this.view.covered && !this.view.injected) {
      this.note(step, 'no-op', 'The history is empty.');
      return;
    }
    const { sum, prefix } = requests.estimator;
    const n = intAt(profile.steps.entries, step);
    const later = sumBetween(sum, covered, n);
    const head = this.size(step) - prefix - later;
    summariser.call(head, this.settings.window - Math.min(this.threshold, this.settings.window), 1);
    if (summariser.failed && !summariser.empty) {
      this.note(step, 'failure', 'The summariser failed: nothing is replaced.');
      const text =
        'The error ends the turn. The recording goes on, uncompacted; each check tries again.';
      this.note(step, 'exit', text);
      return;
    }
    const lead = this.view.injected ? 1 : 0;
    out.summarizerContents[step] = covered - this.view.covered + this.loop.addedContents + lead;
    const { bytes, tokens: known } = summariser;
    const summaryBytes = bytes > 0 ? bytes : NO_SUMMARY;
    const made = { injected: true, summaryBytes, summaryTokens: bytes > 0 ? known : -1 };
    this.compact(step, { ...made, covered }, 1);
    this.#keepUser(step, covered);
    this.#usage.reset(this.size(step) - later, covered);
    this.#restart();
    this.follow(step);
    reportOrphans(profile, { split: covered, end: n, step }, this.input.notes.events);
  }

  /** Puts the user's messages back, newest first, while they fit. */
  #keepUser(step: number, covered: number): void {
    const { profile, requests, notes } = this.input;
    const { flags } = profile.entries;
    const ranges: [number, number][] = [];
    let left = this.settings.keepUser;
    for (let entry = covered - 1; entry >= 0 && left > 0; entry--) {
      const kind = byteAt(flags, entry);
      if ((kind & TURN_START) === 0 || (kind & RESPONSE) !== 0) continue;
      const whole = this.#textTokens(entry);
      const before = this.#losses.get(entry);
      const now = before === undefined ? whole : Math.min(whole, this.#keptOf(entry, before));
      const kept = Math.min(now, left);
      requests.keep(this.view, entry, entry + 1);
      this.#shorten(step, entry, kept);
      this.loop.addedContents++;
      const first = ranges[0];
      if (first?.[0] === entry + 1) first[0] = entry;
      else ranges.unshift([entry, entry + 1]);
      if (kept < now) break;
      left -= kept;
    }
    notes.kept.push({ step, ranges });
    this.changed();
  }

  /** Text of a message as Codex counts it; images are not kept. */
  #textTokens(entry: number): number {
    const { ceiled, kinds, inlines } = this.input.profile.entries;
    const own = inlines[entry] === 0 ? ceiled[entry] : kinds.text[entry];
    return own as number;
  }

  #keptOf(entry: number, { tokens: lost }: Loss): number {
    const { sum } = this.input.requests.estimator;
    return sumBetween(sum, entry, entry + 1) - SYNTAX.message - lost;
  }

  /** Leaves `kept` tokens of a message's text. */
  #shorten(step: number, entry: number, kept: number): void {
    const { profile, requests, notes } = this.input;
    const { sum } = requests.estimator;
    const own = sumBetween(sum, entry, entry + 1);
    const lost = Math.max(0, own - SYNTAX.message - kept);
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

  /** A new window begins: no prompt and no reasoning yet. */
  #restart(): void {
    this.#baseline = 0;
    this.#earlier = 0;
    this.#current = 0;
  }

  override after(step: number, _h: number, real: number): void {
    if (this.#checked(step) < intAt(this.input.profile.steps.entries, step)) {
      this.#earlier += this.#current;
      this.#current = 0;
    }
    if (real <= 0) return;
    this.#usage.observe(step, real);
    this.#current += this.#usage.total - this.#usage.prompt;
    if (this.#baseline === 0) this.#baseline = real;
  }
}

const form = (chosen: CodexSettings, profile: Profile, prefixTokens: number): RequestForm => ({
  estimator: ceiledEstimator(profile, {
    id: `codex:${chosen.images === 'flat' ? chosen.imageTokens : 'bytes'}`,
    label: 'bytes ÷ 4 of each item’s JSON, no tool definitions',
    prefix: Math.max(0, prefixTokens - (profile.head.tools ?? 0)),
    image: chosen.images === 'flat' ? chosen.imageTokens : 'bytes',
    ...SYNTAX,
  }),
  wrapperBytes: SUMMARY_PREFIX,
});

/** OpenAI Codex CLI. */
export const codex = definePolicy({
  id: 'codex',
  label: 'Codex',
  provenance: {
    system: 'Codex',
    repository: 'github.com/openai/codex',
    path: 'codex-rs/core/src/session/context_window.rs, compact.rs',
    version: 'faae6d98, e06dd0e5 (2026)',
    basis: 'documented',
  },
  decision: {
    relation: '>=',
    unit: 'tokens',
    threshold: codexThreshold,
    // Within the narrower scope the value holds the threshold itself.
    path: ({ scope }) => (scope === 'total' ? ['window'] : []),
    value: [lastRealForm('prompt + response of the last usage'), grownForm],
    lastReal: 'Last total tokens',
  },
  traits: {},
  settings: codexSettings,
  presets: [
    { id: 'reference', label: 'Local compaction', settings: {} },
    {
      id: 'remote',
      label: 'Remote: user messages up to 64,000',
      settings: { keepUser: 64_000 },
      provenance: {
        version: '009bd870',
        basis: 'documented',
        note: 'compact_remote_v2.rs, of OpenAI and Azure: the server’s item is sized by the summary model here.',
      },
    },
    {
      id: 'body',
      label: 'Counts the body after the prefix',
      settings: { scope: 'body_after_prefix' },
    },
  ],
  form,
  begin: (chosen, input) => new CodexRun(chosen, input),
});
