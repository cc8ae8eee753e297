import { counted, formatInteger } from '@/lib/engine/base/format';
import { floatAt } from '@/lib/engine/base/read';
import type { Replay } from '@/lib/engine/replay/replay';
import { count, tokens, type Figure } from '../finding';
import type { CompactionFacts } from './compactions';
import type { Evidence, NameOf } from './evidence';
import { prefixAt } from '@/lib/analysis/explain/recording/prefix-size';

/** Entries named in a sentence. */
const NAMED = 3;

/** What filled the request again between two compactions, in real tokens. */
interface Refill {
  /** The largest entries that came in, the largest first. */
  readonly entries: readonly { readonly entry: number; readonly tokens: number }[];
  /** All entries that came in: their number, and their tokens. */
  readonly count: number;
  readonly tokens: number;
  /** What the first of the two left: the prefix, and summary, tail and what is put back. */
  readonly prefix: number;
  readonly left: number;
}

function refillBetween(replay: Replay, from: CompactionFacts, to: CompactionFacts): Refill {
  const { sizes } = replay.session.projection;
  const first = from.entries;
  const last = Math.max(first, to.entries);
  const all = Array.from({ length: last - first }, (_, i) => ({
    entry: first + i,
    tokens: Math.round(floatAt(sizes, first + i + 1) - floatAt(sizes, first + i)),
  }));
  const prefix = Math.round(prefixAt(replay.session, from.step));
  return {
    entries: all.toSorted((a, b) => b.tokens - a.tokens || a.entry - b.entry).slice(0, NAMED),
    count: all.length,
    tokens: Math.round(floatAt(sizes, last) - floatAt(sizes, first)),
    prefix,
    left: Math.max(0, Math.round(from.after) - prefix),
  };
}

/** Words and figures on what filled the request again between two neighbouring compactions. */
export function refillWords(
  { replay, nameOf }: Evidence,
  from: CompactionFacts,
  to: CompactionFacts,
): { readonly detail: string; readonly figures: readonly Figure[] } {
  const refill = refillBetween(replay, from, to);
  const n = formatInteger;
  const largest = refill.entries.map((one) => `${nameText(one.entry, nameOf)} ${n(one.tokens)}`);
  const entries =
    refill.count === 0
      ? 'nothing entered between them'
      : `${counted(refill.count, 'entry', 'entries')} of ${n(refill.tokens)} tokens came in: ${largest.join(', ')}${refill.count > NAMED ? ' and more' : ''}`;
  // What only drops messages leaves no summary.
  const what = from.summarised ? 'summary, tail and what was put back' : 'messages that stay';
  const kept =
    from.after < 0
      ? ''
      : `; the compaction itself left a prefix of ${n(refill.prefix)} and ${n(refill.left)} of ${what}`;
  return {
    detail: `Between steps ${n(from.step)} and ${n(to.step)} ${entries}${kept}.`,
    figures: [
      count('entries that came in', refill.count),
      tokens('came in', refill.tokens),
      ...refill.entries.map((one) => tokens(nameText(one.entry, nameOf), one.tokens)),
      ...(from.after < 0
        ? []
        : [tokens('prefix', refill.prefix), tokens('left beside it', refill.left)]),
    ],
  };
}

/** "read_file (entry 12)", "entry 12". */
function nameText(entry: number, nameOf: NameOf): string {
  const tool = nameOf(entry)?.tool ?? null;
  return tool === null
    ? `entry ${formatInteger(entry)}`
    : `${tool} (entry ${formatInteger(entry)})`;
}
