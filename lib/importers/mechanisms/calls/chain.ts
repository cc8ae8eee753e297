import type { SessionBuilder } from '@/lib/session/builder';
import type { EntryRef } from '@/lib/session/draft';
import type { Part } from '@/lib/session/schema';
import type { Continuation, ViewItem } from './continuation';
import type { KeptCall } from './kept-call';
import { rangesOf } from '../item-index';

/** Returns the parts of a stored message, for the summary of a compaction. */
type PartsOf = (ref: EntryRef) => readonly Part[];

/** One session under construction: its log, and the newest request's share of it. */
export class Chain {
  readonly builder: SessionBuilder;
  readonly first: KeptCall;
  newest: KeptCall;
  /** The newest request. */
  view: ViewItem[] = [];
  /** The response to it; the next request usually repeats it, reworded. */
  #pending: Int32Array = new Int32Array(0);

  /** The session whose beginning this one repeats before it diverges. */
  readonly branchOf: Chain | null;

  constructor(builder: SessionBuilder, first: KeptCall, branchOf: Chain | null) {
    this.builder = builder;
    this.first = first;
    this.newest = first;
    this.branchOf = branchOf;
  }

  /** The newest request with its response, at the positions it would have in the log. */
  get answered(): readonly ViewItem[] {
    const log = this.builder.entryCount;
    return [...this.view, ...[...this.#pending].map((ref, i) => ({ ref, log: log + i }))];
  }

  /** Takes the next call; `how` is its relation to the newest request. */
  take(call: KeptCall, refs: Int32Array, how: Continuation, partsOf: PartsOf): void {
    if (how.kind === 'elides') this.#elide(how.blanked, refs, call);
    if (how.kind === 'summarises') this.#summarise(how, refs, call, partsOf);
    for (const ref of refs.subarray(this.view.length)) this.#append(ref);
    this.#pending = call.output;
    this.newest = call;
    this.builder.step(call.step);
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
    inferred(this.builder, call);
  }

  #summarise(
    { head, summary, tail }: Continuation & { readonly kind: 'summarises' },
    refs: Int32Array,
    call: KeptCall,
    partsOf: PartsOf,
  ): void {
    this.finish();
    const summaryRefs = [...refs.subarray(head, head + summary)];
    const kept = [...this.view.slice(0, head), ...this.view.slice(tail)];
    this.builder.compaction({
      kind: 'summary',
      summary: summaryRefs.flatMap((ref) => partsOf(ref)),
      kept: rangesOf(kept.map(({ log }) => log).filter((log) => log >= 0)),
      time: call.timeText,
      ...native(call),
    });
    const inserted = summaryRefs.map((ref) => ({ ref, log: -1 }));
    this.view = [...this.view.slice(0, head), ...inserted, ...this.view.slice(tail)];
    inferred(this.builder, call);
  }
}

/** Facts of a compaction that the log itself records. */
const native = ({ compaction }: KeptCall) =>
  compaction === null ? {} : { ...compaction, trigger: 'auto' as const };

function inferred(builder: SessionBuilder, { at, compaction }: KeptCall): void {
  if (compaction !== null) return;
  builder.notice(
    'compaction-inferred',
    'The log records no compactions; one was inferred, since a request omits or blanks entries of the one before.',
    at,
  );
}
