/** Inspect's compaction at work; `policy.ts` says what it does. */
import { counted, formatInteger } from '@/lib/engine/base/format';
import { byteAt, intAt } from '@/lib/engine/base/read';
import { entryFlag } from '@/lib/engine/tokens/entry-table';
import type { PolicyInput } from '@/lib/engine/policy/policy';
import { ViewRun } from '@/lib/engine/policy/view-run';
import { messagesOf } from '@/lib/engine/mechanisms/messages';
import { ToolPruner } from '@/lib/engine/mechanisms/prune';
import type { InspectSettings } from './settings';

/** Most times it compacts again what is still above the threshold. */
const AGAIN = 3;
/** Bytes of what stands for a tool's result. */
const REMOVED = '(Tool result removed)'.length;

const FEW =
  'Too few messages behind the first: none is left out, and the request is sent as it is.';
const NOTHING = 'No tool result is left to empty: the request is sent as it is.';
const FAILED = 'The summariser failed, which is an error.';
const ENDS =
  'The error ends the sample. The recording goes on, uncompacted; each request tries again.';

/** What is lost without a summary. */
const GONE = { injected: false, summaryBytes: 0, summaryTokens: -1 } as const;

/** Inspect on one session. */
export class InspectRun extends ViewRun<InspectSettings> {
  readonly #messages = messagesOf(this.input.profile);
  /** Entries of the input: up to the first message of the user. */
  readonly #head = inputEntries(this.input.profile);
  #pruner = this.#unpruned();

  #unpruned(): ToolPruner {
    return new ToolPruner(this.#messages, this.input, (bytes) => Math.min(bytes, REMOVED));
  }

  /** The whole log is given again, with its tool results. */
  override forget(): void {
    super.forget();
    this.#pruner = this.#unpruned();
  }

  /** The prompt of the last response and its own count of what came since; its count of all where there is none. */
  own(_step: number, h: number): number {
    const { lastReal, lastHeuristic } = this.loop;
    return lastReal > 0 ? lastReal + Math.max(0, h - lastHeuristic) : h;
  }

  decide(step: number): void {
    const { strategy } = this.settings;
    if (strategy === 'summary') this.#summarise(step);
    else if (strategy === 'trim') this.#trim(step);
    else this.#edit(step);
  }

  #summarise(step: number): void {
    const { summariser, requests } = this.input;
    const { estimator, wrapperBytes } = requests;
    const entries = this.entriesAt(step);
    const head = Math.min(this.#head, entries);
    let size = this.size(step) - estimator.prefix;
    for (let calls = 1; ; calls++) {
      summariser.call(size, this.settings.summaryCap, 1);
      if (summariser.failed && !summariser.empty) {
        this.noteFailure(step, FAILED, ENDS);
        return;
      }
      const before = size;
      size = this.tokensOf(0, head) + estimator.text(wrapperBytes + summariser.bytes);
      if (estimator.prefix + size <= this.threshold) {
        this.putSummary(step, entries, calls);
        this.#keepInput(step);
        return;
      }
      if (calls > AGAIN || (calls > 1 && size >= before)) {
        this.#insufficient(step, estimator.prefix + size);
        return;
      }
    }
  }

  /** Puts the input in front back into the request. */
  #keepInput(step: number): void {
    const head = Math.min(this.#head, this.view.covered);
    if (head > 0) this.keepRanges(step, [[0, head]]);
  }

  #trim(step: number): void {
    const { prefix } = this.input.requests.estimator;
    const entries = this.entriesAt(step);
    const head = Math.min(this.#head, entries);
    const from = Math.max(this.view.covered, head);
    let covered = from;
    let size = this.size(step);
    for (let pass = 0; ; pass++) {
      const before = size;
      covered = this.#trimmed(covered, entries);
      size = prefix + this.tokensOf(0, head) + this.tokensOf(covered, entries);
      if (size <= this.threshold) break;
      if (pass === AGAIN || (pass > 0 && size >= before)) {
        this.#insufficient(step, size);
        return;
      }
    }
    if (covered === from) {
      this.note(step, 'no-op', FEW);
      return;
    }
    this.compact(step, { covered, ...GONE }, 0);
    this.#keepInput(step);
    this.note(step, 'lost', lostWords(covered - from));
  }

  /** The first entry that a trim of those from `from` on leaves: a share by messages, and no result without its call. */
  #trimmed(from: number, entries: number): number {
    const { first, entryOf } = this.#messages;
    const { callOf } = this.input.profile;
    const start = intAt(first, from);
    const end = intAt(first, entries);
    // In double precision as Python has it: a fifth of ten messages is one.
    const cut = start + Math.trunc((end - start) * (1 - this.settings.preserve));
    if (cut >= end) return entries;
    let covered = intAt(entryOf, cut);
    if (intAt(first, covered) !== cut) covered++;
    while (covered < entries && covered > from && isAnswer(callOf, covered)) covered++;
    return covered;
  }

  #edit(step: number): void {
    const { profile } = this.input;
    const { tools, count, toolBytes } = this.#messages;
    const results = intAt(profile.responseStart, this.entriesAt(step));
    const emptied = Math.max(0, results - this.settings.keepToolUses);
    const end = emptied < tools.length ? intAt(tools, emptied) : count;
    let saved = 0;
    for (let m = this.#pruner.next; m < end; m++) {
      const bytes = intAt(toolBytes, m);
      if (bytes > REMOVED) saved += (bytes >> 2) - (REMOVED >> 2);
    }
    const size = this.size(step) - saved;
    if (size > this.threshold) {
      this.#insufficient(step, size);
      return;
    }
    if (saved === 0) {
      this.note(step, 'no-op', NOTHING);
      return;
    }
    this.compact(step, { covered: 0, ...GONE }, 0);
    this.#pruner.carry(this.view, 0);
    this.#pruner.prune(step, this.view, 0, end);
    this.changed();
    this.note(step, 'prune', emptiedWords(this.#pruner.cut, saved));
  }

  #insufficient(step: number, size: number): void {
    const held = `${formatInteger(size)} tokens by its own count, above the threshold of ${formatInteger(this.threshold)}`;
    this.note(step, 'exit', `Compacted it would hold ${held}. ${ENDS}`);
  }
}

/** Results of a call before them. */
const isAnswer = (callOf: Int32Array, entry: number): boolean =>
  intAt(callOf, entry) >= 0 && intAt(callOf, entry) < entry;

/** Entries up to the first message of the user, which every strategy leaves in the request. */
function inputEntries({ entries, entryCount }: PolicyInput['profile']): number {
  for (let entry = 0; entry < entryCount; entry++) {
    const said = (byteAt(entries.flags, entry) & entryFlag.user) !== 0;
    if (said && intAt(entries.responses, entry) === 0) return entry + 1;
  }
  return entryCount;
}

const lostWords = (count: number): string =>
  `${counted(count, 'entry is', 'entries are')} left out: no summary stands for them.`;

const emptiedWords = (count: number, saved: number): string =>
  `${counted(count, 'tool result is', 'tool results are')} emptied, ${formatInteger(saved)} tokens by its count.`;
