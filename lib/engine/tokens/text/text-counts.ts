import { GrowableInts } from '@/lib/engine/base/growable';
import { intAt } from '@/lib/engine/base/read';
import type { SessionDraft } from '@/lib/engine/session/draft';
import type {
  Entry,
  Part,
  RecordedCompaction,
  Session,
  SessionHead,
} from '@/lib/engine/session/schema';
import type { Profile } from '../profile';
import {
  countPartText,
  countPrefixText,
  type TextEstimator,
  type TextEstimatorId,
} from './text-estimators';

/** One session's counts by one estimator. Tokens throughout. */
export interface TextCounts {
  readonly estimator: TextEstimatorId;
  /** System prompt and tool definitions, as far as known. */
  readonly prefix: number;
  /** Per entry of the log: tokens without thoughts, and of thoughts. */
  readonly entries: Int32Array;
  readonly thoughts: Int32Array;
  /** Tokens of the summary, per recorded compaction. */
  readonly summaries: Int32Array;
}

/** The counted texts of a session outside its entries. */
export type CountedHead = Pick<SessionHead, 'prefix'> & {
  readonly compactions: readonly Pick<RecordedCompaction, 'summary'>[];
};

/** Counts entries as they arrive and drops their texts. One row per entry, in that order. */
export class TextCounter {
  readonly estimator: TextEstimator;
  readonly #entries = new GrowableInts();
  readonly #thoughts = new GrowableInts();
  #lost = 0;

  constructor(estimator: TextEstimator) {
    this.estimator = estimator;
  }

  get length(): number {
    return this.#entries.length;
  }

  /** Parts with sizes instead of text, which cannot be counted (numbers-only sessions). */
  get lost(): number {
    return this.#lost;
  }

  push({ parts }: Entry): void {
    let rest = 0;
    let thoughts = 0;
    for (const part of parts) {
      const tokens = this.#part(part);
      if (part.kind === 'thought') thoughts += tokens;
      else rest += tokens;
    }
    this.#entries.push(rest);
    this.#thoughts.push(thoughts);
  }

  /** The session whose entries are the rows `refs`; null if it holds no text. */
  counts(head: CountedHead, refs: ArrayLike<number>): TextCounts | null {
    const prefix = countPrefixText(this.estimator, head.prefix);
    const summaries = head.compactions.map(({ summary }) =>
      summary.reduce((tokens, part) => tokens + this.#part(part), 0),
    );
    if (prefix === null || this.#lost > 0) return null;
    return {
      estimator: this.estimator.id,
      prefix,
      entries: this.#entries.pick(refs),
      thoughts: this.#thoughts.pick(refs),
      summaries: Int32Array.from(summaries),
    };
  }

  #part(part: Part): number {
    const tokens = countPartText(this.estimator, part);
    if (tokens === null) this.#lost++;
    return tokens ?? 0;
  }
}

/** Counts a session held in memory; null if it holds no text. */
export function countSession(estimator: TextEstimator, session: Session): TextCounts | null {
  const counter = new TextCounter(estimator);
  for (const entry of session.entries) counter.push(entry);
  return counter.counts(session, [...session.entries.keys()]);
}

/** The session of a draft whose entries were pushed while they were stored. */
export const countDraft = (counter: TextCounter, draft: SessionDraft): TextCounts | null =>
  counter.counts(draft.head, draft.entries);

/** The reference's counts, read from a profile without any text; inline data by its bytes. */
export function profileCounts({ head, entries, entryCount }: Profile): TextCounts {
  const { thought, text, call, response, inline, other } = entries.kinds;
  const rest = Int32Array.from(
    { length: entryCount },
    (_, i) =>
      intAt(text, i) + intAt(call, i) + intAt(response, i) + intAt(inline, i) + intAt(other, i),
  );
  return {
    estimator: 'bytes4',
    prefix: (head.system ?? 0) + (head.tools ?? 0),
    entries: rest,
    thoughts: thought,
    summaries: Int32Array.from(head.compactions, ({ summaryTokens }) => summaryTokens),
  };
}
