/**
 * goose's automatic compaction: aaif-goose/goose, crates/goose/src/context_mgmt/mod.rs at 006bd233 (2026).
 *
 * Before a turn's first request only: the total that the newest response reported (prompt and output), or an estimate
 * of the request where that is more, above 0.8 of the context limit compacts. Everything but the user's newest message
 * becomes a summary; a text that the model says about it stands between the two. A threshold of 0 or 1 turns it off. An
 * error of the summariser goes to the user: the turn is not begun.
 *
 * From the source, not run. Modelled: the estimate is bytes ÷ 4 (goose asks a tokenizer); after a compaction the total is
 * the summary's until the next response. Not modelled: the compaction after an overflow, for which tool results are left
 * out from the middle of the summariser's input, and the summaries of single tool calls in the background.
 */
import { intAt } from '@/lib/engine/base/read';
import { referenceEstimator } from '@/lib/engine/tokens/estimator';
import { definePolicy, formOf } from '@/lib/engine/policy/policy';
import { givenWhole, promptOf } from '@/lib/engine/policy/summariser';
import { UsageRun } from '@/lib/engine/mechanisms/last-usage';
import { beginsTurn } from '@/lib/engine/mechanisms/turns';
import { gooseDecision, gooseSettings, type GooseSettings } from './settings';

/** Bytes of what the model is made to say of the summary. */
const CONTINUATION = 385;

const FAILED = 'The summariser failed, which is an error.';
const ENDS = 'The error ends the turn. The recording goes on, uncompacted; each turn tries again.';
const UNCHECKED =
  'The threshold is reached inside a turn; goose looks before the next turn’s first request.';
const NOTHING = 'Nothing is older than the user’s newest message: nothing is summarised.';

class GooseRun extends UsageRun<GooseSettings> {
  /** The turn in which a note said that it is not looked at. */
  #noted = -1;

  own(_step: number, h: number): number {
    const { total } = this.usage;
    return this.settings.counts === 'stored' && total > 0 ? total : Math.max(total, h);
  }

  decide(step: number): void {
    const { profile } = this.input;
    const turn = intAt(profile.steps.turnStart, step);
    const begins = step === 0 || beginsTurn(profile, step);
    if (!begins && !this.byHand(step)) {
      if (turn !== this.#noted) this.note(step, 'unchecked', UNCHECKED);
      this.#noted = turn;
      return;
    }
    const n = this.entriesAt(step);
    // The newest message is the user's at the beginning of a turn only.
    const covered = begins ? n - 1 : n;
    if (covered <= this.view.covered) this.note(step, 'no-op', NOTHING);
    else this.#replace(step, covered);
  }

  #replace(step: number, covered: number): void {
    const { summariser, requests } = this.input;
    summariser.call(this.headTokens(step, covered), this.settings.summaryCap, 1);
    if (summariser.failed && !summariser.empty) {
      this.noteFailure(step, FAILED, ENDS);
      return;
    }
    this.replaceBefore(step, covered);
    this.addText(CONTINUATION);
    this.usage.reset(requests.estimator.text(summariser.bytes), covered);
  }
}

/** goose. */
export const goose = definePolicy({
  id: 'goose',
  label: 'goose',
  provenance: {
    system: 'goose',
    repository: 'github.com/aaif-goose/goose',
    path: 'crates/goose/src/context_mgmt/mod.rs',
    version: '006bd233 (2026)',
    basis: 'documented',
  },
  decision: gooseDecision,
  traits: { keepsTail: true, summariserCache: 'unshared' },
  summariser: promptOf({
    source: 'do_compact and format_message_for_compacting of context_mgmt/mod.rs',
    gives: { ...givenWhole, thought: 'nothing', inline: 'name' },
  }),
  recordings: { format: /^goose/ },
  adds: 'continuation',
  settings: gooseSettings,
  presets: [
    { id: 'reference', label: '0.8 of the limit', settings: {} },
    {
      id: 'stored-total',
      label: 'Earlier: the reported total alone',
      settings: { counts: 'stored' },
      provenance: { version: 'before block/goose#10089 (2026-06-30)', basis: 'documented' },
    },
  ],
  form: formOf(referenceEstimator),
  begin: (chosen, input) => new GooseRun(chosen, input),
});
