/**
 * ContextGuard's first threshold designs: a recent tail is kept.
 * achetronic/adk-utils-go, plugin/contextguard/compaction_threshold.go, commits 8b854ce (v0.7.0) and
 * 5bdd637 (v0.8.0).
 *
 * Before each call: put the stored summary in front of the whole log; where the raw heuristic is at
 * or above window − buffer, summarise everything but a tail of 20 % of the window and send summary
 * and tail. v0.8.0 goes on with half the tail while that does not fit, up to three times. Nothing is
 * ever stripped, so the step after a compaction fires again. A failed summariser call leaves the
 * request as it is at that point.
 */
import * as z from 'zod';
import { entryFlag } from '@/lib/tokens/entry-table';
import type { Profile } from '@/lib/tokens/profile';
import { sums, variantRuler, type Ruler } from '@/lib/tokens/ruler';
import {
  attemptsSetting,
  boundarySetting,
  HISTORY,
  windowSetting,
  wrapperBytes,
} from './contextguard-settings';
import { contextGuardBuffer } from './mechanisms/buffer';
import { CAP_SHARE } from './mechanisms/compaction-passes';
import { CutRequest, viewBehind } from './mechanisms/cut-request';
import { calibrationSettings, Estimate, estimatorSettings } from './mechanisms/estimate';
import { lastCoveredStep } from './mechanisms/entry-tokens';
import { fallbackBytes } from './mechanisms/summary-text';
import { definePolicy, type PolicyInput, type PolicyRun } from './policy';
import { wholeLog } from './requests';
import { summarySettings } from './summary';

const settings = z.strictObject({
  window: windowSetting,
  keepShare: z.number().min(0).max(1).default(0.2).meta({
    label: 'Tail kept',
    description: 'Share of the window',
    unit: '×',
  }),
  attempts: attemptsSetting,
  ...summarySettings.shape,
  ...estimatorSettings,
  ...calibrationSettings,
  boundary: boundarySetting
    .unwrap()
    .default('>')
    .meta(boundarySetting.meta() ?? {}),
  split: z.enum(['v0.7.0', 'v0.8.0']).default('v0.8.0').meta({
    label: 'Where the tail begins',
    description:
      'v0.7.0: texts count towards the tail, pairs are kept backwards only, down to the whole log · v0.8.0: everything counts, and backwards or forwards; nothing to cut ends it',
    group: HISTORY,
  }),
});
export type TailSettings = z.infer<typeof settings>;

const FAILED = 'The summariser failed: the request is sent as it is.';
const NOTHING = 'Nothing is old enough to be cut: the request is sent as it is.';

/** What v0.7.0 counts towards the tail: texts only. */
function textSums(profile: Profile): Pick<Ruler, 'sum' | 'thoughtSum'> {
  const { text, thought } = profile.entries.kinds;
  const kept = profile.head.thoughts === 'kept';
  const count = (entry: number): number =>
    (text[entry] as number) + (kept ? (thought[entry] as number) : 0);
  return { sum: sums(profile, count), thoughtSum: profile.thoughtSum };
}

class TailRun implements PolicyRun<TailSettings> {
  readonly #input: PolicyInput;
  readonly #cut: CutRequest;
  readonly #spoofed: boolean;
  /** What counts towards the tail. */
  readonly #counted: Pick<Ruler, 'sum' | 'thoughtSum'>;
  /** What decides in place of the raw heuristic; null for the policy's own rule. */
  #estimate: Estimate | null = null;
  #settings: TailSettings;
  #buffer = 0;
  #threshold = 0;
  #view = wholeLog();
  /** Entries inside the stored summary. */
  #summarised = 0;
  /** For estimates only: the newest reported real, and the heuristic of its request. */
  #real = 0;
  #last = 0;
  #next = 0;

  constructor(settings: TailSettings, input: PolicyInput) {
    this.#input = input;
    this.#settings = settings;
    this.#cut = new CutRequest(input);
    const { profile } = input;
    this.#spoofed = ((profile.entries.flags[0] ?? 0) & entryFlag.summaryHeader) !== 0;
    this.#counted = settings.split === 'v0.7.0' ? textSums(profile) : input.requests.ruler;
    this.configure(settings);
  }

  configure(settings: TailSettings): void {
    this.#settings = settings;
    this.#buffer = contextGuardBuffer(settings.window, settings.boundary);
    this.#threshold = settings.window - this.#buffer;
    if (settings.estimator === 'own') this.#estimate = null;
    else if (this.#estimate) this.#estimate.configure(settings);
    else this.#estimate = new Estimate(settings, this.#input);
  }

  forget(): void {
    const held = this.#view.summaryBytes > 0;
    this.#view = { ...wholeLog(), recorded: held ? -1 : this.#view.recorded };
    this.#summarised = 0;
    this.#real = 0;
    this.#last = 0;
    this.#estimate?.forget();
  }

  advance(end: number): void {
    const { requests, columns: out } = this.#input;
    const from = this.#next;
    if (from >= end) return;
    out.heuristicRaw.set(requests.heuristic.subarray(from, end), from);
    out.window.fill(this.#settings.window, from, end);
    out.buffer.fill(this.#buffer, from, end);
    out.threshold.fill(this.#threshold, from, end);
    const threshold = this.#settings.attempts > 0 ? this.#threshold : Infinity;
    let looked = from;
    for (let i = from; i < end; i++) {
      if (i === looked) {
        requests.look(i, this.#view);
        looked = requests.until;
      }
      const h = (requests.heuristic[i] as number) + requests.heuristicOffset;
      out.heuristic[i] = h;
      const value = this.#estimate?.value(i, h, this.#real, this.#last) ?? h;
      out.decision[i] = value;
      if (value >= threshold && this.#fire(i)) looked = i + 1;
      else this.#send(i, h);
      if (this.#estimate) this.#observe(i, this.#estimate);
    }
    this.#next = end;
  }

  #observe(i: number, estimate: Estimate): void {
    const { requests, columns: out } = this.#input;
    const sent = out.real[i] as number;
    if (requests.reported[i] !== 1 || sent <= 0) return;
    this.#real = sent;
    this.#last = out.heuristicSent[i] as number;
    estimate.observe(i, this.#last, sent);
  }

  /** Sends the stored summary and the whole log. */
  #send(i: number, heuristic: number): void {
    const { requests, columns: out, profile } = this.#input;
    const { injected, summaryBytes, summaryTokens } = this.#view;
    out.heuristicSent[i] = heuristic;
    out.contentsSent[i] = (profile.steps.entries[i] as number) + (injected ? 1 : 0);
    if (summaryBytes > 0) {
      out.summaryBytes[i] = summaryBytes;
      out.summaryTokens[i] = summaryTokens;
      out.injected[i] = injected ? 1 : 0;
      out.summarised[i] = injected ? this.#summarised : 0;
    }
    out.real[i] = requests.realAt(i, 0);
  }

  /** Summarises all but a tail, in passes; false where not even the first one changed anything. */
  #fire(i: number): boolean {
    const { columns: out, requests, notes } = this.#input;
    const { window, keepShare, attempts, split: rule } = this.#settings;
    const view = this.#view;
    const cut = this.#cut;
    const before = requests.realAt(i, 0);
    cut.begin(i, view.injected ? view.summaryBytes : -1);
    let bytes = view.summaryBytes;
    let tokens = view.summaryTokens;
    let budget = Math.trunc(window * keepShare);
    let cuts = 0;
    for (let pass = 1; pass <= attempts; pass++) {
      const split = this.#split(budget);
      // The reference's own slice is out of range for a negative split; it does not get here.
      if (split < 0 || (split === 0 && rule === 'v0.8.0')) {
        if (cuts === 0) notes.events.push({ step: i, kind: 'no-op', text: NOTHING });
        break;
      }
      const { contents } = cut;
      const texts = cut.fallbackBefore(split);
      out.attempts[i] = pass;
      if (!this.#summarise(pass, cut.tokensFrom(0) - cut.tokensFrom(split))) {
        notes.events.push({ step: i, kind: 'failure', text: FAILED });
        break;
      }
      const { summariser } = this.#input;
      bytes = summariser.failed ? fallbackBytes(bytes, texts) : summariser.bytes;
      tokens = summariser.failed ? -1 : summariser.tokens;
      if (pass === 1) out.summarizerContents[i] = split;
      cut.cut(split, bytes, 0);
      cuts++;
      const heuristic = requests.ruler.prefix + cut.tokensFrom(0);
      notes.passes.push({ step: i, keep: budget, contents, split, heuristic });
      if ((this.#estimate?.compacted(i, heuristic) ?? heuristic) < this.#threshold) break;
      budget = Math.trunc(budget / 2);
    }
    if (cuts === 0) return false;
    this.#estimate?.reset();
    out.realBefore[i] = before;
    this.#replace(i, bytes, tokens);
    return true;
  }

  /** Calls the summariser; false where it failed with an error, which ends the compaction. */
  #summarise(pass: number, headTokens: number): boolean {
    const { summariser } = this.#input;
    summariser.call(headTokens, this.#buffer * CAP_SHARE, pass);
    return !summariser.failed || summariser.empty;
  }

  #split(budget: number): number {
    const cut = this.#cut;
    return cut.safe(cut.budget(budget, this.#counted), this.#settings.split === 'v0.7.0');
  }

  /** Sends summary and tail; the next request holds the summary and, again, the whole log. */
  #replace(i: number, bytes: number, tokens: number): void {
    const { profile, columns: out, requests } = this.#input;
    const cut = this.#cut;
    const covered = cut.from;
    const { added, contents } = cut;
    cut.noteOrphans();
    this.#summarised = Math.max(this.#summarised, covered);
    out.compacted[i] = 1;
    out.summaryBytes[i] = bytes;
    out.summaryTokens[i] = tokens;
    out.injected[i] = 1;
    out.covered[i] = covered;
    out.summarised[i] = this.#summarised;
    out.contentsSent[i] = contents;
    out.addedTokens[i] = added;
    out.heuristicSent[i] = requests.ruler.prefix + cut.tokensFrom(0);
    const since = lastCoveredStep(profile.steps, i, covered);
    requests.look(i, viewBehind(true, covered, since, bytes, tokens));
    out.real[i] = requests.realAt(i, added);
    this.#view = viewBehind(bytes > 0 && !this.#spoofed, 0, -1, bytes, tokens);
  }
}

/** ContextGuard's threshold strategy while it kept a recent tail. */
export const contextGuardTail = definePolicy({
  id: 'contextguard-tail',
  label: 'ContextGuard recent tail',
  provenance: {
    repository: 'github.com/achetronic/adk-utils-go',
    path: 'plugin/contextguard/compaction_threshold.go',
    version: 'v0.8.0 (5bdd637), 2026-02-25',
    fidelity: 'exact',
  },
  decides: true,
  fires: '>=',
  decision: { ownCount: true, adds: 'continuation' },
  splitsPairs: true,
  settings,
  presets: [
    {
      id: 'v0.7.0',
      label: 'v0.7.0: one pass',
      settings: { attempts: 1, boundary: '>', split: 'v0.7.0', keepShare: 0.2 },
      provenance: {
        version: 'v0.7.0 (8b854ce), 2026-02-25',
        fidelity: 'exact',
        note: 'Only texts count towards the tail; a log of nothing but tool contents is kept whole.',
      },
    },
    {
      id: 'v0.8.0',
      label: 'v0.8.0: three passes',
      settings: { attempts: 3, boundary: '>', split: 'v0.8.0', keepShare: 0.2 },
      provenance: { version: 'v0.8.0 (5bdd637), 2026-02-25', fidelity: 'exact' },
    },
  ],
  form: ({ images, imageTokens }, profile, prefixTokens) => ({
    ruler: variantRuler(profile, prefixTokens, {
      system: true,
      tools: false,
      inline: images === 'flat' ? imageTokens : 'none',
      other: false,
    }),
    wrapperBytes: wrapperBytes['em-dash'],
  }),
  begin: (chosen, input) => new TailRun(chosen, input),
});
