import type { Entry, Session } from '@/lib/engine/session/schema';
import type { Rows } from './smaller-session';

/** One thing that stays or goes whole. */
export interface Unit {
  /** `entries`: an entry with those that hold the responses to its calls, so that no pair is parted. */
  readonly kind: keyof Rows;
  readonly at: readonly number[];
}

/**
 * Every unit of a session but the step that has to stay, what is most likely needed first: large entries before
 * small ones, which a sum of sizes misses least; then steps, the nearest to `step` first.
 */
export function unitsOf(session: Session, step: number, isPinned: boolean): readonly Unit[] {
  const { steps, entries, compactions, failedCompactions = [], notices } = session;
  const groups = pairedEntries(entries).map((at) => ({ at, bytes: bytesOf(entries, at) }));
  const near = [...steps.keys()].filter((at) => !(isPinned && at === step));
  return [
    ...groups.sort((a, b) => b.bytes - a.bytes).map(({ at }): Unit => ({ kind: 'entries', at })),
    ...single('compactions', compactions.keys()),
    ...single('failed', failedCompactions.keys()),
    ...single('notices', notices.keys()),
    ...single(
      'steps',
      near.sort((a, b) => Math.abs(a - step) - Math.abs(b - step)),
    ),
  ];
}

const single = (kind: keyof Rows, places: Iterable<number>): readonly Unit[] =>
  [...places].map((place) => ({ kind, at: [place] }));

const bytesOf = (entries: readonly Entry[], at: readonly number[]): number =>
  at
    .flatMap((entry) => entries[entry]?.parts ?? [])
    .flatMap((part) => (part.kind === 'sized' ? part.sizes : []))
    .reduce((sum, size) => sum + size, 0);

/** The rows of some units and of the step that has to stay. */
export function rowsOf(units: readonly Unit[], pinned: number | null): Rows {
  const of = (kind: keyof Rows): readonly number[] =>
    units
      .flatMap((unit) => (unit.kind === kind ? unit.at : []))
      .concat(kind === 'steps' && pinned !== null ? [pinned] : [])
      .sort((a, b) => a - b);
  return {
    steps: of('steps'),
    entries: of('entries'),
    compactions: of('compactions'),
    failed: of('failed'),
    notices: of('notices'),
  };
}

/** The units that stand between two steps, both included: what a request of theirs was the first to hold. */
export function unitsBetween(
  { steps, compactions, failedCompactions = [] }: Session,
  units: readonly Unit[],
  { from, to }: { readonly from: number; readonly to: number },
): readonly Unit[] {
  const first = from === 0 ? 0 : (steps[from - 1]?.entries ?? 0);
  const end = steps[to]?.entries ?? 0;
  const within = (step = -1): boolean => step >= from && step <= to;
  return units.filter(({ kind, at }) => {
    const [place = -1] = at;
    switch (kind) {
      case 'steps':
        return within(place);
      case 'entries':
        return at.every((entry) => entry >= first && entry < end);
      case 'compactions':
        return within(compactions[place]?.step);
      case 'failed':
        return within(failedCompactions[place]?.step);
      case 'notices':
        return true;
    }
  });
}

/** Entries in groups: one with calls, and those that answer them. A response without a name answers the last call. */
function pairedEntries(entries: readonly Entry[]): readonly (readonly number[])[] {
  const groups: number[][] = entries.map((_, entry) => [entry]);
  const called = new Map<string | null, number>();
  for (const [entry, { parts }] of entries.entries()) {
    for (const part of parts) {
      const call = isA('response', part) ? called.get(idOf(part)) : undefined;
      if (call !== undefined) join(groups, call, entry);
    }
    for (const part of parts) if (isA('call', part)) called.set(idOf(part), entry);
  }
  return [...new Set(groups)];
}

/** The group of the earlier entry takes over that of the later one. */
function join(groups: number[][], earlier: number, later: number): void {
  const [into, from] = [groups[earlier], groups[later]];
  if (into === undefined || from === undefined || into === from) return;
  into.push(...from);
  into.sort((a, b) => a - b);
  for (const entry of from) groups[entry] = into;
}

type AnyPart = Entry['parts'][number];

const isA = (kind: 'call' | 'response', part: AnyPart): boolean =>
  (part.kind === 'sized' ? part.of : part.kind) === kind;

const idOf = (part: AnyPart): string | null => ('id' in part ? (part.id ?? null) : null);
