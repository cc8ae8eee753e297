/**
 * Claude Code's tiers, reconstructed from recordings and public analyses (manavgup.github.io/shipai, deep-dives/claude-code/06;
 * code.claude.com/docs/en/context-window); its source is closed. Counts, threshold and what comes back are those of `policy.ts`.
 *
 * Old tool results are cleared first. One recording shows it, 2.1.20, twice, each time in the check that also wrote a summary:
 * 29 results of 78,208 tokens in all left 40,272 and 37 of 65,408 left 38,832 (bytes ÷ 4), −38,535 and −27,012. So the newest
 * that have 40,000 tokens together stay, and a clearing is worth 20,000: a third compaction of this version could clear 17,184
 * and cleared none. It changes nothing of the count, which is the provider's. No other version's file holds one, though 20,000
 * could be cleared at 17 more of 46 recorded compactions: 2.1.5 to 2.1.17 and 2.1.25 to 2.1.81 do not clear, or do not say so.
 *
 * Session memory second: a text that the agent keeps beside the session replaces all but the newest entries, without a call.
 * One recording shows it, 2.1.185, twice (2 of 2): 24,316 and 21,881 bytes stood there 2.3 seconds after the response before,
 * 20 and 11 entries stayed, 3,229 and 3,491 tokens, and no file came back.
 *
 * Else a summary of everything, as `policy.ts` has it; on demand (`/compact`) always that, whatever the count: 46 recorded, one
 * of them on demand.
 *
 * Not known: whether results are cleared below the threshold too (`resultsLead`), when the memory is written, and what it says.
 */
import * as z from 'zod';
import { formatInteger } from '@/lib/engine/base/format';
import { intAt } from '@/lib/engine/base/read';
import { inlineForm } from '@/lib/engine/mechanisms/estimate';
import { lastRealForm } from '@/lib/engine/policy/decision';
import {
  firstTrigger,
  type Mechanism,
  type PipelineRequest,
} from '@/lib/engine/policy/pipeline/mechanism';
import { Pipeline } from '@/lib/engine/policy/pipeline/pipeline';
import { definePolicy, type PolicyInput } from '@/lib/engine/policy/policy';
import { tokenSetting, wholeSetting } from '@/lib/engine/policy/settings';
import { claudeCodeSections, promptOf } from '@/lib/engine/policy/summariser';
import { ClaudeCodeRun } from './run';
import { claudeCodeSettings, claudeCodeThreshold, summaryCap } from './settings';

/** Bytes of "[Old tool result content cleared]". */
const CLEARED = 33;

const results = 'Clearing of old results';
const memory = 'Session memory';

const settings = z.strictObject({
  ...claudeCodeSettings.omit({
    clear: true,
    clearTrigger: true,
    clearKeep: true,
    clearAtLeast: true,
    clearTo: true,
  }).shape,
  results: z.boolean().default(true).meta({
    label: 'Clears old tool results',
    description: 'The first tier: without a call, before anything is summarised',
    advice: 'Switch it off where the file of your version says nothing of a clearing',
    group: results,
  }),
  resultsLead: tokenSetting(0, {
    label: 'Clears so far below the threshold',
    description: '0: in the check that compacts, as it was recorded',
    advice: 'Raise it to see what an earlier clearing would have saved',
    group: results,
  }),
  resultsKeep: tokenSetting(40_000, {
    label: 'Results kept',
    description: 'The newest that have so many tokens together stay',
    advice: 'Lower it to clear more; the agent may then read files again',
    group: results,
  }),
  resultsLeast: tokenSetting(20_000, {
    label: 'Clears at least',
    description: 'A smaller gain is left alone, so that the cache stays',
    advice: 'Lower it where results are many and short',
    group: results,
  }),
  memory: z.boolean().default(false).meta({
    label: 'Has a session memory',
    description: 'The second tier: a text that exists already takes the place of a summary',
    advice: 'Switch it on for 2.1.185, whose recording shows it',
    group: memory,
  }),
  memoryKeep: tokenSetting(3_500, {
    label: 'Kept beside the memory',
    description: 'The newest entries of at most so many tokens; 3,229 and 3,491 were recorded',
    advice: 'Raise it where the agent loses what it did last',
    group: memory,
  }),
  memoryBytes: wholeSetting(23_100, [0, 10_000_000], {
    label: 'Size of the memory',
    unit: 'bytes',
    description: 'The mean of the two recorded, 24,316 and 21,881',
    advice: 'Set it to the size of your session’s memory file',
    group: memory,
  }),
});
export type TiersSettings = z.infer<typeof settings>;

const threshold = (chosen: TiersSettings): number =>
  chosen.enabled ? claudeCodeThreshold(chosen) : Infinity;

/** First entry of the newest tool results that have so many tokens together. */
function newestResults({ profile, entries }: PipelineRequest, tokens: number): number {
  const { responseStart, entries: of } = profile;
  let rest = tokens;
  let from = entries;
  for (; from > 0; from--) {
    const end = intAt(responseStart, from - 1) + intAt(of.responses, from - 1);
    for (let r = intAt(responseStart, from - 1); r < end; r++) {
      rest -= Math.floor(intAt(of.responseBytes, r) / 4);
    }
    if (rest < 0) break;
  }
  return from;
}

const mechanisms: readonly Mechanism<TiersSettings>[] = [
  {
    name: 'Old results',
    does: 'clears',
    trigger: (chosen) => (chosen.results ? threshold(chosen) - chosen.resultsLead : Infinity),
    keeps: (request, { resultsKeep }) => newestResults(request, resultsKeep),
    leaves: () => CLEARED,
    least: ({ resultsLeast }) => resultsLeast,
  },
  {
    name: memory,
    does: 'recalls',
    trigger: (chosen) => (chosen.memory ? threshold(chosen) : Infinity),
    keeps: (request, { memoryKeep }) => request.newest(memoryKeep),
    bytes: ({ memoryBytes }) => memoryBytes,
  },
  {
    name: 'Summary',
    does: 'summarises',
    trigger: threshold,
    keeps: ({ entries }) => entries,
    cap: summaryCap,
  },
];

class TiersRun extends ClaudeCodeRun<TiersSettings> {
  readonly #pipeline: Pipeline<TiersSettings>;

  constructor(chosen: TiersSettings, input: PolicyInput) {
    super(chosen, input);
    this.#pipeline = new Pipeline(mechanisms, this.host(), {
      compacted: (step, covered, by) => this.compacted(step, covered, by.does === 'summarises'),
      failed: (step) => this.failed(step),
    });
  }

  override forget(): void {
    super.forget();
    this.#pipeline.forget(this.loop.step);
  }

  override decide(step: number, value: number): void {
    const alone = value < threshold(this.settings) && this.input.compactAt === undefined;
    if (!alone || this.byHand(step)) super.decide(step, value);
    else if (!this.#pipeline.run(step, value, this.settings, false)) {
      this.note(step, 'no-op', 'Too little would be cleared: the results stay.');
    }
  }

  protected override replace(step: number, value: number, asked: boolean): void {
    const before = this.view.covered;
    const forced = asked || this.input.compactAt !== undefined;
    if (!this.#pipeline.run(step, value, this.settings, forced)) {
      this.note(step, 'no-op', 'Nothing is left to summarise.');
    }
    if (this.view.covered > before) this.sayBoundary(step, value, asked);
  }
}

/** Claude Code's tiers. */
export const claudeCodeTiers = definePolicy({
  id: 'claude-code-tiers',
  label: 'Claude Code, in tiers',
  provenance: {
    system: 'Claude Code',
    repository: 'github.com/anthropics/claude-code',
    path: 'recordings of 2.1.20 and 2.1.185',
    version: '2.1.20 and 2.1.185',
    basis: 'reconstructed',
  },
  decision: {
    relation: '>=',
    unit: 'tokens',
    thresholdRule:
      'threshold = that of Claude Code; where results are cleared earlier, less the lead of the clearing',
    threshold: (chosen) => firstTrigger(mechanisms, chosen, 0),
    thresholdFormula: (chosen) => {
      const lead = chosen.results ? chosen.resultsLead : 0;
      const own = formatInteger(threshold(chosen));
      return lead > 0 ? `${own} − ${formatInteger(lead)}` : own;
    },
    path: () => ['window', 'resultsLead'],
    value: [lastRealForm('prompt + response of the last usage')],
    countUnder: ({ siblings }) =>
      `prompt + response of the last usage + chars ÷ 4 of ${siblings ? 'its later parts and of ' : ''}what came since`,
    lastReal: 'Last total tokens',
  },
  traits: { reattaches: true, keepsTail: true, summariserCache: 'shared' },
  mechanisms,
  summariser: promptOf({
    source: 'closed; the headings of recorded summaries',
    sections: claudeCodeSections,
    cap: summaryCap,
  }),
  writes: 'claude-code',
  settings,
  presets: [
    { id: 'reference', label: 'Results, then a summary: 167,000 of 200,000', settings: {} },
    {
      id: '2.1.20',
      label: '2.1.20: results, then a summary: 155,000 of 200,000',
      settings: { outputReserve: 32_000, wholeCounts: false },
      provenance: {
        version: '2.1.20',
        basis: 'reconstructed',
        note: 'Two recorded clearings of one session, each before its summary.',
      },
    },
    {
      id: '2.1.185',
      label: '2.1.185: session memory in place of the summary',
      settings: { siblings: true, results: false, memory: true },
      provenance: {
        version: '2.1.185',
        basis: 'reconstructed',
        note: 'Two recorded compactions of one session; no file came back at either.',
      },
    },
  ],
  form: inlineForm(0),
  begin: (chosen, input) => new TiersRun(chosen, input),
});
