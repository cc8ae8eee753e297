/**
 * The memory that `createMemory` of LlamaIndex.TS makes, without memory blocks, as `agent` uses it: `llamaindex` 0.12.1
 * (@llamaindex/core 0.6.22, memory; @llamaindex/workflow 1.1.24).
 *
 * Before each request the agent asks for the newest messages that have, by its tokenizer, at most 0.7 of 0.75 of the
 * model's window, from the newest to the first that does not fit. Nothing keeps pairs together, and nothing the newest
 * message: a prompt that alone does not fit is not sent at all. What the present run adds (calls and results) stands
 * behind, whole and uncounted, and joins the memory at its end.
 *
 * Compared with the package as it runs, its tokenizer set to chars ÷ 4, rounded up: `llamaindex-0.12.1.json` beside
 * this file holds its results. Its own tokenizer is cl100k. Modelled: a text beside a call counts in whole tokens; of an
 * entry of several results that stays in part, the replay sends all. Not modelled: memory blocks.
 */
import { intAt, sumBetween } from '@/lib/engine/base/read';
import { definePolicy, formOf } from '@/lib/engine/policy/policy';
import { joinedEstimator } from './estimator';
import { quarter } from './messages';
import { MemoryRun } from './run';
import {
  typescriptFormula,
  typescriptLimit,
  typescriptSettings,
  type TypescriptSettings,
} from './settings';

class FittingRun extends MemoryRun<TypescriptSettings> {
  /** Tokens of messages joined by a space. */
  #joined(from: number, end: number): number {
    return from < end ? quarter(sumBetween(this.messages.chars, from, end) + end - from - 1) : 0;
  }

  /** What is compared for one message: the newer ones, and it, each rounded. */
  #check(at: number, end: number): number {
    return this.#joined(at + 1, end) + this.#joined(at, at + 1);
  }

  /** The largest of its checks: none behind the first message that has a text is larger than its own. */
  protected count(from: number, end: number): number {
    let most = 0;
    for (let at = from; at < end; at++) {
      most = Math.max(most, this.#check(at, end));
      if (this.#hasText(at)) break;
    }
    return most;
  }

  #hasText(at: number): boolean {
    return intAt(this.messages.chars, at + 1) > intAt(this.messages.chars, at);
  }

  /** Behind a message with a text that fits all fit; those before it that have none may fit too. */
  protected cut(from: number, _prompt: number, end: number): number {
    let at = from;
    while (at < end && !(this.#hasText(at) && this.#check(at, end) <= this.threshold)) at++;
    while (at > from && this.#check(at - 1, end) <= this.threshold) at--;
    return at;
  }
}

/** LlamaIndex.TS. */
export const llamaindexTypescript = definePolicy({
  id: 'llamaindex-typescript',
  label: 'LlamaIndex.TS memory',
  provenance: {
    system: 'LlamaIndex',
    repository: 'github.com/run-llama/LlamaIndexTS',
    path: 'packages/core/src/memory/memory.ts',
    version: 'llamaindex 0.12.1',
    basis: 'exact-rule',
    compared: { package: 'llamaindex', version: '0.12.1', license: 'MIT', runs: 240 },
  },
  decision: {
    relation: '>',
    unit: 'tokens',
    thresholdRule:
      'threshold = ceil(ratio × (limitBy is tokens ? tokenLimit : ceil(0.75 × window)))',
    threshold: typescriptLimit,
    thresholdFormula: typescriptFormula,
    path: ({ limitBy }) => (limitBy === 'tokens' ? ['tokenLimit', 'ratio'] : ['window', 'ratio']),
    value: [],
    count: 'texts of the memory’s messages, without what the present run added',
    ownCount: true,
  },
  traits: { keepsTail: true, splitsPairs: true },
  settings: typescriptSettings,
  presets: [
    { id: 'reference', label: '0.12.1: 0.7 of 0.75 of the window', settings: {} },
    {
      id: 'no-window',
      label: '0.12.1: the model names no window, 30,000 tokens',
      settings: { limitBy: 'tokens' },
    },
  ],
  form: formOf(joinedEstimator),
  begin: (chosen, input) => new FittingRun(chosen, input),
});
