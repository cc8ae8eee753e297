/**
 * OpenAI's `truncation: 'auto'` of the Responses API: developers.openai.com/api/reference, responses/create.
 *
 * A request above the model's window loses items from its beginning until it fits; without it
 * (`disabled`, the default) such a request fails. No summary stands for them. The client keeps the whole
 * log, so the next request loses them again.
 *
 * Modelled: the fewest entries, and none that would leave a response without its call (what the server
 * does with such pairs is not published); the newest entry always stays. The window is what the
 * request may take; the output's share of it is a setting.
 */
import * as z from 'zod';
import { intAt } from '@/lib/engine/base/read';
import { firstWhere } from '@/lib/engine/base/search';
import { pairSafeForward } from '@/lib/engine/mechanisms/tool-pairs';
import { ownRealForm } from '@/lib/engine/policy/decision';
import { entriesWords } from '@/lib/engine/policy/notes';
import { definePolicy } from '@/lib/engine/policy/policy';
import { wholeLog } from '@/lib/engine/policy/requests';
import { tokenSetting, windowSetting } from '@/lib/engine/policy/settings';
import { ViewRun } from '@/lib/engine/policy/view-run';

const settings = z.strictObject({
  window: windowSetting(),
  reserve: tokenSetting(0, {
    label: 'Reserved for output',
    description: 'Of the window; what the server reserves is not published',
  }),
});
export type TruncationSettings = z.infer<typeof settings>;

class TruncationRun extends ViewRun<TruncationSettings> {
  /** The view whose request is being sized. */
  readonly #tried = wholeLog();

  own(step: number): number {
    return this.input.requests.realAt(step, 0);
  }

  decide(step: number, value: number): void {
    if (value <= this.threshold) {
      this.note(step, 'no-op', 'The request fits: nothing is dropped.');
      return;
    }
    const { profile, columns: out } = this.input;
    const n = this.entriesAt(step);
    const from = this.view.covered;
    const wanted = this.#fewest(step, from, n - 1);
    const safe = wanted >= n ? -1 : pairSafeForward(profile, wanted - 1, n);
    // The last look was at a view that is not sent.
    this.changed();
    if (safe < 0) {
      this.note(step, 'no-op', 'No rest of the log fits that keeps calls and responses together.');
      return;
    }
    this.drop(step, safe);
    out.realBefore[step] = value;
    const text = `${entriesWords(from, safe)} dropped: from here on neither in a summary nor in the request.`;
    this.note(step, 'lost', text);
  }

  /** The first of (from, last] at which the rest fits; `last` + 1 where none does. */
  #fewest(step: number, from: number, last: number): number {
    const fits = (covered: number): boolean => this.#realFrom(step, covered) <= this.threshold;
    // Most requests outgrow the window by little, so look from the front.
    let low = from;
    let reach = 1;
    while (low + reach <= last && !fits(low + reach)) {
      low += reach;
      reach *= 2;
    }
    return firstWhere(low + 1, Math.min(low + reach, last + 1), fits);
  }

  /** Real tokens of a step's request without the entries before `covered`. */
  #realFrom(step: number, covered: number): number {
    const { profile, requests } = this.input;
    const { entries } = profile.steps;
    // Few entries leave, so look from the steps that the present view leaves out.
    let { since } = this.view;
    while (since < step && intAt(entries, since + 1) <= covered) since++;
    const view = this.#tried;
    view.covered = covered;
    view.since = since;
    view.recorded = -1;
    requests.look(step, view);
    return requests.realAt(step, 0);
  }
}

/** OpenAI's truncation. */
export const openaiTruncation = definePolicy({
  id: 'openai-truncation',
  label: 'OpenAI truncation',
  provenance: {
    system: 'OpenAI API',
    repository: 'developers.openai.com/api/docs',
    path: 'api-reference/responses/create',
    version: 'truncation: auto (2026)',
    basis: 'documented',
  },
  decision: {
    relation: '>',
    unit: 'tokens',
    thresholdRule: 'threshold = window − reserve',
    threshold: ({ window, reserve }) => Math.max(0, window - reserve),
    path: () => ['window'],
    value: [ownRealForm('counted by the provider')],
  },
  traits: { serverSide: true },
  observing: { asks: 'nothing' },
  settings,
  presets: [{ id: 'reference', label: 'At the window', settings: {} }],
  begin: (chosen, input) => new TruncationRun(chosen, input),
});
