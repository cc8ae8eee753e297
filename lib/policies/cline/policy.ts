/**
 * Cline's compaction: `createContextCompactionPrepareTurn` of `@cline/core` 0.0.86, strategy `agentic`
 * (its default); cline/cline, sdk/packages/core/src/extensions/context. Cline compacts only where its
 * user has enabled it.
 *
 * Before each request: chars ÷ 3 of the request's JSON, corrected by the input tokens of this turn's
 * last request ÷ that estimate, between 1 and 4, at or above 90 % of the model's input limit (the
 * smaller of both limits, or 90 % of the window), compact. A turn begins without a last request, so with
 * the estimate alone. Kept are messages from the end until 20,000 estimated tokens, or the target less
 * the prefix, are reached, not beyond the user's latest prompt; the cut moves back to a prompt or a
 * message of the model's. The target is 70 % of the trigger, or half of the input limit from 5
 * exchanges on; both limits are divided by the correction. The summary before goes into the new one.
 *
 * Compared with the package as it runs: `cline-core-0.0.86.json` beside this file holds its results. Modelled:
 * bytes replace chars; a message's JSON is its bytes and a flat syntax (ids of 30 chars, one argument
 * a call); the summary's metadata repeat it, as in the package; its list of
 * files is empty. Not modelled: a summariser's input that no budget fits, recovery after an overflow, and the
 * deterministic strategy `basic`, to which a summariser's error falls back.
 */
import { byteAt, intAt } from '@/lib/engine/base/read';
import { entryFlag } from '@/lib/engine/tokens/entry-table';
import { definePolicy } from '@/lib/engine/policy/policy';
import { ViewRun } from '@/lib/engine/policy/view-run';
import { behindSummary, clineEstimator, SUMMARY_WRAPPER, summaryChars } from './estimator';
import { storedJson, summariesJson } from './stored-json';
import {
  clineDecision,
  clineSettings,
  corrected,
  LONG_CONVERSATION,
  targetTokens,
  type ClineSettings,
} from './settings';

const { user: USER, turnStart: TURN_START } = entryFlag;

class ClineRun extends ViewRun<ClineSettings> {
  /** Input tokens of this turn's last request that reported some; 0 for none. */
  #last = 0;
  #turn = -1;
  readonly #json = storedJson(this.input.profile);
  readonly #summaries = summariesJson(this.input.profile);
  /** Its newest estimate; entries that the view covered then; the estimate before the compaction that covers them. */
  #estimate = 0;
  #covered = 0;
  #before = 0;

  override forget(): void {
    super.forget();
    this.#last = 0;
  }

  override state(): number {
    return this.#last;
  }

  override before(step: number): void {
    const turn = intAt(this.input.profile.steps.turnStart, step);
    if (turn === this.#turn) return;
    this.#turn = turn;
    this.#last = 0;
    this.input.columns.lastReal[step] = 0;
  }

  /** The estimate of a request: the policy's count of it, exact behind a summary too where messages are stored. */
  #counted(step: number, h: number): number {
    const { covered, injected, summaryBytes } = this.view;
    if (covered !== this.#covered) this.#before = this.#estimate;
    this.#covered = covered;
    const fixed = this.settings.fixed;
    if (this.#json === null || fixed === 0 || !injected) return h;
    const request = { from: covered, to: this.entriesAt(step), fixed };
    const recorded = this.#summaries.get(covered);
    const summary = recorded ?? summaryChars(summaryBytes, this.#before);
    return behindSummary(this.#json, request, summary);
  }

  own(step: number, h: number): number {
    const { columns } = this.input;
    this.#estimate = this.#counted(step, h);
    const value = corrected(this.#estimate, this.#last, this.settings.cap);
    columns.correction[step] = h > 0 ? value / h : 1;
    columns.calibrated[step] = value;
    return value;
  }

  decide(step: number): void {
    const { summariser } = this.input;
    const cut = this.#cut(step);
    if (cut <= this.view.covered) {
      this.note(step, 'no-op', 'Nothing is older than the kept messages: nothing is summarised.');
      return;
    }
    const { summaryCap, maxOutput } = this.settings;
    summariser.call(this.headTokens(step, cut), Math.min(summaryCap, maxOutput), 1);
    if (summariser.failed) {
      const text = summariser.empty
        ? 'The summary is empty: the request is sent unchanged.'
        : 'The summariser failed. Cline falls back to dropping messages, which is not replayed: the request is sent unchanged.';
      this.note(step, 'failure', text);
      return;
    }
    this.replaceBefore(step, cut);
  }

  /** First entry that stays; the covered ones' end where the cut would be in front of everything. */
  #cut(step: number): number {
    const { flags } = this.input.profile.entries;
    const { covered, injected } = this.view;
    const first = injected ? covered - 1 : covered;
    let cut = this.#tail(step, first);
    const prompt = intAt(this.input.profile.steps.turnStart, step);
    if (prompt > first && prompt < cut) cut = prompt;
    while (cut > first && cut >= covered && !isSeam(byteAt(flags, cut))) cut--;
    return cut;
  }

  /** The entry from which on enough is kept; `first`, the request's first message, where nothing is. */
  #tail(step: number, first: number): number {
    const keep = Math.min(this.settings.keep, this.#messageTarget(step));
    const n = this.entriesAt(step);
    for (let entry = n - 1; entry >= this.view.covered; entry--) {
      if (this.tokensOf(entry, n) >= keep) return entry;
    }
    return first;
  }

  /** Tokens that the messages may have: the target of the request less what is no message. */
  #messageTarget(step: number): number {
    const { prefix } = this.input.requests.estimator;
    const correction = this.input.columns.correction[step] as number;
    const target = targetTokens(this.settings, correction, this.#exchanges(step));
    return Math.max(1, Math.floor(target - prefix));
  }

  /** Messages of the model's behind one of the user's; counted up to what makes a difference. */
  #exchanges(step: number): number {
    const { flags } = this.input.profile.entries;
    const n = this.entriesAt(step);
    let exchanges = 0;
    let asked = this.view.injected;
    for (let entry = this.view.covered; entry < n && exchanges < LONG_CONVERSATION; entry++) {
      const user = (byteAt(flags, entry) & USER) !== 0;
      if (!user && asked) exchanges++;
      asked = user;
    }
    return exchanges;
  }

  override after(_step: number, _h: number, real: number): void {
    if (real > 0) this.#last = real;
  }
}

/** A cut may come before a message of the model's or a prompt. */
const isSeam = (flags: number): boolean => (flags & USER) === 0 || (flags & TURN_START) !== 0;

/** Cline. */
export const cline = definePolicy({
  id: 'cline',
  label: 'Cline',
  provenance: {
    system: 'Cline',
    repository: 'github.com/cline/cline',
    path: 'sdk/packages/core/src/extensions/context/compaction.ts',
    version: '@cline/core 0.0.86',
    basis: 'exact',
    compared: { package: '@cline/core', version: '0.0.86', license: 'Apache-2.0', runs: 220 },
  },
  decision: clineDecision,
  traits: { summariserCache: 'unshared' },
  recordings: { format: /^cline$/ },
  settings: clineSettings,
  presets: [{ id: 'reference', label: '0.0.86: summarised by a model', settings: {} }],
  form: (settings, profile, prefixTokens) => ({
    estimator: clineEstimator(profile, prefixTokens, settings),
    wrapperBytes: SUMMARY_WRAPPER,
  }),
  begin: (chosen, input) => new ClineRun(chosen, input),
});
