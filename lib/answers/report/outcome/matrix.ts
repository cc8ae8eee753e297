/**
 * The matrix of scenarios × policies as data: its columns, its totals, and its export files. A cell
 * is a {@link ScenarioOutcome} without its chart.
 */
import { formatDollars } from '@/lib/engine/base/format';
import { pricesText } from '@/lib/analysis/cost/price-text';
import { isListed, type GivenPrices } from '@/lib/analysis/cost/rates';
import { PRODUCER } from '@/lib/engine/replay/engine';
import type { Basis, Policy } from '@/lib/engine/policy/policy';
import { csvRecord } from '@/lib/engine/base/csv';
import type { OutcomeSettings, ScenarioOutcome } from './scenario-outcome';

/** A policy, under its defaults or one of its presets. */
export interface MatrixColumn {
  /** `policy` or `policy~preset`; used in addresses and files. */
  readonly key: string;
  readonly policy: string;
  /** null for the policy's defaults. */
  readonly preset: string | null;
  readonly label: string;
  /** Label of its policy, if the column's label is a preset's. */
  readonly policyLabel: string;
  /** Settings that override the scenario's own. */
  readonly settings: OutcomeSettings;
  /** The version or commit it reproduces, and how closely. */
  readonly version: string;
  readonly basis: Basis;
  /** True for a preset of another version than the policy's own. */
  readonly historical: boolean;
}

/** A column's full name: `ContextGuard threshold, v0.9.0: watermark fixed`. */
export const columnName = ({ label, policyLabel, preset }: MatrixColumn): string =>
  preset === null ? label : `${policyLabel}, ${label}`;

/** Every column of some policies: each under its defaults and each of its presets. */
export function matrixColumns(policies: readonly Policy[]): readonly MatrixColumn[] {
  return policies.flatMap((policy) => {
    const { id, label, provenance, presets } = policy;
    const own: MatrixColumn = {
      key: id,
      policy: id,
      preset: null,
      label,
      policyLabel: label,
      settings: {},
      version: provenance.version,
      basis: provenance.basis,
      historical: false,
    };
    return [
      own,
      ...presets.map((preset) => ({
        ...own,
        key: `${id}~${preset.id}`,
        preset: preset.id,
        label: preset.label,
        settings: preset.settings as OutcomeSettings,
        version: preset.provenance?.version ?? provenance.version,
        basis: preset.provenance?.basis ?? provenance.basis,
        historical: preset.provenance !== undefined,
      })),
    ];
  });
}

/** The initial columns: policies that decide, and versions that have presets. */
export function defaultColumns(policies: readonly Policy[]): readonly MatrixColumn[] {
  const deciding = new Set(
    policies.filter(({ decision }) => decision !== null).map(({ id }) => id),
  );
  return matrixColumns(policies).filter(
    ({ policy, preset, historical }) => deciding.has(policy) && (preset === null || historical),
  );
}

/** An outcome in the matrix. */
export type MatrixOutcome = Omit<ScenarioOutcome, 'spark'>;

/** A row: a scenario and its outcome in each column; undefined until computed. */
export interface MatrixRow {
  readonly id: string;
  readonly name: string;
  readonly window: number;
  readonly outcomes: readonly (MatrixOutcome | undefined)[];
}

/** What prices the cells of a matrix: scenarios name no model, so one is asked for. */
export interface MatrixPrices {
  readonly model: string;
  /** The entry of the list; null where it has none. */
  readonly entry: string | null;
  readonly list: string;
  /** ISO day of the prices. */
  readonly day: string;
  /** Prices that overrule the list. */
  readonly given: GivenPrices;
}

/** A matrix, complete or not. */
export interface Matrix {
  /** null: nothing is priced. */
  readonly prices: MatrixPrices | null;
  readonly columns: readonly MatrixColumn[];
  readonly rows: readonly MatrixRow[];
}

/** Totals of a column. */
export interface MatrixTotals {
  /** Number of computed scenarios. */
  readonly scenarios: number;
  readonly compactions: number;
  readonly summarizerCalls: number;
  readonly overflowSteps: number;
  readonly scenariosOverflowing: number;
  readonly loops: number;
  /** Dollars; null unless every computed scenario is priced. */
  readonly costUsd: number | null;
}

/** Adds up each column over the rows given. */
export function matrixTotals({
  columns,
  rows,
}: Pick<Matrix, 'columns' | 'rows'>): readonly MatrixTotals[] {
  return columns.map((_, k) => {
    const known = rows.flatMap(({ outcomes }) => outcomes[k] ?? []);
    const sum = (read: (outcome: MatrixOutcome) => number): number =>
      known.reduce((total, outcome) => total + read(outcome), 0);
    return {
      scenarios: known.length,
      compactions: sum(({ compactions }) => compactions),
      summarizerCalls: sum(({ summarizerCalls }) => summarizerCalls),
      overflowSteps: sum(({ overflowSteps }) => overflowSteps),
      scenariosOverflowing: sum(({ overflowSteps }) => (overflowSteps > 0 ? 1 : 0)),
      loops: sum(({ loop }) => (loop ? 1 : 0)),
      costUsd: known.every(({ costUsd }) => costUsd !== null)
        ? sum(({ costUsd }) => costUsd ?? 0)
        : null,
    };
  });
}

const fields = [
  'steps',
  'compactions',
  'summarizerCalls',
  'overflowSteps',
  'backToBack',
  'loop',
  'peak',
  'limit',
] as const satisfies readonly (keyof MatrixOutcome)[];

/** One line per computed cell: easy to filter and to pivot. RFC 4180. */
export function matrixCsv({ columns, rows, prices }: Matrix): string {
  const asked = prices === null ? [] : (['costUsd'] as const);
  const lines = rows.flatMap(({ id, window, outcomes }) =>
    columns.flatMap(({ policy, preset }, k) => {
      const outcome = outcomes[k];
      if (!outcome) return [];
      return csvRecord([
        id,
        window,
        policy,
        preset,
        outcome.kind,
        ...[...fields, ...asked].map((name) => outcome[name]),
      ]);
    }),
  );
  return [
    csvRecord(['scenario', 'window', 'policy', 'preset', 'outcome', ...fields, ...asked]),
    ...lines,
  ].join('');
}

/**
 * The matrix as JSON, with each column's settings and totals. Cells not computed are null; a basis
 * keeps its first name, `fidelity`. Costs stand in it only where cells are priced.
 */
export function matrixJson(matrix: Matrix): string {
  const { prices } = matrix;
  const totals = matrixTotals(matrix).map((one) => priced(one, prices));
  const columns = matrix.columns.map(({ basis, ...column }, k) => ({
    ...column,
    fidelity: basis,
    totals: totals[k],
  }));
  const scenarios = matrix.rows.map(({ id, name, window, outcomes }) => ({
    id,
    name,
    window,
    outcomes: Object.fromEntries(
      matrix.columns.map(({ key }, k) => {
        const outcome = outcomes[k];
        return [key, outcome ? priced(outcome, prices) : null] as const;
      }),
    ),
  }));
  const basis = prices === null ? {} : { prices };
  return `${JSON.stringify({ format: 'highwater-matrix', version: 1, producer: PRODUCER, ...basis, columns, scenarios }, null, 2)}\n`;
}

/** Counts with their cost where cells are priced, and without it elsewhere. */
function priced<Counts extends { readonly costUsd: number | null }>(
  { costUsd, ...counts }: Counts,
  prices: MatrixPrices | null,
): object {
  return prices === null ? counts : { ...counts, costUsd };
}

/** "~$1.25"; empty for what has no price. */
export const costText = ({ costUsd }: { readonly costUsd: number | null }): string =>
  costUsd === null ? '' : `~${formatDollars(costUsd)}`;

/** Short text of a cell: `overflow 12 · 3 c`, `loop · 40 c`, `10 c`, `–` if nothing fires. */
export function cellText({ kind, overflowSteps, compactions }: MatrixOutcome): string {
  const count = compactions > 0 ? `${compactions} c` : '';
  if (kind === 'overflow') return [`overflow ${overflowSteps}`, count].filter(Boolean).join(' · ');
  if (kind === 'loop') return `loop · ${count}`;
  return count === '' ? '–' : count;
}

/** A table for an issue or a document; `c` counts compactions. */
export function matrixMarkdown(matrix: Matrix): string {
  const { columns, rows, prices } = matrix;
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |\n`;
  const totals = matrixTotals(matrix);
  return [
    line(['scenario', ...columns.map(({ key }) => `\`${key}\``)]),
    line(['---', ...columns.map(() => '---')]),
    ...rows.map(({ name, outcomes }) =>
      line([`\`${name}\``, ...columns.map((_, k) => markdownCell(outcomes[k]))]),
    ),
    line(['**overflow steps**', ...totals.map(({ overflowSteps }) => `${overflowSteps}`)]),
    line(['**scenarios overflowing**', ...totals.map((one) => `${one.scenariosOverflowing}`)]),
    line(['**compactions**', ...totals.map(({ compactions }) => `${compactions}`)]),
    line(['**loops**', ...totals.map(({ loops }) => `${loops}`)]),
    ...(prices === null ? [] : [line(['**cost**', ...totals.map(costText)])]),
    `\n\`c\` compactions · \`–\` nothing fires and nothing overflows · settings as the scenario has them\n`,
    prices === null ? '' : `\n${pricesSentence(prices)}\n`,
  ].join('');
}

/** `10 c · ~$1.25`. */
function markdownCell(outcome: MatrixOutcome | undefined): string {
  if (outcome === undefined) return '';
  const cost = costText(outcome);
  return cost === '' ? cellText(outcome) : `${cellText(outcome)} · ${cost}`;
}

/** What the cost is of, and by which prices. */
export function pricesSentence({ model, entry, list, day, given }: MatrixPrices): string {
  const listed = entry === null ? `${list} has no such model` : `${entry} in ${list} of ${day}`;
  const own = isListed(given) ? '' : `, given ${pricesText(given)}`;
  return `Cost: dollars of requests and summariser’s calls if the model were ${model} (${listed}${own}), modelled with the provider’s cache; a request over the limit is rejected and costs nothing, nor do answers, whose tokens no scenario counts.`;
}
