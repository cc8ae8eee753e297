/**
 * `OpenAIResponsesCompactionSession` of OpenAI's Agents SDK, `@openai/agents` 0.20.0 for JavaScript
 * (agents-openai/src/memory/openaiResponsesCompactionSession.ts), with its own decision: no tokens are counted.
 *
 * After a run of the agent, 10 items of the session or more that are no message of the user's and no compaction
 * item are replaced by what `responses.compact` returns. The next run sends the compaction item and what came
 * since; inside a run nothing is compacted. Where the call fails, the run ends with its error and the next one tries
 * again.
 *
 * The API documents its answer as all messages of the user followed by one compaction item. The session stores them,
 * but the runner sends nothing in front of a compaction item. From then on the session holds items that no request
 * holds, takes its history for not covered by what the model saw, and compacts no more by itself: it did so in each
 * of the runs that were compared. Where the answer is the item alone it compacts again.
 *
 * Compared with the package as it runs: `openai-agents-0.20.0.json` beside this file holds its results. Not modelled:
 * an item's own size, which is encrypted (the summary's model sizes it), items that are taken back, other hooks.
 */
import * as z from 'zod';
import { referenceEstimator } from '@/lib/engine/tokens/estimator';
import { formatInteger } from '@/lib/engine/base/format';
import { intAt, sumBetween } from '@/lib/engine/base/read';
import type { Profile } from '@/lib/engine/tokens/profile';
import type { CountedReplay } from '@/lib/engine/policy/decision';
import { definePolicy, formOf, type PolicyInput } from '@/lib/engine/policy/policy';
import { cappedSummary, wholeSetting, windowSetting } from '@/lib/engine/policy/settings';
import { ViewRun } from '@/lib/engine/policy/view-run';
import { API_CAP } from '../server/compaction';
import { beginsTurn } from '@/lib/engine/mechanisms/turns';
import { sessionItems } from './items';

const settings = z.strictObject({
  window: windowSetting({ description: 'Drawn only: the session asks for no tokens' }),
  threshold: wholeSetting(10, [1, 1_000_000], {
    label: 'Compacts from',
    short: 'Candidates',
    unit: 'items',
    description:
      'Items after a run that are no message of the user’s and no compaction item; the session’s own is 10',
    advice: 'Raise it: a run of a few tool calls reaches ten',
    slider: { min: 1, max: 400, step: 1 },
  }),
  users: z.boolean().default(true).meta({
    label: 'The API returns the user’s messages',
    description:
      'As it documents its answer: the session compacts once, then never again. Off: it returns the compaction item alone',
    advice: 'Not yours to choose: try both, and look at which of them your sessions follow',
  }),
  ...cappedSummary(API_CAP, { label: 'Compaction item, at most' }),
});
export type SessionSettings = z.infer<typeof settings>;

const FAILED = 'responses.compact failed: the session stays as it is.';
const ENDS =
  'The error ends the run, which had answered. The recording goes on; the next run tries again.';

class SessionRun extends ViewRun<SessionSettings> {
  /** The session holds messages that no request holds. */
  #uncovered = false;

  override forget(): void {
    super.forget();
    this.#uncovered = false;
  }

  /** Candidates after the run before; NaN where none has just ended, or nothing is compared. */
  own(step: number): number {
    const { profile } = this.input;
    return this.#uncovered ? NaN : candidatesAt(profile, step, this.view.covered);
  }

  override before(step: number): void {
    if (!this.#uncovered) return;
    const { profile } = this.input;
    const count = candidatesAt(profile, step, this.view.covered);
    if (!(count >= this.threshold)) return;
    const text = `${formatInteger(count)} items: the session holds the user’s messages in front of its compaction item, which no request holds, so it does not look.`;
    this.note(step, 'unchecked', text);
  }

  decide(step: number): void {
    const { profile, summariser } = this.input;
    const covered = intAt(profile.steps.turnStart, step);
    if (covered <= this.view.covered) {
      this.note(step, 'no-op', 'The session holds nothing that came since: nothing is replaced.');
      return;
    }
    summariser.call(this.headTokens(step, covered), this.settings.summaryCap, 1);
    if (summariser.failed) {
      this.noteFailure(step, FAILED, ENDS);
      return;
    }
    this.replaceBefore(step, covered);
    this.#uncovered = this.settings.users;
  }
}

/** Candidates of the entries from `covered` on, at the end of the run before a step; NaN where none has just ended. */
function candidatesAt(profile: Profile, step: number, covered: number): number {
  if (!beginsTurn(profile, step)) return NaN;
  const start = intAt(profile.steps.turnStart, step);
  return start > covered ? sumBetween(sessionItems(profile).candidates, covered, start) : 0;
}

/** What `own` compares, from a replay. */
function countedAt(
  { profile, columns }: CountedReplay,
  step: number,
  { users }: SessionSettings,
): number {
  const from = intAt(columns.watermarkBefore, step);
  return users && from > 0 ? NaN : candidatesAt(profile, step, from);
}

/** OpenAI's Agents SDK with a compaction session. */
export const openaiAgents = definePolicy({
  id: 'openai-agents',
  label: 'OpenAI Agents session',
  provenance: {
    system: 'OpenAI Agents SDK',
    repository: 'github.com/openai/openai-agents-js',
    path: 'packages/agents-openai/src/memory/openaiResponsesCompactionSession.ts',
    version: '@openai/agents 0.20.0',
    basis: 'exact',
    compared: { package: '@openai/agents', version: '0.20.0', license: 'MIT', runs: 240 },
  },
  decision: {
    relation: '>=',
    unit: 'items',
    counted: countedAt,
    thresholdRule: 'threshold = candidates',
    threshold: ({ threshold }) => threshold,
    most: () => Infinity,
    thresholdFormula: ({ threshold }) => `${formatInteger(threshold)} items`,
    path: () => [],
    value: [],
    count: 'items after the run before, without the user’s messages',
    ownCount: true,
  },
  traits: {},
  recordings: { format: /^openai-agents$/ },
  settings,
  presets: [
    { id: 'reference', label: '0.20.0: 10 items, the documented answer', settings: {} },
    { id: 'item', label: '0.20.0: the compaction item alone', settings: { users: false } },
  ],
  form: formOf(referenceEstimator),
  begin: (chosen, input: PolicyInput) => new SessionRun(chosen, input),
});
