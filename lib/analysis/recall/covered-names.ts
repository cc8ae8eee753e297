import { byteAt, intAt, numberAt } from '@/lib/engine/base/read';
import { nameKinds, type NameKind } from '@/lib/engine/tokens/references/name-kinds';
import { said } from './name-holders';
import type { RecallInput } from './recall-input';

/** A compaction as what it takes out of the context. */
export interface CoveredEntries {
  readonly step: number;
  /** Entries of the log when it came: what names them again stands at or behind this one. */
  readonly boundary: number;
  readonly entries: readonly number[];
}

/** A name that a compaction covers and the agent says again. Its text is foreign. */
export interface CoveredName {
  readonly name: string;
  readonly kind: NameKind;
  /** The newest covered entry that holds it. */
  readonly entry: number;
  /** The step whose response says it again first. */
  readonly neededAt: number;
  /** Said as an argument of a call: the agent asks for it again. */
  readonly asked: boolean;
  /** In the summary's text; null where there is none. */
  readonly kept: boolean | null;
}

/** The covered entries of a compaction that happened at a step of the replay. */
export function coveredAt(
  { leaving }: Pick<RecallInput, 'leaving'>,
  step: number,
  boundary: number,
): CoveredEntries {
  const entries = (leaving.get(step) ?? []).filter((entry) => entry < boundary);
  return { step, boundary, entries };
}

/** The names that stand in some entries, ascending. */
function namesIn({ lines }: RecallInput['index'], entries: readonly number[]): Int32Array {
  const names = new Set<number>();
  for (const entry of entries) {
    const end = intAt(lines.nameFirst, intAt(lines.first, entry + 1));
    for (let k = intAt(lines.nameFirst, intAt(lines.first, entry)); k < end; k++) {
      names.add(intAt(lines.names, k));
    }
  }
  return Int32Array.from(names).sort();
}

/**
 * The names that a compaction covers everywhere they stand, and that the model says before anything puts
 * them back; by number of the name, with the next holder's place in `holders`.
 */
export function neededNames(
  { holders, skip, index, context }: RecallInput,
  { step, boundary, entries }: CoveredEntries,
): ReadonlyMap<number, number> {
  const covered = new Set(entries);
  const needed = new Map<number, number>();
  for (const name of namesIn(index, entries)) {
    if (byteAt(skip, name) === 1) continue;
    let taken = false;
    let kept = false;
    for (let i = intAt(holders.first, name); i < intAt(holders.first, name + 1); i++) {
      const entry = intAt(holders.entries, i);
      if (entry >= boundary) {
        if (taken && !kept && byteAt(holders.said, i) !== 0) needed.set(name, i);
        break;
      }
      if (covered.has(entry)) taken = true;
      else if (intAt(context.leaves, entry) > step) kept = true;
    }
  }
  return needed;
}

/** The needed names as rows, those that are needed first first. */
export function namedRows(
  { holders, index, context }: RecallInput,
  { entries }: CoveredEntries,
  needed: ReadonlyMap<number, number>,
  held: Int32Array | null,
): readonly CoveredName[] {
  const covered = new Set(entries);
  const inSummary = held === null ? null : new Set(held);
  const rows = [...needed].map(([name, next]): CoveredName => {
    let entry = -1;
    for (let i = intAt(holders.first, name); i < next; i++) {
      if (covered.has(intAt(holders.entries, i))) entry = intAt(holders.entries, i);
    }
    return {
      name: index.names[name] ?? '',
      kind: nameKinds[byteAt(index.kinds, name)] ?? 'identifier',
      entry,
      neededAt: intAt(context.enters, intAt(holders.entries, next)) - 1,
      asked: (byteAt(holders.said, next) & said.call) !== 0,
      kept: inSummary === null ? null : inSummary.has(name),
    };
  });
  return rows.sort((a, b) => a.neededAt - b.neededAt || a.entry - b.entry);
}

/** Covered tokens that are needed again, and the entries that they stand in, the largest first. */
export interface NeededTokens {
  /** All covered tokens. */
  readonly covered: number;
  readonly low: number;
  readonly high: number;
  readonly entries: readonly NeededEntry[];
}

/** A covered entry that is needed again. */
export interface NeededEntry {
  readonly entry: number;
  readonly low: number;
  readonly high: number;
  /** The step that needs it first. */
  readonly neededAt: number;
  /** The needed names that it holds, in its order. Foreign text. */
  readonly names: readonly string[];
}

/** Adds up the tokens of the covered entries that hold a needed name, by line and as a whole. */
export function neededTokens(
  { index, tokens, context, holders }: RecallInput,
  { entries }: CoveredEntries,
  needed: ReadonlyMap<number, number>,
): NeededTokens {
  const { lines, units } = index;
  const found: NeededEntry[] = [];
  let [all, low, high] = [0, 0, 0];
  for (const entry of entries) {
    const size = intAt(tokens, entry);
    all += size;
    let own = 0;
    let first = Infinity;
    const held = new Set<number>();
    for (let line = intAt(lines.first, entry); line < intAt(lines.first, entry + 1); line++) {
      let at = Infinity;
      for (let k = intAt(lines.nameFirst, line); k < intAt(lines.nameFirst, line + 1); k++) {
        const next = needed.get(intAt(lines.names, k));
        if (next === undefined) continue;
        held.add(intAt(lines.names, k));
        at = Math.min(at, intAt(context.enters, intAt(holders.entries, next)) - 1);
      }
      if (at === Infinity) continue;
      own += intAt(lines.units, line);
      first = Math.min(first, at);
    }
    if (first === Infinity) continue;
    const part = Math.min(size, (size * own) / Math.max(1, numberAt(units, entry)));
    low += part;
    high += size;
    const names = Array.from(held, (name) => index.names[name] ?? '');
    found.push({ entry, low: Math.round(part), high: size, neededAt: first, names });
  }
  found.sort((a, b) => b.high - a.high || a.entry - b.entry);
  return { covered: all, low: Math.round(low), high, entries: found };
}
