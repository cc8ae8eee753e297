import { recordedViews } from '@/lib/engine/replay/recorded-view';
import type { Replay } from '@/lib/engine/replay/replay';
import { firstAtOrAfter } from './policy-events';

/** Fate of neighbouring entries: sent, inside the summary, or neither. */
export interface EntryRange {
  readonly fate: 'sent' | 'summarised' | 'lost';
  /** Half-open. */
  readonly from: number;
  readonly to: number;
}

/** A step's entries counted by fate; the counts add up to the entries of the log. */
export interface EntryCounts {
  readonly entries: number;
  /** Sent entries; `elided` of them are shortened or blanked. */
  readonly sent: number;
  readonly elided: number;
  readonly summarised: number;
  readonly lost: number;
}

type Ranges = readonly (readonly [number, number])[];

/** Ranges before `covered` that a step's request holds. */
function keptRanges(replay: Replay, step: number): Ranges {
  if (replay.policy.traits.recording) {
    return recordedViews(replay.session.profile).findLast((view) => view.step <= step)?.kept ?? [];
  }
  const { kept } = replay.notes;
  return kept[firstAtOrAfter(kept, step + 1) - 1]?.ranges ?? [];
}

/** Heuristic tokens that entries lost by elision up to a step, by entry. */
export function elidedTokens(replay: Replay, step: number): ReadonlyMap<number, number> {
  const lost = new Map<number, number>();
  const { estimator } = replay.form;
  if (replay.policy.traits.recording) {
    const view = recordedViews(replay.session.profile).findLast((one) => one.step <= step);
    for (const entry of view?.elided ?? []) {
      lost.set(entry, (estimator.sum[entry + 1] ?? 0) - (estimator.sum[entry] ?? 0));
    }
    return lost;
  }
  const { elisions } = replay.notes;
  const end = firstAtOrAfter(elisions, step + 1);
  for (let i = 0; i < end; i++) {
    const { entry = 0, tokens = 0 } = elisions[i] ?? {};
    lost.set(entry, (lost.get(entry) ?? 0) + tokens);
  }
  return lost;
}

/** Every entry of a step's log by what the request as sent holds of it, ascending, gapless. */
export function entryRanges(replay: Replay, step: number): readonly EntryRange[] {
  const { columns, session } = replay;
  const entries = session.profile.steps.entries[step] ?? 0;
  const covered = Math.min(entries, columns.covered[step] ?? 0);
  const summarised = Math.min(entries, columns.summarised[step] ?? 0);
  const out: EntryRange[] = [];
  const push = (fate: EntryRange['fate'], from: number, to: number): void => {
    if (to <= from) return;
    const last = out[out.length - 1];
    if (last?.fate === fate && last.to === from) out[out.length - 1] = { ...last, to };
    else out.push({ fate, from, to });
  };
  const leave = (from: number, to: number): void => {
    const border = Math.max(from, Math.min(to, summarised));
    push('summarised', from, border);
    push('lost', border, to);
  };
  let next = 0;
  for (const [from, to] of keptRanges(replay, step)) {
    const [begin, end] = [Math.max(next, from), Math.min(covered, to)];
    if (end <= begin) continue;
    leave(next, begin);
    push('sent', begin, end);
    next = end;
  }
  leave(next, covered);
  push('sent', covered, entries);
  return out;
}

/** Counts of a step's entries. */
export function entryCounts(replay: Replay, step: number): EntryCounts {
  const ranges = entryRanges(replay, step);
  const count = (fate: EntryRange['fate']): number =>
    ranges.reduce((all, range) => all + (range.fate === fate ? range.to - range.from : 0), 0);
  let elided = 0;
  for (const entry of elidedTokens(replay, step).keys()) {
    if (ranges.some(({ fate, from, to }) => fate === 'sent' && entry >= from && entry < to)) {
      elided++;
    }
  }
  return {
    entries: replay.session.profile.steps.entries[step] ?? 0,
    sent: count('sent'),
    elided,
    summarised: count('summarised'),
    lost: count('lost'),
  };
}

/** Entries of a step that are neither in the summary nor sent. */
export function lostAt(replay: Replay, step: number): number {
  const { columns, session } = replay;
  const entries = session.profile.steps.entries[step] ?? 0;
  const from = columns.summarised[step] ?? 0;
  const to = Math.min(entries, columns.covered[step] ?? 0);
  if (to <= from) return 0;
  let lost = to - from;
  for (const [a, b] of keptRanges(replay, step)) {
    lost -= Math.max(0, Math.min(b, to) - Math.max(a, from));
  }
  return lost;
}

/** Steps with lost entries, the most of them at one step, and where the first such step is. */
interface LostEntries {
  readonly steps: number;
  readonly most: number;
  /** −1 for none. */
  readonly first: number;
}

/** Adds up what a replay neither summarised nor sent. */
export function lostEntries(replay: Replay): LostEntries {
  const { covered, summarised } = replay.columns;
  let steps = 0;
  let most = 0;
  let first = -1;
  for (let i = 0; i < covered.length; i++) {
    if ((covered[i] as number) <= (summarised[i] as number)) continue;
    const lost = lostAt(replay, i);
    if (lost <= 0) continue;
    if (first < 0) first = i;
    steps++;
    most = Math.max(most, lost);
  }
  return { steps, most, first };
}
