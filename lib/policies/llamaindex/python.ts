/**
 * The `Memory` of LlamaIndex for Python, without memory blocks, as `FunctionAgent` uses it: run-llama/llama_index,
 * llama-index-core/llama_index/core/memory/memory.py at cb54856a (`_manage_queue`) and
 * core/agent/workflow/function_agent.py at 072c65b1 (`take_step`, `finalize`).
 *
 * Messages that have together more than 0.7 of 30,000 tokens, whatever the model's window, lose the oldest: 3,000
 * tokens at least, then all up to the next message of the user's, again until they fit; the last one stays. It looks
 * when a run begins, with the prompt, and when it ends, with what the run added; what a run adds meanwhile stands
 * behind the memory, whole and uncounted.
 *
 * From the source, not run. Modelled: its tokenizer is chars ÷ 4 of each text, rounded up; a tool's message counts the
 * id of its call too; a text beside a call counts in whole tokens; of an entry of several results that stays in part,
 * the replay sends all. Not modelled: memory blocks, pictures (256 tokens each).
 */
import { formatInteger } from '@/lib/engine/base/format';
import { byteAt, sumBetween } from '@/lib/engine/base/read';
import { definePolicy, formOf } from '@/lib/engine/policy/policy';
import { singleEstimator } from './estimator';
import { MemoryRun } from './run';
import { pythonLimit, pythonSettings, type PythonSettings } from './settings';

class FlushingRun extends MemoryRun<PythonSettings> {
  protected count(from: number, end: number): number {
    return from < end ? sumBetween(this.messages.tokens, from, end) : 0;
  }

  /** First what the run before added, then the prompt. */
  protected cut(from: number, prompt: number, end: number): number {
    return this.#flushed(this.#flushed(from, prompt), end);
  }

  #flushed(from: number, end: number): number {
    const { flushSize, tokenLimit } = this.settings;
    // More than the limit is taken for 0.7 of it.
    const size = flushSize > tokenLimit ? Math.max(1, Math.floor(tokenLimit * 0.7)) : flushSize;
    let at = from;
    while (end - at > 1 && this.count(at, end) > this.threshold) {
      const start = at;
      while (end - at > 1 && this.count(start, at) < size) at++;
      while (end - at > 1 && byteAt(this.messages.users, at) === 0) at++;
    }
    return at;
  }
}

/** LlamaIndex for Python. */
export const llamaindex = definePolicy({
  id: 'llamaindex',
  label: 'LlamaIndex memory',
  provenance: {
    system: 'LlamaIndex',
    repository: 'github.com/run-llama/llama_index',
    path: 'llama-index-core/llama_index/core/memory/memory.py',
    version: 'cb54856a (2025)',
    basis: 'documented',
  },
  decision: {
    relation: '>',
    unit: 'tokens',
    thresholdRule: 'threshold = floor(ratio × tokenLimit)',
    threshold: pythonLimit,
    thresholdFormula: ({ ratio, tokenLimit }) => `${ratio} × ${formatInteger(tokenLimit)}`,
    path: () => ['tokenLimit', 'ratio'],
    value: [],
    count: 'texts of the memory’s messages, without what the present run added',
    ownCount: true,
  },
  traits: { keepsTail: true, splitsPairs: true },
  settings: pythonSettings,
  presets: [
    { id: 'reference', label: '30,000 tokens, 0.7 of them, flushed by 3,000', settings: {} },
  ],
  form: formOf(singleEstimator),
  begin: (chosen, input) => new FlushingRun(chosen, input),
});
