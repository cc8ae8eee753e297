import type { SessionBuilder } from '@/lib/engine/session/builder';
import type { EntryRef } from '@/lib/engine/session/draft';
import type { RecordedCompaction } from '@/lib/engine/session/schema';
import { intAt } from '@/lib/engine/base/read';
import type { Continuation, RefList, ViewItem } from './continuation';
import { type KeptCall, sizeOf, type MessageTable } from './kept-call';
import { rangesOf } from '../item-index';

/** Relation of a delta to the request before it: its messages from `from` on come on top. */
export interface Addition {
  readonly kind: 'adds';
  readonly from: number;
}

/** One session under construction: its log, and the newest request's share of it. */
export class Chain {
  newest: KeptCall;
  /** The newest request. */
  view: ViewItem[] = [];
  /** Prompt tokens of the newest call that has them. */
  real: number | null = null;
  /** Prompt tokens of the first such call that its messages do not explain, by four characters each. */
  hidden: number | null = null;
  /** The response to the newest request; the next one usually repeats it, reworded. */
  #pending: Int32Array = new Int32Array(0);

  constructor(
    readonly builder: SessionBuilder,
    readonly first: KeptCall /** The session whose beginning this one repeats before it diverges. */,
    public readonly branchOf: Chain | null,
  ) {
    this.newest = first;
  }

  /** The newest request with the response to it. */
  get answered(): RefList {
    const length = this.view.length + this.#pending.length;
    return { length, at: (place) => this.#known(place) };
  }

  /** Takes the next call; `how` is its relation to the newest request. */
  take(call: KeptCall, how: Continuation | Addition, table: MessageTable): void {
    const { refs } = call;
    if (how.kind === 'elides') this.#elide(how.blanked, refs, call);
    if (how.kind === 'summarises') this.#summarise(how, refs, call, table);
    if (how.kind === 'extends') this.#keepCalls(refs, table);
    const before = how.kind === 'adds' ? this.#answer(how, refs, table) : this.view.length;
    for (const ref of refs.subarray(before)) this.#append(ref);
    this.#pending = call.output;
    this.newest = call;
    this.#measure(call, table);
    for (const failed of call.failedCompactions) this.builder.compactionFailed(failed);
    this.builder.step(call.step);
  }

  #measure({ step, refs }: KeptCall, table: MessageTable): void {
    if (step.real === null || step.real === undefined) return;
    this.real = step.real;
    this.hidden ??= Math.max(0, step.real - textTokens(refs, table));
  }

  /**
   * Number of messages at the beginning of a delta that are the end of the newest request and the
   * response to it.
   */
  shared(refs: Int32Array): number {
    const { length: known } = this.answered;
    for (let shared = Math.min(known, refs.length); shared > 0; shared--) {
      const repeats = refs.subarray(0, shared).every((ref, i) => {
        return ref === this.#known(known - shared + i);
      });
      if (repeats) return shared;
    }
    return 0;
  }

  /** Appends the response before a delta, unless the delta repeats it in other words. */
  #answer({ from }: Addition, refs: Int32Array, table: MessageTable): number {
    const [first] = refs;
    const reworded = from === 0 && first !== undefined && table.message(first).role === 'model';
    if (reworded) this.#pending = new Int32Array(0);
    this.finish();
    return from;
  }

  /**
   * Appends calls of the response to the log where the next request answers them and leaves them out
   * (OpenInference of agno's agents has no message with calls and no text); no request holds them.
   */
  #keepCalls(refs: Int32Array, table: MessageTable): void {
    const next = refs[this.view.length];
    if (next === undefined || table.message(next).answers === null) return;
    for (const ref of this.#pending) {
      if (table.message(ref).calls !== null) this.builder.appendRef(ref);
    }
  }

  /** Ref of a message of the newest request or of the response to it. */
  #known(place: number): EntryRef {
    const { length } = this.view;
    return place < length
      ? (this.view[place] as ViewItem).ref
      : intAt(this.#pending, place - length);
  }

  /** Appends the response to the log, since no request repeats it. */
  finish(): void {
    for (const ref of this.#pending) this.#append(ref);
    this.#pending = new Int32Array(0);
  }

  #append(ref: EntryRef): void {
    this.view.push({ ref, log: this.builder.appendRef(ref) });
  }

  #elide(blanked: readonly number[], refs: Int32Array, call: KeptCall): void {
    const elided = blanked.map((place) => this.view[place]?.log ?? -1).sort((a, b) => a - b);
    this.builder.compaction({ kind: 'elision', elided, time: call.timeText, ...native(call) });
    for (const place of blanked) {
      const item = this.view[place] as ViewItem;
      this.view[place] = { ref: refs[place] as number, log: item.log };
    }
    inferred(this.builder, call, OMITTED);
  }

  #summarise(
    { head, summary, tail }: Continuation & { readonly kind: 'summarises' },
    refs: Int32Array,
    call: KeptCall,
    { partsOf }: MessageTable,
  ): void {
    this.finish();
    const summaryRefs = [...refs.subarray(head, head + summary)];
    const said = summaryRefs.flatMap((ref) => partsOf(ref));
    const kept = [...this.view.slice(0, head), ...this.view.slice(tail)];
    this.builder.compaction({
      kind: 'summary',
      summary: said.length > 0 ? said : (call.compaction?.summary ?? []),
      kept: rangesOf(kept.map(({ log }) => log).filter((log) => log >= 0)),
      time: call.timeText,
      ...native(call),
    });
    const inserted = summaryRefs.map((ref) => ({ ref, log: -1 }));
    this.view = [...this.view.slice(0, head), ...inserted, ...this.view.slice(tail)];
    inferred(this.builder, call, summary + kept.length > 0 ? OMITTED : FELL);
  }
}

/** Facts of a compaction that the log itself records. */
function native({ compaction }: KeptCall): Partial<RecordedCompaction> {
  if (compaction === null) return {};
  const { preTokens, postTokens, trigger } = compaction;
  return { preTokens, postTokens, trigger: trigger ?? 'auto' };
}

/** Signs of a compaction that the log does not record. */
const OMITTED = 'a request omits or blanks entries of the one before';
const FELL = 'the prompt tokens fell by more than half; no message shows what replaced the entries';

function inferred(
  builder: SessionBuilder,
  { at, compaction, step }: KeptCall,
  sign: typeof OMITTED | typeof FELL,
): void {
  if (compaction !== null) return;
  const unconfirmed =
    typeof step.real === 'number' ? '' : ' The log has no token counts that could confirm it.';
  const message = `The log records no compactions; one was inferred, since ${sign}.${unconfirmed}`;
  builder.notice('compaction-inferred', message, at);
}

/** Approximate tokens of messages, by four characters each. */
export const textTokens = (refs: Int32Array, table: MessageTable): number =>
  Math.ceil(sizeOf(refs, table) / 4);
