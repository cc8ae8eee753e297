import { byteAt } from '@/lib/engine/base/read';
import { firstAtLeast } from '@/lib/engine/base/search';
import { sortedBy } from '@/lib/engine/base/sorted-by';
import { entryFlag } from '@/lib/engine/tokens/entry-table';
import type { Profile } from '@/lib/engine/tokens/profile';
import type { RequestLine } from './request-lines';

/** Orders of a request's lines. */
export const requestViews = ['turn', 'tokens', 'order'] as const;
export type RequestView = (typeof requestViews)[number];

/** A row of the list: a line of the request, the head of a turn, or the lines left out of it. */
export type RequestRow =
  | { readonly kind: 'line'; readonly key: string; readonly line: RequestLine }
  | TurnRow
  | {
      readonly kind: 'more';
      readonly key: string;
      readonly turn: number;
      readonly lines: number;
      readonly tokens: number;
      /** Tokens of the largest of them. */
      readonly most: number;
    };

/** The head of a turn's entries. */
export interface TurnRow {
  readonly kind: 'turn';
  readonly key: string;
  /** From 1; 0 for what stands before the first turn, −1 for what is in no entry. */
  readonly turn: number;
  /** The entry that begins it; −1 where none does. */
  readonly first: number;
  readonly lines: number;
  readonly tokens: number;
  readonly news: number;
  readonly open: boolean;
}

/** The choices of a reader. */
export interface RequestChoice {
  readonly view: RequestView;
  readonly newestFirst: boolean;
  /** Turns that are closed although the view opens them, or open although it does not. */
  readonly toggled: ReadonlySet<number>;
  /** Turns with all their lines. */
  readonly whole: ReadonlySet<number>;
  /** Keeps the lines of a part; null: all. */
  readonly part: string | null;
  /** Keeps entries that a search found; null: no search. */
  readonly found: ReadonlySet<number> | null;
  /** Keeps what the compared request has not. */
  readonly onlyNew: boolean;
}

/** Lines of a turn that are shown before the rest is asked for, and the least rest worth a row. */
const SHOWN = 8;
const LEAST_REST = 4;

/** Arranges a request's lines for reading. */
export function requestRows(
  profile: Profile,
  lines: readonly RequestLine[],
  choice: RequestChoice,
): readonly RequestRow[] {
  const kept = lines.filter((line) => isKept(line, choice));
  switch (choice.view) {
    case 'tokens':
      return sortedBy(kept, ({ tokens }) => tokens, { descending: true }).map(rowOf);
    case 'order':
      return (choice.newestFirst ? kept.toReversed() : kept).map(rowOf);
    case 'turn':
      return turnsOf(profile, kept, choice).flatMap((turn) => turnRows(turn, choice));
  }
}

const rowOf = (line: RequestLine): RequestRow => ({ kind: 'line', key: line.key, line });

/** True where a reader asked for a share of the request. */
const isFiltered = ({ part, found, onlyNew }: RequestChoice): boolean =>
  part !== null || found !== null || onlyNew;

function isKept(line: RequestLine, { part, found, onlyNew }: RequestChoice): boolean {
  if (part !== null && line.part !== part) return false;
  if (onlyNew && !line.isNew) return false;
  return found === null || (line.kind === 'entry' && found.has(line.entry));
}

/** The lines of one turn. */
interface Turn {
  readonly turn: number;
  readonly first: number;
  readonly lines: readonly RequestLine[];
  /** No later turn is in the list. */
  readonly isNewest: boolean;
}

/** What is in no entry first, then the turns, the newest first if asked for. */
function turnsOf(
  profile: Profile,
  all: readonly RequestLine[],
  { newestFirst }: RequestChoice,
): readonly Turn[] {
  const starts = turnStarts(profile);
  const turns = new Map<number, RequestLine[]>();
  for (const line of all) {
    const turn = line.kind === 'entry' ? firstAtLeast(starts, line.entry + 1) : -1;
    const own = turns.get(turn);
    if (own === undefined) turns.set(turn, [line]);
    else own.push(line);
  }
  const last = Math.max(...turns.keys());
  const found = [...turns].map(([turn, lines]): Turn => {
    return { turn, first: starts[turn - 1] ?? -1, lines, isNewest: turn === last };
  });
  const beside = found.filter(({ turn }) => turn < 0);
  const ordered = found.filter(({ turn }) => turn >= 0).sort((a, b) => a.turn - b.turn);
  return [...beside, ...(newestFirst ? ordered.reverse() : ordered)];
}

/** Entries that begin a turn, ascending. */
function turnStarts({ entries, entryCount }: Profile): readonly number[] {
  const starts: number[] = [];
  for (let entry = 0; entry < entryCount; entry++) {
    if ((byteAt(entries.flags, entry) & entryFlag.turnStart) !== 0) starts.push(entry);
  }
  return starts;
}

function turnRows(
  { turn, first, lines, isNewest }: Turn,
  choice: RequestChoice,
): readonly RequestRow[] {
  const opens = isFiltered(choice) || turn < 0 || isNewest || lines.some(({ isNew }) => isNew);
  const open = opens !== choice.toggled.has(turn);
  const head: TurnRow = {
    kind: 'turn',
    key: `turn-${turn}`,
    turn,
    first,
    lines: lines.length,
    tokens: sum(lines),
    news: lines.filter(({ isNew }) => isNew).length,
    open,
  };
  if (!open) return [head];
  // What is in no entry stays in its own order: it reads as a sum.
  const sorted = turn < 0 ? lines : sortedBy(lines, ({ tokens }) => tokens, { descending: true });
  if (turn < 0 || isFiltered(choice) || choice.whole.has(turn)) {
    return [head, ...sorted.map(rowOf)];
  }
  const isShown = (line: RequestLine, i: number): boolean =>
    i < SHOWN || line.isNew || (line.kind === 'entry' && line.entry === first);
  const shown = sorted.filter(isShown);
  const rest = sorted.filter((line, i) => !isShown(line, i));
  if (rest.length < LEAST_REST) return [head, ...sorted.map(rowOf)];
  const more: RequestRow = {
    kind: 'more',
    key: `more-${turn}`,
    turn,
    lines: rest.length,
    tokens: sum(rest),
    most: rest[0]?.tokens ?? 0,
  };
  return [head, ...shown.map(rowOf), more];
}

const sum = (lines: readonly RequestLine[]): number =>
  lines.reduce((all, { tokens }) => all + tokens, 0);
