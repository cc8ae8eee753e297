/**
 * Google ADK's sliding window by invocations: google/adk-go, internal/compactioninternal/window.go at
 * 24a80f28; google/adk-python, apps/compaction.py (compaction_interval, overlap_size); google/adk-java,
 * SlidingWindowEventCompactor.java at 0cb211bf.
 *
 * After an invocation: with `interval` or more since the last summary's end, all of them are summarised,
 * and `overlap` invocations before the first of them once more. The summary stands in place of its
 * events; those before it stay beside it, unless its range holds theirs. The summary ends where every
 * call is answered (Java: at the last event). No count of tokens is asked, whatever the prompt takes.
 */
import * as z from 'zod';
import { formatInteger } from '@/lib/engine/base/format';
import { intAt } from '@/lib/engine/base/read';
import { OpenCalls } from '@/lib/engine/mechanisms/open-calls';
import { finishedTurns, turnBefore } from '@/lib/engine/mechanisms/turns';
import { definePolicy, formOf } from '@/lib/engine/policy/policy';
import { cappedSummary, wholeSetting, windowSetting } from '@/lib/engine/policy/settings';
import { ViewRun } from '@/lib/engine/policy/view-run';
import { adkRecordings } from './settings';
import { contentEstimator } from './text-estimator';

const settings = z.strictObject({
  window: windowSetting({ description: 'Drawn only: the policy asks for no tokens' }),
  interval: wholeSetting(3, [1, 100_000], {
    label: 'Invocations until it compacts',
    short: 'Interval',
    unit: 'invocations',
    slider: { min: 1, max: 50, step: 1 },
    description: 'compaction_interval; ADK has no default, its guide shows 3',
  }),
  overlap: wholeSetting(1, [0, 100_000], {
    label: 'Invocations summarised again',
    short: 'Overlap',
    unit: 'invocations',
    description: 'overlap_size; ADK has no default, its guide shows 1',
  }),
  protect: z.boolean().default(true).meta({
    label: 'Ends where calls are answered',
    description: 'Off: as in Java',
  }),
  ...cappedSummary('Highwater’s cap; ADK sets none'),
});
type SlidingSettings = z.infer<typeof settings>;

/** A summary in the request, by the first entry of its range. */
interface RangeSummary {
  readonly start: number;
  readonly bytes: number;
  readonly tokens: number;
}

const OPEN = 'A call that nothing has answered is in front: nothing is summarised.';

class SlidingRun extends ViewRun<SlidingSettings> {
  readonly #calls = new OpenCalls(this.input.profile);
  /** Summaries in the request, the newest last. */
  #made: readonly RangeSummary[] = [];

  override forget(): void {
    super.forget();
    this.#made = [];
  }

  /** Invocations since the last summary's end, where one has just ended. */
  own(step: number): number {
    return finishedTurns(this.input.profile, this.view.covered, step);
  }

  decide(step: number): void {
    const { profile, summariser, columns: out } = this.input;
    const from = this.view.covered;
    const end = intAt(profile.steps.turnStart, step);
    const start = turnBefore(profile, from, this.settings.overlap);
    const covered = this.settings.protect ? this.#calls.balanced(start, end) : end;
    if (covered <= from) {
      this.note(step, 'no-op', OPEN);
      return;
    }
    summariser.call(this.tokensOf(start, covered), this.settings.summaryCap, 1);
    if (summariser.failed) {
      this.note(step, 'failure', 'The summariser failed: nothing is summarised.');
      return;
    }
    this.putSummary(step, covered);
    out.summarizerContents[step] = covered - start;
    this.#stack(step, { start, bytes: summariser.bytes, tokens: summariser.tokens });
    this.reportOrphans(step, covered);
  }

  /** Puts the earlier summaries beside the new one, but for those whose range it holds. */
  #stack(step: number, made: RangeSummary): void {
    const before = this.#made.filter(({ start }) => start < made.start);
    for (const { bytes, tokens: known } of before) {
      if (known >= 0) this.addTokens(step, known);
      else this.addText(bytes);
    }
    this.#made = [...before, made];
    if (before.length === 0) return;
    const text = `${formatInteger(before.length)} earlier ${before.length === 1 ? 'summary stays' : 'summaries stay'} in the request: ${formatInteger(this.loop.added)} heuristic tokens.`;
    this.note(step, 'boundary', text);
  }
}

/** Google ADK's sliding window by invocations. */
export const adkSliding = definePolicy({
  id: 'adk-sliding',
  label: 'ADK sliding window',
  provenance: {
    system: 'Google ADK',
    repository: 'github.com/google/adk-go',
    path: 'internal/compactioninternal/window.go',
    version: '24a80f28, after v2.2.0 (2026)',
    basis: 'documented',
  },
  decision: {
    relation: '>=',
    unit: 'turns',
    threshold: ({ interval }) => interval,
    most: () => Infinity,
    thresholdFormula: () => 'interval',
    path: () => [],
    value: [],
    ownCount: true,
  },
  traits: { splitsPairs: true, stacksSummaries: true, summariserCache: 'unshared' },
  adds: 'earlier summaries',
  recordings: adkRecordings,
  settings,
  presets: [
    { id: 'reference', label: 'Every 3 invocations, 1 again', settings: {} },
    {
      id: 'java',
      label: 'Java: looks after no calls',
      settings: { protect: false },
      provenance: { version: 'google/adk-java 0cb211bf', basis: 'documented' },
    },
  ],
  form: formOf(contentEstimator),
  begin: (chosen, input) => new SlidingRun(chosen, input),
});
