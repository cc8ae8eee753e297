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
import { registeredWindow } from './model-registry';
import { earlyVectors, guardProvenance } from './versions';
import * as z from 'zod';
import { intAt } from '@/lib/engine/base/read';
import type { Profile } from '@/lib/engine/tokens/profile';
import { sums, variantEstimator, type Estimator } from '@/lib/engine/tokens/estimator';
import { CutRun } from './cut-run';
import { bufferDecision } from './decision';
import { attemptsSetting, boundarySetting, HISTORY, wrapperBytes } from './settings';
import { contextGuardBuffer } from '@/lib/engine/mechanisms/buffer';
import { guardPrompt } from '@/lib/engine/mechanisms/summary-prompt';
import { decidingSettings } from '@/lib/engine/mechanisms/estimate';
import { heuristicForm } from '@/lib/engine/policy/decision';
import { definePolicy, type PolicyInput } from '@/lib/engine/policy/policy';
import { windowSetting } from '@/lib/engine/policy/settings';
import { summarySettings } from '@/lib/engine/policy/summary';
import { numberSetting } from '@/lib/engine/policy/settings';

const settings = z.strictObject({
  window: windowSetting(),
  keepShare: numberSetting(0.2, [0, 1], {
    label: 'Tail kept',
    description: 'Share of the window',
    unit: '×',
  }),
  attempts: attemptsSetting,
  ...summarySettings.shape,
  ...decidingSettings,
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

const failed = 'The summariser failed: the request is sent as it is.';
const notes = {
  nothing: 'Nothing is old enough to be cut: the request is sent as it is.',
  failed,
  later: failed,
};

/** Tokens that v0.7.0 counts towards the tail: texts only. */
function textSums(profile: Profile): Pick<Estimator, 'sum' | 'thoughtSum'> {
  const { text, thought } = profile.entries.kinds;
  const kept = profile.head.thoughts === 'kept';
  const count = (entry: number): number => intAt(text, entry) + (kept ? intAt(thought, entry) : 0);
  return { sum: sums(profile, count), thoughtSum: profile.thoughtSum };
}

class TailRun extends CutRun<TailSettings> {
  protected override readonly notes = notes;
  /** Tokens counted towards the tail. */
  readonly #counted: Pick<Estimator, 'sum' | 'thoughtSum'>;
  /** For estimates only: the heuristic of the newest request whose usage is known. */
  #lastHeuristic = 0;

  constructor(settings: TailSettings, input: PolicyInput) {
    super(settings, input);
    const { profile, requests } = input;
    this.#counted = settings.split === 'v0.7.0' ? textSums(profile) : requests.estimator;
  }

  override forget(): void {
    super.forget();
    this.#lastHeuristic = 0;
  }

  /** The policy keeps no usage. */
  override state(): number {
    return 0;
  }

  own(_step: number, h: number): number {
    return h;
  }

  override decide(step: number): void {
    const { view } = this;
    const { window, keepShare } = this.settings;
    this.cut.begin(step, view.injected ? view.summaryBytes : -1);
    if (!this.cutInPasses(step, Math.trunc(window * keepShare), 0)) {
      this.input.columns.summarizerContents[step] = 0;
      return;
    }
    this.sendCut(step, 0);
    this.loop.estimate?.reset();
  }

  protected override split(budget: number): number | null {
    const { cut } = this;
    const rule = this.settings.split;
    const split = cut.safe(cut.budget(budget, this.#counted), rule === 'v0.7.0');
    // The reference's own slice is out of range for a negative split; it does not get here.
    return split < 0 || (split === 0 && rule === 'v0.8.0') ? null : split;
  }

  protected override shorter(budget: number): number {
    return Math.trunc(budget / 2);
  }

  protected override fits(step: number, heuristic: number): boolean {
    return this.compactedValue(step, heuristic) < this.threshold;
  }

  override advance(end: number): void {
    const { step } = this.loop;
    super.advance(end);
    const { lastHeuristic, lastHeuristicAfter } = this.input.columns;
    lastHeuristic.fill(0, step, end);
    lastHeuristicAfter.fill(0, step, end);
  }

  /** For estimates: the newest heuristic is the one whose usage is known. */
  override after(_step: number, h: number, real: number): void {
    if (real > 0) this.#lastHeuristic = h;
    this.loop.lastHeuristic = this.#lastHeuristic;
  }
}

/** ContextGuard's threshold strategy while it kept a recent tail. */
export const contextGuardTail = definePolicy({
  id: 'contextguard-tail',
  label: 'ContextGuard recent tail',
  provenance: guardProvenance('compaction_threshold', 'v0.8.0 (5bdd637), 2026-02-25', {
    golden: earlyVectors,
  }),
  decision: {
    ...bufferDecision,
    path: () => ['window'],
    value: [heuristicForm],
    ownCount: true,
  },
  traits: { splitsPairs: true, summariserCache: 'unshared' },
  observing: { asks: 'log' },
  guardState: { keys: ['summary', 'summarizedAt'], resets: () => false },
  summariser: guardPrompt(({ window, boundary }: TailSettings) => ({
    window,
    buffer: contextGuardBuffer(window, boundary),
    wrapper: 'em-dash',
    continuation: 'none',
    truncate: false,
  })),
  adds: 'continuation',
  registry: registeredWindow,
  settings,
  presets: [
    {
      id: 'v0.7.0',
      label: 'v0.7.0: one pass',
      settings: { attempts: 1, boundary: '>', split: 'v0.7.0', keepShare: 0.2 },
      provenance: {
        version: 'v0.7.0 (8b854ce), 2026-02-25',
        basis: 'exact',
        golden: earlyVectors,
        note: 'Only texts count towards the tail; a log of nothing but tool contents is kept whole.',
      },
    },
    {
      id: 'v0.8.0',
      label: 'v0.8.0: three passes',
      settings: { attempts: 3, boundary: '>', split: 'v0.8.0', keepShare: 0.2 },
      provenance: {
        version: 'v0.8.0 (5bdd637), 2026-02-25',
        basis: 'exact',
        golden: earlyVectors,
      },
    },
  ],
  form: ({ images, imageTokens }, profile, prefixTokens) => ({
    estimator: variantEstimator(profile, prefixTokens, {
      system: true,
      tools: false,
      inline: images === 'flat' ? imageTokens : 'none',
      other: false,
    }),
    wrapperBytes: wrapperBytes['em-dash'],
  }),
  begin: (chosen, input) => new TailRun(chosen, input),
});
