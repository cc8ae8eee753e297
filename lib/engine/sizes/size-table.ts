import { quantile } from '@/lib/engine/base/stats';
import { shortHash } from '@/lib/engine/base/text-hash';

/** What one recorded compaction left behind; sizes in tokens but for the summary. */
export interface SizeRow {
  /** Agent that wrote the summary, as a policy's `writes` names it. */
  readonly agent: string;
  readonly version: string | null;
  readonly model: string;
  /** Real tokens of the session's first request: the rows of one session share it. */
  readonly first: number;
  readonly summaryBytes: number;
  /** All that came back beside prefix, summary and kept entries; null where it cannot be told. */
  readonly back: number | null;
  /** The same without the files that the agent's rule puts back; null where they are unknown. */
  readonly rest: number | null;
}

/** Rows under a name that never changes its meaning: other rows are another table. */
export interface SizeTable {
  /** Name and hash of the rows: `2026-11-23.1f2e3d4c`. */
  readonly id: string;
  readonly rows: readonly SizeRow[];
}

/** A measured quantity: its median, p10 and p90, and the number of rows behind them. */
export interface Spread {
  readonly low: number;
  readonly value: number;
  readonly high: number;
  readonly n: number;
}

/** Sizes measured on an agent's recorded compactions. */
export interface MeasuredSizes {
  /** Id of the table. */
  readonly table: string;
  /** False: its agent has no row, and all agents' rows stand for them. */
  readonly isOwn: boolean;
  /** UTF-8 bytes of the summary's entry. */
  readonly summaryBytes: Spread;
  /** The model whose rows alone gave these bytes; null: the agent's rows with any model. */
  readonly model: string | null;
  /** Tokens: see {@link SizeRow}. */
  readonly back: Spread | null;
  readonly rest: Spread | null;
}

/** Fewest rows that have quantiles. */
export const ENOUGH_ROWS = 4;

const NONE: ReadonlySet<number> = new Set();

/**
 * The sizes of an agent's compactions, without the rows of the session whose first request has
 * `first` real tokens: no session is evidence of itself; nor those `without` which the table is asked for. Null without a row. How long a summary is
 * depends on the model that writes it: the model's own rows are taken where there are enough. What
 * comes back is put there by the agent, whatever the model.
 */
export function measuredSizes(
  table: SizeTable,
  agent: string,
  first: number,
  model: string | null = null,
  without: ReadonlySet<number> = NONE,
): MeasuredSizes | null {
  const key = `${agent}\n${first}\n${model ?? ''}\n${[...without].join()}`;
  const known = measured.get(table) ?? new Map<string, MeasuredSizes | null>();
  const found = known.get(key);
  if (found !== undefined) return found;
  if (known.size >= MOST_KNOWN) known.clear();
  const made = sizesWithout(table, agent, first, model, without);
  measured.set(table, known.set(key, made));
  return made;
}

/** What a table was asked: a sweep asks the same of every replay of a session, and sorting takes as long as one. */
const measured = new WeakMap<SizeTable, Map<string, MeasuredSizes | null>>();
const MOST_KNOWN = 20_000;

function sizesWithout(
  table: SizeTable,
  agent: string,
  first: number,
  model: string | null,
  without: ReadonlySet<number>,
): MeasuredSizes | null {
  const others = table.rows.filter((row) => row.first !== first && !without.has(row.first));
  const rows = others.filter((row) => row.agent === agent);
  const own = rows.filter((row) => row.model === model);
  const byModel = own.length >= ENOUGH_ROWS;
  const isOwn = rows.length > 0;
  const written = (byModel ? own : isOwn ? rows : others).map((row) => row.summaryBytes);
  const summaryBytes = spreadOf(written);
  if (summaryBytes === null) return null;
  const known = (values: readonly (number | null)[]): Spread | null =>
    spreadOf(values.filter((value) => value !== null));
  return {
    table: table.id,
    isOwn,
    summaryBytes,
    model: byModel ? model : null,
    back: known(rows.map(({ back }) => back)),
    rest: known(rows.map(({ rest }) => rest)),
  };
}

/** Below four values their median has no quantiles: half of the least to twice the greatest is assumed. */
function spreadOf(values: readonly number[]): Spread | null {
  if (values.length === 0) return null;
  const sorted = [...values].sort((a, b) => a - b);
  const few = values.length < ENOUGH_ROWS;
  const least = (sorted[0] ?? 0) / 2;
  const greatest = (sorted[sorted.length - 1] ?? 0) * 2;
  const at = (q: number): number => Math.round(quantile(sorted, q));
  return {
    low: few ? Math.round(least) : at(0.1),
    value: at(0.5),
    high: few ? Math.round(greatest) : at(0.9),
    n: values.length,
  };
}

/** A row as a table writes it: agent, version, model, first, summaryBytes, back, rest of {@link SizeRow}. */
export type WrittenRow = readonly [
  string,
  string | null,
  string,
  number,
  number,
  number | null,
  number | null,
];

/** The table of some rows, its id a name and their hash. */
export const tableOf = (name: string, rows: readonly WrittenRow[]): SizeTable => ({
  id: `${name}.${shortHash(JSON.stringify(rows))}`,
  rows: rows.map(([agent, version, model, first, summaryBytes, back, rest]) => {
    return { agent, version, model, first, summaryBytes, back, rest };
  }),
});

/** The rows of a table as it writes them. */
export const writtenRows = ({ rows }: SizeTable): readonly WrittenRow[] =>
  rows.map(({ agent, version, model, first, summaryBytes, back, rest }) => {
    return [agent, version, model, first, summaryBytes, back, rest];
  });
