/**
 * Crush's automatic summary. charmbracelet/crush at 37f36e9, internal/agent/agent.go (StopWhen,
 * Summarize, updateSessionUsage) and usage_fallback.go; policies.md §2 has the table.
 *
 * After each step prompt + completion of that step's usage are compared with the window: at or above
 * window − buffer the run stops and everything is summarised. So the step's decision value is what
 * the step before used, and what its tools answered since is not in it. The prompt is input + cache
 * reads: tokens written to the cache are left out. A count of zero leaves the one before. Where the
 * usage is all zero (here: where the provider reported none) both are estimated, ⌈bytes / 4⌉; a database
 * keeps the counters of the newest call, which are taken as they stand.
 *
 * If a recording has usage but not the tokens of the response (generated sessions), the completion
 * is sized from the model's entries that follow the step: bytes ÷ 4 times the model's
 * density. Cache writes are those of the recorded request, also where the request sent is another.
 *
 * The summary replaces everything so far; it has no cap (under the summary model `cap` the
 * buffer is the cap: more would not fit the window). If the stopped step had called tools, the
 * run's prompt is queued again, wrapped; a run that stops twice wraps it twice. Afterwards the prompt
 * counts 0 and the completion what the summary took. A failed summary ends the run with nothing
 * changed; the recording's later steps are replayed uncompacted, and each tries again.
 */
import * as z from 'zod';
import { formatInteger } from '@/lib/engine/base/format';
import { intAt, sumBetween } from '@/lib/engine/base/read';
import { crushForm } from './form';
import { responseEnd, turnStartIn } from '@/lib/engine/mechanisms/ceiled-estimator';
import {
  contextGuardBuffer,
  windowThreshold,
  windowForThreshold,
} from '@/lib/engine/mechanisms/buffer';
import { decidingSettings } from '@/lib/engine/mechanisms/estimate';
import { densityBefore } from '@/lib/engine/mechanisms/shipped-density';
import { ViewRun } from '@/lib/engine/policy/view-run';
import { lastRealForm } from '@/lib/engine/policy/decision';
import { NO_RESPONSE } from '@/lib/engine/policy/notes';
import { definePolicy } from '@/lib/engine/policy/policy';
import { summarySettings } from '@/lib/engine/policy/summary';
import { wholeSetting, windowSetting } from '@/lib/engine/policy/settings';
import { promptOf } from '@/lib/engine/policy/summariser';

/** Bytes around a prompt that is queued again. */
export const REQUEUE_WRAPPER =
  'The previous session was interrupted because it got too long, the initial user request was: ``'
    .length;
/** Bytes of the summariser's prompt. */
const SUMMARY_PROMPT = 'Provide a detailed summary of our conversation above.'.length;

const settings = z.strictObject({
  window: windowSetting({ description: '0: unknown to the catalog, never summarises' }),
  autoSummarize: z.boolean().default(true).meta({
    label: 'Summarises automatically',
    description: 'Off: options.disable_auto_summarize',
  }),
  countCacheWrites: z.boolean().default(false).meta({
    label: 'Counts cache writes',
    description: 'As coded it does not',
  }),
  todoBytes: wholeSetting(0, [0, 1_000_000], {
    label: 'Todo list given to the summariser',
    description: 'Bytes of the open todos that are put into the summariser’s prompt',
    unit: 'bytes',
  }),
  ...summarySettings.shape,
  ...decidingSettings,
});
export type CrushSettings = z.infer<typeof settings>;

const FAILED = 'The summariser failed: nothing is replaced.';
const ENDS = 'The error ends the run. The recording goes on, uncompacted; each step tries again.';

class CrushRun extends ViewRun<CrushSettings> {
  /** The session's counters. */
  #prompt = 0;
  #completion = 0;
  /** The run's prompt as it stands, and the turn it began with. */
  #promptBytes = 0;
  #wraps = 0;
  #turn = -1;
  /** True once missing usage is noted. */
  #estimating = false;
  #sizing = false;
  /** What its database says of the newest call, by step. */
  readonly #counters = new Map(
    this.input.profile.head.counted
      .filter(({ kind }) => kind === 'total')
      .map(({ step, tokens }) => [step, tokens]),
  );

  override forget(): void {
    super.forget();
    this.#prompt = 0;
    this.#completion = 0;
    this.#turn = -1;
  }

  override state(): number {
    return this.#prompt + this.#completion;
  }

  own(): number {
    return this.#prompt + this.#completion;
  }

  decide(step: number, value: number): void {
    if (step === 0) {
      if (value > 0) this.note(step, 'unchecked', NO_RESPONSE);
      return;
    }
    const { profile, summariser, columns: out } = this.input;
    const stopped = this.entriesAt(step - 1);
    // A new turn of the user's came after the summary.
    const covered = turnStartIn(profile, stopped, this.entriesAt(step));
    const asked = Math.ceil((SUMMARY_PROMPT + this.settings.todoBytes) / 4);
    const head = this.headTokens(step, covered) + asked;
    summariser.call(head, contextGuardBuffer(this.settings.window, '>'), 1);
    if (summariser.failed && !summariser.empty) {
      this.noteFailure(step, FAILED, ENDS);
      return;
    }
    out.summarizerContents[step] = this.contentsBefore(covered);
    this.#summarise(step, covered);
    if (this.#calledTools(stopped, covered)) this.#requeue(step);
  }

  #summarise(step: number, covered: number): void {
    const { bytes, tokens, empty } = this.input.summariser;
    const each = densityBefore(this.input, step);
    const injected = bytes > 0;
    this.compact(step, { covered, injected, summaryBytes: bytes, summaryTokens: tokens }, 1);
    this.#prompt = 0;
    this.#completion = tokens >= 0 ? tokens : Math.trunc(each * Math.floor(bytes / 4));
    if (!empty && bytes > 0) return;
    const text = `The summary is empty and leaves no message: ${formatInteger(covered)} entries are neither summarised nor sent.`;
    this.note(step, 'lost', text);
  }

  /** Puts the run's prompt in again, as often wrapped as the run was stopped. */
  #requeue(step: number): void {
    const { turnStart, requestBytes } = this.input.profile.steps;
    const turn = intAt(turnStart, step - 1);
    if (turn !== this.#turn) {
      this.#turn = turn;
      this.#promptBytes = intAt(requestBytes, step - 1);
      this.#wraps = 0;
    }
    this.#promptBytes += REQUEUE_WRAPPER;
    this.#wraps++;
    this.addText(this.#promptBytes);
    const times = this.#wraps === 1 ? 'once' : `${this.#wraps} times`;
    const text = `The stopped step had called tools: the request is queued again, wrapped ${times}, ${formatInteger(this.#promptBytes)} bytes.`;
    this.note(step, 'requeued', text);
  }

  #calledTools(from: number, end: number): boolean {
    const { calls } = this.input.profile.entries;
    for (let entry = from; entry < end; entry++) if (intAt(calls, entry) > 0) return true;
    return false;
  }

  override after(step: number, h: number, real: number): void {
    const { profile } = this.input;
    const { output, cacheWrite } = profile.steps;
    let prompt: number;
    let completion: number;
    if (real > 0) {
      const written = this.settings.countCacheWrites ? 0 : intAt(cacheWrite, step);
      prompt = written > 0 ? Math.max(0, real - written) : real;
      completion = intAt(output, step);
      if (completion < 0) completion = this.#sized(step);
      this.#estimating = false;
    } else if (this.#counters.has(step)) {
      // Together, since versions part the cached tokens differently; compared is their sum.
      this.#prompt = this.#counters.get(step) ?? 0;
      this.#completion = 0;
      this.#estimating = false;
      return;
    } else {
      prompt = h;
      completion = this.#response(step, 'ceiled');
      if (!this.#estimating) this.#noteEstimate(step, prompt, completion);
      this.#estimating = true;
    }
    if (prompt > 0) this.#prompt = prompt;
    if (completion > 0) this.#completion = completion;
  }

  #noteEstimate(step: number, prompt: number, completion: number): void {
    const text = `No usage: prompt ${formatInteger(prompt)} and completion ${formatInteger(completion)} are estimated, bytes ÷ 4 rounded up, until the provider reports again.`;
    this.note(step, 'estimated', text);
  }

  /** The completion of a step whose output nobody recorded. */
  #sized(step: number): number {
    const completion = Math.trunc(
      this.#response(step, 'floored') * densityBefore(this.input, step),
    );
    if (!this.#sizing && completion > 0) {
      const text = `The recording does not hold the response’s tokens: the completion is sized from the model’s entries, ${formatInteger(completion)} here, likewise later.`;
      this.note(step, 'estimated', text);
      this.#sizing = true;
    }
    return completion;
  }

  /** Tokens of the model's entries that follow a step: rounded up each, or as the reference counts. */
  #response(step: number, rounding: 'ceiled' | 'floored'): number {
    const { profile } = this.input;
    const from = this.entriesAt(step);
    const end = responseEnd(profile, from);
    if (rounding === 'floored') return sumBetween(profile.sum, from, end);
    let tokens = 0;
    for (let entry = from; entry < end; entry++) tokens += intAt(profile.entries.ceiled, entry);
    return tokens;
  }
}

/** Crush's automatic summary. */
export const crush = definePolicy({
  id: 'crush',
  label: 'Crush',
  provenance: {
    system: 'Crush',
    repository: 'github.com/charmbracelet/crush',
    path: 'internal/agent/agent.go',
    version: '37f36e9 (2026-08-21)',
    basis: 'documented',
  },
  decision: {
    relation: '>=',
    unit: 'tokens',
    // Numbers of ContextGuard before v0.10: exactly 200,000 takes the share.
    thresholdRule: 'threshold = window − (window > 200,000 ? 20,000 : trunc(0.2 × window))',
    threshold: ({ window, autoSummarize }) =>
      autoSummarize && window > 0 ? windowThreshold(window, '>') : Infinity,
    windowFor: (threshold) => windowForThreshold(threshold, '>'),
    path: () => ['window'],
    value: [lastRealForm('prompt + completion of the step before')],
    lastReal: 'Prompt + completion',
  },
  traits: { summariserCache: 'unshared' },
  summariser: promptOf({
    source: 'internal/agent/templates/summary.md',
    sections: [
      'Current State',
      'Files & Changes',
      'Technical Context',
      'Strategy & Approach',
      'Exact Next Steps',
    ],
  }),
  recordings: {
    format: /^crush$/,
    // Its database keeps the newest usage alone.
    lacks: ({ steps, stepCount }) =>
      stepCount > 0 && steps.real.every((tokens) => tokens < 0) ? 'the usage of its calls' : null,
  },
  settings,
  presets: [
    {
      id: 'reference',
      label: 'As coded',
      settings: {},
      provenance: {
        version: '37f36e9 (2026-08-21)',
        basis: 'documented',
        note: 'It compares what the step before used. What that step’s tools answered is not in it: Crush has the timing gap, too.',
      },
    },
    {
      id: 'large-window',
      label: 'Window of 200,001: the fixed buffer',
      settings: { window: 200_001 },
    },
    {
      id: 'cache-writes',
      label: 'Corrected: cache writes counted',
      settings: { countCacheWrites: true },
      provenance: { version: '37f36e9, corrected here', basis: 'ours' },
    },
  ],
  form: (chosen, profile, prefixTokens) => crushForm(chosen, profile, prefixTokens),
  begin: (chosen, input) => new CrushRun(chosen, input),
});
