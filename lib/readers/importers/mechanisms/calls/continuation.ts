import { intAt } from '@/lib/engine/base/read';
import type { EntryRef } from '@/lib/engine/session/draft';
import { sizeOf, type MessageTable } from './kept-call';

/** A message of a request: its ref, and its position in the log; −1 for (part of) a summary. */
export interface ViewItem {
  readonly ref: EntryRef;
  readonly log: number;
}

/** Messages of a request and of the response to it. */
export interface RefList {
  readonly length: number;
  at(place: number): EntryRef;
}

/** Relation of a request to the one before it. */
export type Continuation =
  /** It repeats the whole view, followed by new messages. */
  | { readonly kind: 'extends' }
  /** It repeats the view with results blanked; `blanked` are positions in the view. */
  | { readonly kind: 'elides'; readonly blanked: readonly number[] }
  /**
   * It repeats a head (`head` messages) and a tail (from `tail` on) of the view around `summary`
   * messages that are not in the log.
   */
  | {
      readonly kind: 'summarises';
      readonly head: number;
      readonly summary: number;
      readonly tail: number;
    }
  /** It begins like the view and then diverges. */
  | { readonly kind: 'diverges'; readonly common: number }
  | { readonly kind: 'unrelated' };

/** A view this short is more likely a side call's than one that was summarised. */
const SHORT_VIEW = 4;

/** Number of messages that a request and a view share from the beginning. */
function commonPrefix(view: readonly ViewItem[], refs: Int32Array): number {
  let common = 0;
  while (common < view.length && common < refs.length && view[common]?.ref === refs[common])
    common++;
  return common;
}

/** What is known of a request besides its messages. */
interface Circumstances {
  /** The log names it and the view as one conversation. */
  readonly named: boolean;
  /** Its prompt tokens do not rule out that something was left out. */
  readonly shrank: boolean;
  /** The log records a compaction for it: what it does not repeat was replaced. */
  readonly recorded?: boolean;
}

/**
 * The relation of a request to a view.
 * @param answered the view and the response to it: if a request does not simply continue, heads and
 * tails are positions in it.
 */
export function continuationOf(
  view: readonly ViewItem[],
  answered: RefList,
  refs: Int32Array,
  table: MessageTable,
  { named, shrank, recorded = false }: Circumstances,
): Continuation {
  const common = commonPrefix(view, refs);
  if (common === view.length) return { kind: 'extends' };
  const blanked = blankedIn(view, refs, table);
  if (blanked !== null) return { kind: 'elides', blanked };
  const kept = keptTail(answered, refs, common);
  if (kept !== null && (common > 0 || named || answered.length - kept.tail > 1)) {
    return { kind: 'summarises', head: common, ...kept };
  }
  const replaced = recorded && refs.length > common;
  if (replaced || (named && shrank && isWholeSummary(answered, refs, table, common))) {
    const summary = refs.length - common;
    return { kind: 'summarises', head: common, summary, tail: answered.length };
  }
  return common > 0 ? { kind: 'diverges', common } : { kind: 'unrelated' };
}

/** Positions at which only tool results became smaller; null if anything else differs. */
function blankedIn(
  view: readonly ViewItem[],
  refs: Int32Array,
  table: MessageTable,
): readonly number[] | null {
  if (refs.length < view.length) return null;
  const blanked: number[] = [];
  for (const [i, item] of view.entries()) {
    const ref = intAt(refs, i);
    if (ref === item.ref) continue;
    const before = table.message(item.ref);
    const after = table.message(ref);
    const same = before.answers !== null && before.answers.join() === after.answers?.join();
    if (!same || after.size >= before.size || item.log < 0) return null;
    blanked.push(i);
  }
  return blanked;
}

/** The longest end of the view that is in the request, and the messages before it there. */
function keptTail(view: RefList, refs: Int32Array, common: number) {
  const places = new Map<EntryRef, number[]>();
  // An end that is longer than the request is not in it.
  const first = Math.max(common + 1, view.length - refs.length + common);
  for (let i = view.length - 1; i >= first; i--) {
    const ref = view.at(i);
    const known = places.get(ref);
    if (known) known.push(i);
    else places.set(ref, [i]);
  }
  for (let from = common; from < refs.length; from++) {
    for (const tail of places.get(intAt(refs, from))?.toReversed() ?? []) {
      if (endMatches(view, tail, refs, from)) return { summary: from - common, tail };
    }
  }
  return null;
}

function endMatches(view: RefList, tail: number, refs: Int32Array, from: number): boolean {
  if (from + view.length - tail > refs.length) return false;
  for (let i = tail; i < view.length; i++) {
    if (view.at(i) !== refs[from + i - tail]) return false;
  }
  return true;
}

/**
 * True for a much smaller request of the same agent without anything of the view but, at most, its
 * first messages: a summary replaced all of it. After a rewind a message of the same role is there
 * instead.
 */
function isWholeSummary(
  view: RefList,
  refs: Int32Array,
  table: MessageTable,
  common: number,
): boolean {
  if (view.length < SHORT_VIEW || refs.length >= view.length || refs.length === common)
    return false;
  let before = 0;
  for (let i = 0; i < view.length; i++) before += table.message(view.at(i)).size;
  if (sizeOf(refs, table) * 2 > before) return false;
  if (common === 0) return true;
  const replaced = table.message(view.at(common)).role;
  return table.message(intAt(refs, common)).role !== replaced;
}
