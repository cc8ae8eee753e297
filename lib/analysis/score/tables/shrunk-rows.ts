/** A library's own rows of a table of sizes, shrunk towards the shipped ones as far as its sessions bear it. */
import { orderedRows } from '@/lib/engine/sizes/frozen-table';
import { sizeTables } from '@/lib/engine/sizes/shipped';
import {
  ENOUGH_ROWS,
  measuredSizes,
  tableOf,
  writtenRows,
  type SizeRow,
  type SizeTable,
  type Spread,
  type WrittenRow,
} from '@/lib/engine/sizes/size-table';

/** What a table may hold of an agent. */
const MIXTURES = ['both', 'own', 'shipped'] as const;
type Mixture = (typeof MIXTURES)[number];

/** What an agent's rows are, and how far the sizes that each choice gives were off. */
export interface Shrunk {
  readonly agent: string;
  /** Own rows, and the shipped ones. */
  readonly own: number;
  readonly shipped: number;
  readonly taken: Mixture;
  /**
   * Mean over own sessions of what their compactions left otherwise than the other sessions say, in tokens;
   * NaN where they say nothing.
   */
  readonly off: Readonly<Record<Mixture, number>>;
}

/** The rows of a table, and what was chosen for each agent that has own ones. */
export interface ShrunkRows {
  readonly rows: readonly WrittenRow[];
  readonly agents: readonly Shrunk[];
}

/**
 * For each agent the own rows, the shipped ones or both: whichever is least off at own sessions that are left out
 * one by one. Few own rows decide little beside the shipped ones, and many outweigh them. An agent without own
 * rows has the shipped ones.
 */
export function shrunkRows(
  own: readonly WrittenRow[],
  towards: SizeTable | undefined = sizeTables.at(-1),
): ShrunkRows {
  const shipped = towards === undefined ? [] : writtenRows(towards);
  const names = [...new Set(own.map(([agent]) => agent))].sort();
  const agents = names.map((agent) => shrunkAgent(agent, own, shipped));
  const lacking = shipped.filter(([agent]) => !names.includes(agent));
  return { rows: [...agents.flatMap(({ rows }) => rows), ...lacking], agents };
}

function shrunkAgent(
  agent: string,
  own: readonly WrittenRow[],
  shipped: readonly WrittenRow[],
): Shrunk & Rows {
  const of = (rows: readonly WrittenRow[]) => orderedRows(rows).filter((row) => row[0] === agent);
  const mixed = { own: of(own), shipped: of(shipped), both: of([...own, ...shipped]) };
  // What is left without a session must have quantiles of its own.
  const alone = new Set(mixed.own.map(([, , , first]) => first)).size > ENOUGH_ROWS;
  const off = {
    both: meanOff(mixed.both, mixed.own),
    own: alone ? meanOff(mixed.own, mixed.own) : NaN,
    shipped: meanOff(mixed.shipped, mixed.own),
  };
  const least = Math.min(...Object.values(off).filter((one) => !Number.isNaN(one)));
  const best = MIXTURES.find((mixture) => off[mixture] === least) ?? 'both';
  const taken = mixed.shipped.length === 0 ? 'own' : best;
  const counts = { own: mixed.own.length, shipped: mixed.shipped.length };
  return { agent, ...counts, taken, off, rows: mixed[taken] };
}

interface Rows {
  readonly rows: readonly WrittenRow[];
}

/** Mean over sessions of how far a table is off without them; NaN where it says nothing of one. */
function meanOff(rows: readonly WrittenRow[], own: readonly WrittenRow[]): number {
  const table = tableOf('candidate', rows);
  const left = tableOf('own', own).rows;
  const sessions = [...new Set(left.map(({ first }) => first))];
  return mean(
    sessions.map((session) =>
      mean(left.flatMap((row) => (row.first === session ? [off(table, row)] : []))),
    ),
  );
}

/** Tokens by which a table misses what a compaction left, by the rows of other sessions. */
function off(table: SizeTable, { agent, first, model, summaryBytes, back, rest }: SizeRow): number {
  const known = measuredSizes(table, agent, first, model);
  if (known === null) return NaN;
  const summary = (known.summaryBytes.value - summaryBytes) / BYTES_PER_TOKEN;
  return Math.abs(summary + (beyond(known.rest, rest) ?? beyond(known.back, back) ?? 0));
}

const beyond = (known: Spread | null, own: number | null): number | null =>
  known === null || own === null ? null : known.value - own;

const BYTES_PER_TOKEN = 4;

const mean = (values: readonly number[]): number =>
  values.reduce((sum, one) => sum + one, 0) / values.length;
