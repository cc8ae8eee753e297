/**
 * Goat's compactor as it is written. github.com/jg-phare/goat at dd706f5: pkg/context/compactor.go,
 * split.go, estimator.go, summary.go; pkg/agent/loop.go, prune.go. policies.md §1 has the table.
 *
 * It differs from its document (goat-documented): utilisation is (system + messages + 16,384) /
 * window; 40 % of the window in tokens stay, not of the messages; the summary has another header and
 * no acknowledgement; a failed summariser leaves no placeholder; the pair guard steps back once more
 * when it stands on a call already, onto the response of the pair before, whose call it cuts off;
 * an unanswered call stays in the list after a length stop; a list that does not change is retried
 * without end (here: once a step). `MustCompact` exists and nothing calls it. Session memory, which
 * replaces the summary when a file is younger than five minutes, is not modelled: no recording holds
 * the file.
 */
import * as z from 'zod';
import { intAt } from '@/lib/engine/base/read';
import { GoatRun, type GoatCut } from './run';
import {
  goatDecision,
  goatForm,
  goatProvenance,
  goatPruneSettings,
  goatSettings,
} from './settings';
import { definePolicy } from '@/lib/engine/policy/policy';

/** In front of the summary. */
export const GOAT_WRAPPER = '[Previous conversation summary]\n\n'.length;

class AsCodedRun extends GoatRun {
  protected readonly lead = 1;

  own(_step: number, h: number): number {
    return h + this.settings.reserve;
  }

  override estimated(_step: number, estimate: number): number {
    return estimate + this.settings.reserve;
  }

  protected cut(step: number, end: number): GoatCut | null {
    const { window, preserve } = this.settings;
    const until = intAt(this.messages.first, end);
    const budget = Math.trunc(window * preserve);
    if (this.leadTokens + this.tail(this.firstMessage, until) <= budget) return null;
    const message = this.#split(this.fitting(budget, until), until);
    this.summarise(message, 1);
    const { summariser } = this.input;
    // An empty answer is a summary; only an error drops the head.
    const failed = summariser.failed && !summariser.empty;
    if (failed)
      this.note(step, 'failure', 'The summariser failed: the head is dropped without a summary.');
    return {
      message,
      injected: !failed,
      summaryBytes: failed ? 0 : summariser.bytes,
      summaryTokens: failed ? -1 : summariser.tokens,
      passes: 1,
    };
  }

  /** The guard of tool pairs, its extra step back included. */
  #split(fitting: number, until: number): number {
    const { toolBytes, entryOf } = this.messages;
    const { calls } = this.input.profile.entries;
    // At least one message goes: the summary if there is one, else the log's first.
    const least = this.firstMessage + (this.view.injected ? 0 : 1);
    let message = Math.min(fitting, until - 1);
    while (message >= least && intAt(toolBytes, message) >= 0) message--;
    const onCall =
      message >= least &&
      intAt(toolBytes, message) < 0 &&
      intAt(calls, intAt(entryOf, message)) > 0;
    if (onCall) message--;
    return Math.max(message, least);
  }

  protected unhelped(step: number): void {
    const text = 'The list did not change. Goat asks again without end; here it asks once.';
    this.note(step, 'no-op', text);
  }
}

/** Goat's context compaction, as coded. */
export const goatAsCoded = definePolicy({
  id: 'goat-as-coded',
  label: 'Goat, as coded',
  provenance: goatProvenance('pkg/context/compactor.go', 'documented'),
  decision: goatDecision,
  traits: { splitsPairs: true, summariserCache: 'unshared' },
  settings: z.strictObject({ ...goatSettings, ...goatPruneSettings }),
  presets: [
    { id: 'reference', label: 'NewCompactor’s defaults', settings: {} },
    {
      id: 'as-shipped',
      label: 'As shipped: NoOpCompactor',
      settings: { enabled: false },
      provenance: {
        version: 'dd706f5',
        basis: 'documented',
        note: 'The default compactor is NoOpCompactor; outside its tests nothing calls NewCompactor.',
      },
    },
    {
      id: 'beta-1m',
      label: 'Window of 1,000,000 (beta, Sonnet only)',
      settings: { window: 1_000_000 },
    },
  ],
  form: (settings, profile, prefixTokens) =>
    goatForm(settings, profile, prefixTokens, GOAT_WRAPPER),
  begin: (settings, input) => new AsCodedRun(settings, input),
});
