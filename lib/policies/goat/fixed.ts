/**
 * Goat's compactor with what we would correct, and nothing else changed:
 *
 * - the cut moves back to where no call loses its response, without the extra step;
 * - the result is verified by the trigger's own estimator: while it is still above the threshold, or
 *   nothing could be cut, the preserved share is halved and the cut made again, a few times;
 * - a cut that would not make the request smaller is not made;
 * - where the summariser fails or says nothing, the document's placeholder replaces the head;
 * - where nothing changes after a length stop, the run exits instead of asking again.
 */
import * as z from 'zod';
import { formatInteger } from '@/lib/engine/base/format';
import { intAt } from '@/lib/engine/base/read';
import { GOAT_WRAPPER } from './as-coded';
import { GoatRun, type GoatCut, type GoatSettings } from './run';
import {
  goatDecision,
  goatForm,
  goatPlaceholderSettings,
  goatProvenance,
  goatPruneSettings,
  goatSettings,
} from './settings';
import { pairSafeBack, pairSafeForward } from '@/lib/engine/mechanisms/tool-pairs';
import { definePolicy } from '@/lib/engine/policy/policy';
import { wholeSetting } from '@/lib/engine/policy/settings';

const settings = z.strictObject({
  ...goatSettings,
  ...goatPruneSettings,
  ...goatPlaceholderSettings,
  attempts: wholeSetting(3, [1, 20], {
    label: 'Attempts',
    description: 'Compactions of one step before it sends what it has',
  }),
});

class FixedRun extends GoatRun {
  protected readonly lead = 1;

  own(_step: number, h: number): number {
    return h + this.settings.reserve;
  }

  override estimated(_step: number, estimate: number): number {
    return estimate + this.settings.reserve;
  }

  protected cut(step: number, end: number, value: number): GoatCut | null {
    const { attempts = 1 } = this.settings as GoatSettings & { readonly attempts?: number };
    let best: GoatCut | null = null;
    let failures = 0;
    let after = value;
    let entry = -1;
    for (let pass = 1; pass <= attempts && (best === null || after > this.threshold); pass++) {
      const next = this.#split(pass, end, pass === attempts && best === null);
      if (next < 0 || next === entry) continue;
      entry = next;
      const made = this.summarisedCut(intAt(this.messages.first, entry), pass);
      if (this.input.summariser.failed) failures++;
      const size = value - this.#saved(made);
      if (size >= after) continue;
      best = made;
      after = size;
    }
    if (failures > 0) {
      const text = `The summariser failed ${failures} times: a placeholder replaces the head.`;
      this.note(step, 'failure', text);
    }
    if (best !== null && after > this.threshold) {
      const text = `Still at ${formatInteger(after)}, above ${formatInteger(this.threshold)}: no smaller tail keeps its calls.`;
      this.note(step, 'no-op', text);
    }
    return best;
  }

  /** First entry of the tail of a pass; −1 where nothing goes. */
  #split(pass: number, end: number, last: boolean): number {
    const { profile } = this.input;
    const { first, entryOf } = this.messages;
    const until = intAt(first, end);
    const budget = Math.trunc((this.settings.window * this.settings.preserve) / 2 ** (pass - 1));
    const fitting = Math.min(this.fitting(budget, until), until - 1);
    const from = this.view.covered;
    const entry = pairSafeBack(profile, from, intAt(entryOf, fitting), end);
    if (entry > from) return entry;
    return last ? pairSafeForward(profile, from, end) : -1;
  }

  /** Heuristic tokens that a cut saves, by the trigger's estimator. */
  #saved({ message, summaryBytes }: GoatCut): number {
    const { estimator, wrapperBytes } = this.input.requests;
    const gone = this.leadTokens + this.gone(this.firstMessage, message);
    return gone - estimator.text(wrapperBytes + summaryBytes);
  }

  protected unhelped(step: number): void {
    const text = 'The list did not change: the run exits with max tokens. The recording goes on.';
    this.note(step, 'exit', text);
  }
}

/** Goat's context compaction, corrected. */
export const goatFixed = definePolicy({
  id: 'goat-fixed',
  label: 'Goat, corrected',
  provenance: {
    ...goatProvenance('pkg/context/compactor.go', 'ours'),
    version: 'dd706f5, corrected here',
  },
  decision: goatDecision,
  traits: { summariserCache: 'unshared' },
  settings,
  presets: [
    { id: 'reference', label: 'Goat’s own constants', settings: {} },
    {
      id: 'small-window',
      label: 'Window of 16,000: a reserve that fits',
      settings: { window: 16_000, reserve: 2_048, summaryCap: 1_024 },
    },
  ],
  form: (chosen, profile, prefixTokens) => goatForm(chosen, profile, prefixTokens, GOAT_WRAPPER),
  begin: (chosen, input) => new FixedRun(chosen, input),
});
