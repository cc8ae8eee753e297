import { firstAtLeast } from '@/lib/engine/base/search';
import { recordedViews } from '@/lib/engine/replay/recorded-view';
import { isRecording, type Replay } from '@/lib/engine/replay/replay';
import {
  elidedTokens,
  entryCounts,
  entryRanges,
  type EntryCounts,
  type EntryRange,
} from './request-ranges';

/** One line of a request as sent; tokens are heuristic, by the policy's own count. */
export type RequestItem = { readonly key: string; readonly tokens: number } & (
  | { readonly kind: 'prefix' | 'continuation' | 'added' | 'other' }
  /** Entries that are not in the request: inside its summary, or lost. */
  | { readonly kind: 'summarised' | 'lost'; readonly from: number; readonly to: number }
  | { readonly kind: 'summary'; readonly bytes: number }
  | {
      readonly kind: 'entry';
      readonly entry: number;
      /** Tokens before it was shortened or blanked; null where it is whole. */
      readonly before: number | null;
      /** Stands before the split: it was put back. */
      readonly kept: boolean;
      /** Entered since the step before. */
      readonly isNew: boolean;
    }
);

/** A request's lines, made one by one when they are looked at. */
interface RequestLayout {
  readonly counts: EntryCounts;
  readonly lines: number;
  /** Throws for an index that is not below `lines`. */
  readonly lineAt: (index: number) => RequestItem;
}

/** Lines that stand together: one, or one per entry of a range. */
type Section =
  | { readonly item: RequestItem; readonly from: number; readonly size: 1 }
  | { readonly item: null; readonly from: number; readonly size: number };

/** A step's request in log order, with what it left out; its tokens add up to heuristic sent. */
export function requestLayout(replay: Replay, step: number): RequestLayout {
  const counter = new Counter(replay, step);
  const ranges = entryRanges(replay, step);
  const sections: Section[] = [];
  const line = (item: RequestItem): void => {
    sections.push({ item, from: 0, size: 1 });
  };
  const { prefix } = replay.form.estimator;
  if (prefix > 0) line({ kind: 'prefix', key: 'prefix', tokens: prefix });
  const summary = summaryItem(replay, step);
  let sent = prefix + (summary?.tokens ?? 0);
  let open = summary;
  for (const range of ranges) {
    if (open && range.fate !== 'summarised') {
      line(open);
      open = null;
    }
    if (range.fate === 'sent') {
      sections.push({ item: null, from: range.from, size: range.to - range.from });
      sent += counter.sent(range);
    } else line(leftOut(range, counter));
  }
  if (open) line(open);
  const added = replay.columns.addedTokens[step] ?? 0;
  const rest = (replay.columns.heuristicSent[step] ?? 0) - sent - added;
  if (rest !== 0) line({ kind: 'other', key: 'other', tokens: rest });
  const kind = addedName(replay) === 'continuation' ? 'continuation' : 'added';
  if (added > 0) line({ kind, key: kind, tokens: added });
  const starts = startsOf(sections);
  return {
    counts: entryCounts(replay, step),
    lines: sections.reduce((all, { size }) => all + size, 0),
    lineAt: (index) => {
      const at = sectionAt(starts, index);
      const section = sections[at];
      if (section === undefined) throw new Error(`A request has no line ${index}`);
      return section.item ?? counter.entry(section.from + index - (starts[at] ?? 0));
    },
  };
}

/** Name of the texts a policy adds: a continuation is in one request, other texts stay. */
export const addedName = ({ policy }: Pick<Replay, 'policy'>): string =>
  policy.adds ?? 'texts of its own';

/** Counts entries as the policy does, in one step's request. */
class Counter {
  readonly #replay: Replay;
  readonly #elided: ReadonlyMap<number, number>;
  readonly #covered: number;
  readonly #before: number;
  readonly #turn: number;

  constructor(replay: Replay, step: number) {
    const { entries, turnStart } = replay.session.profile.steps;
    this.#replay = replay;
    this.#elided = elidedTokens(replay, step);
    this.#covered = replay.columns.covered[step] ?? 0;
    this.#before = step > 0 ? (entries[step - 1] ?? 0) : 0;
    this.#turn = turnStart[step] ?? 0;
  }

  entry(entry: number): RequestItem {
    const whole = this.#whole(entry, entry + 1, entry < this.#covered);
    const lost = this.#elided.get(entry);
    return {
      kind: 'entry',
      key: `entry-${entry}`,
      entry,
      tokens: whole - (lost ?? 0),
      before: lost === undefined ? null : whole,
      kept: entry < this.#covered,
      isNew: entry >= this.#before,
    };
  }

  /** Tokens of a range that is sent. */
  sent({ from, to }: Pick<EntryRange, 'from' | 'to'>): number {
    const split = Math.min(to, Math.max(from, this.#covered));
    const kept = this.#whole(from, split, true) + this.#whole(split, to, false);
    return kept - this.#lost(from, to);
  }

  /** Tokens of a range, less what was elided of it. */
  tokens({ from, to }: Pick<EntryRange, 'from' | 'to'>): number {
    return this.#whole(from, to, false) - this.#lost(from, to);
  }

  #lost(from: number, to: number): number {
    let lost = 0;
    for (const [entry, tokens] of this.#elided) if (entry >= from && entry < to) lost += tokens;
    return lost;
  }

  /** Thoughts that are stripped from later requests count in the running turn only; an entry put back is without them. */
  #whole(from: number, to: number, kept: boolean): number {
    const { sum, thoughtSum } = this.#replay.form.estimator;
    const thoughtsFrom = kept ? to : Math.min(to, Math.max(from, this.#turn));
    const thoughts = (thoughtSum[to] ?? 0) - (thoughtSum[thoughtsFrom] ?? 0);
    return (sum[to] ?? 0) - (sum[from] ?? 0) + thoughts;
  }
}

function leftOut({ fate, from, to }: EntryRange, counter: Counter): RequestItem {
  const kind = fate === 'lost' ? 'lost' : 'summarised';
  return { kind, key: `${kind}-${from}`, from, to, tokens: counter.tokens({ from, to }) };
}

function summaryItem(replay: Replay, step: number): RequestItem | null {
  const { columns, form, session } = replay;
  if (columns.injected[step] !== 1) return null;
  const bytes = columns.summaryBytes[step] ?? 0;
  const view = isRecording(replay)
    ? recordedViews(session.profile).findLast((one) => one.step <= step)
    : undefined;
  const tokens = view?.summaryTokens ?? form.estimator.text(form.wrapperBytes + bytes);
  return { kind: 'summary', key: 'summary', bytes, tokens };
}

function startsOf(sections: readonly Section[]): readonly number[] {
  let next = 0;
  return sections.map(({ size }) => {
    const start = next;
    next += size;
    return start;
  });
}

/** The last section that begins at or before a line. */
const sectionAt = (starts: readonly number[], index: number): number =>
  firstAtLeast(starts, index + 1) - 1;
