/**
 * Mastra's `TokenLimiterProcessor` as an input processor, `@mastra/core` 1.71.0 (src/processors/processors/token-limiter.ts):
 * `processLLMRequest` before each model call.
 *
 * The prompt is counted: the words of each message by tokenx, 3.8 a message, 12 less for a call's arguments as JSON, 24
 * for the conversation. Above the limit the messages that fit beside the system prompt are sent, newest first; a call
 * and its results stay or go together. `best-fit` goes on to older ones after one that does not fit, so that gaps
 * remain, and even the newest message may be missing; `contiguous` stops there. Nothing is summarised. The stored
 * messages stay, so each request is cut from the whole log again. Where nothing fits, the run ends with an error.
 *
 * Compared with the package's processor as it runs: `mastra-core-limiter-1.71.0.json` beside this file holds its results,
 * the count and the messages that stay, for texts of one word each, in which tokenx counts 6 chars a token. Of other
 * texts it counts words and signs, which a profile does not hold: `per` chars a token stand for them, an average
 * (3.7 is the median of 52 recorded sessions, p10 3.2, p90 4.0), so in recordings count and choice are near, not equal.
 * Modelled: names of tools of 4 chars, one argument a call, images at 765. Not modelled: `memory-only`, the limit on
 * the output, further processors, tool definitions, which it does not count.
 */
import * as z from 'zod';
import { counted } from '@/lib/engine/base/format';
import { heuristicForm } from '@/lib/engine/policy/decision';
import { definePolicy } from '@/lib/engine/policy/policy';
import { wholeLog } from '@/lib/engine/policy/requests';
import { tokenSetting, windowSetting } from '@/lib/engine/policy/settings';
import { ViewRun } from '@/lib/engine/policy/view-run';
import { fitting, groupsOf, limiterEstimator } from './groups';
import { perSetting } from './per-setting';

const settings = z.strictObject({
  window: windowSetting({ description: 'Drawn only: the limit is a number of its own' }),
  limit: tokenSetting(127_000, {
    label: 'Limit',
    slider: 'window',
    description: 'limit: tokens of the prompt by its own count; 127,000 in its documentation',
    advice: 'Lower it where its count falls short of the provider’s; it must stay below the window',
  }),
  trimMode: z.enum(['best-fit', 'contiguous']).default('best-fit').meta({
    label: 'Trim mode',
    description:
      'best-fit: older messages fill what is left, with gaps · contiguous: the newest messages without a gap',
    advice: 'Take contiguous where an answer without the result before it leads the model astray',
  }),
  per: perSetting,
});
export type LimiterSettings = z.infer<typeof settings>;

const FITS = 'The prompt fits: nothing is left out.';
const EXIT =
  'No message fits beside the system prompt: the run ends with an error. The recording goes on with the whole prompt.';

class LimiterRun extends ViewRun<LimiterSettings> {
  readonly #groups = groupsOf(this.input.requests.estimator);

  own(_step: number, h: number): number {
    return h;
  }

  decide(step: number, value: number): void {
    if (value <= this.threshold) {
      this.note(step, 'no-op', FITS);
      return;
    }
    const { limit, trimMode } = this.settings;
    const end = this.entriesAt(step);
    const ranges = fitting(this.#groups, end, limit, trimMode === 'contiguous');
    const newest = ranges[0];
    if (newest === undefined) {
      this.note(step, 'exit', EXIT);
      return;
    }
    const tail = newest[1] === end;
    const covered = tail ? newest[0] : end;
    this.drop(step, covered);
    const before = this.loop.addedContents;
    this.keepRanges(step, [...(tail ? ranges.slice(1) : ranges)].reverse());
    // They are in this request only.
    const stay = this.loop.addedContents - before;
    this.loop.addedContents = before;
    this.loop.onceContents = stay;
    this.loop.next = wholeLog();
    this.note(step, 'lost', lostWords(covered - stay, tail));
  }
}

function lostWords(count: number, tail: boolean): string {
  const newest = tail ? '' : ', the newest among them';
  return `${counted(count, 'entry is', 'entries are')} left out of this request${newest}: no summary stands for them.`;
}

/** Mastra with a token limiter. */
export const mastraLimiter = definePolicy({
  id: 'mastra-limiter',
  label: 'Mastra token limiter',
  provenance: {
    system: 'Mastra',
    repository: 'github.com/mastra-ai/mastra',
    path: 'packages/core/src/processors/processors/token-limiter.ts',
    version: '@mastra/core 1.71.0',
    basis: 'exact-rule',
    compared: { package: '@mastra/core', version: '1.71.0', license: 'Apache-2.0', runs: 240 },
  },
  decision: {
    relation: '>',
    unit: 'tokens',
    thresholdRule: 'threshold = limit',
    threshold: ({ limit }) => limit,
    thresholdFormula: () => 'the limit',
    path: () => ['limit'],
    value: [heuristicForm],
    ownCount: true,
  },
  traits: { keepsTail: true },
  recordings: { format: /^mastra$/ },
  observing: { asks: 'log' },
  settings,
  presets: [
    { id: 'reference', label: '127,000, best fit', settings: {} },
    { id: 'contiguous', label: '127,000, without gaps', settings: { trimMode: 'contiguous' } },
  ],
  form: ({ per }, profile, prefixTokens) => ({
    estimator: limiterEstimator(profile, prefixTokens, per),
    wrapperBytes: 0,
  }),
  begin: (chosen, input) => new LimiterRun(chosen, input),
});
