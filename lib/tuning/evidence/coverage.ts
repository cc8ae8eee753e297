import { counted, formatInteger } from '@/lib/engine/base/format';
import { intAt } from '@/lib/engine/base/read';
import type { CorpusFacts } from '../corpus-session';
import { cellAt, neighbours, placesOf } from '../region/cell-space';
import { aboveLimit } from '../region/constraints';
import { settingName } from '../recommend/setting-words';
import { decidingRows, type TuneField } from '../recommend/tune-field';
import type { SessionEvidence } from './session-evidence';

/** Quantiles of the ratios of one kind: a model, or a category of what was added. */
export interface RatioRow {
  readonly of: string;
  readonly n: number;
  /** Number of sessions the steps belong to. */
  readonly sessions: number;
  readonly p10: number;
  readonly median: number;
  readonly p90: number;
}

/** What a corpus can tell, before any number of a sweep. */
export interface Coverage {
  readonly recorded: number;
  readonly generated: number;
  readonly subAgents: number;
  readonly steps: number;
  /** Recorded sessions that come near a threshold or a limit, and that overflow or loop today. */
  readonly near: number;
  readonly overflowing: number;
  readonly looping: number;
  /** Recorded sessions whose first request holds a conversation that the recording lacks. */
  readonly startsInMiddle: number;
  readonly unknownLimit: number;
  /** Recorded sessions of which no real tokens are known. */
  readonly withoutUsage: number;
  readonly models: readonly string[];
  /** Milliseconds since 1970 of the first and the last session with a time; null without one. */
  readonly from: number | null;
  readonly to: number | null;
  /** real ÷ heuristic by model; growth of real ÷ growth of the heuristic by category. */
  readonly byModel: readonly RatioRow[];
  readonly byCategory: readonly RatioRow[];
}

/** One session of a corpus with its evidence. */
export interface SessionCoverage {
  readonly facts: CorpusFacts;
  readonly evidence: SessionEvidence;
}

/** What a sweep shows of the power of a corpus to tell settings apart. */
export interface Telling {
  /** Recorded sessions whose events differ between some two cells within the limit. */
  readonly sessions: number;
  /** By axis: recorded sessions whose events differ between neighbours that differ in it alone. */
  readonly byAxis: readonly { readonly setting: string; readonly sessions: number }[];
}

/** Counts the recorded sessions that can tell settings within the limit apart. */
export function tellingOf(field: TuneField): Telling {
  const { column, cells, constraints } = field;
  const rows = decidingRows(field);
  const open = (place: readonly number[]): boolean => {
    const cell = cells[cellAt(field, place)];
    return cell !== undefined && !aboveLimit(column, cell, constraints);
  };
  const told = column.axes.map(() => new Set<number>());
  const all = new Set<number>();
  for (const place of placesOf(field).filter(open)) {
    const here = cellAt(field, place);
    for (const next of neighbours(field, place).filter(open)) {
      const there = cellAt(field, next);
      // On a grid each neighbour has this one as its own.
      if (column.sample === null && there < here) continue;
      const axes = place.flatMap((at, axis) => (at === next[axis] ? [] : [axis]));
      const own = axes.length === 1 ? told[axes[0] ?? 0] : undefined;
      for (const row of rows) {
        if (!tells(field, row, here, there)) continue;
        all.add(row);
        own?.add(row);
      }
    }
  }
  return {
    sessions: all.size,
    byAxis: column.axes.map(({ setting }, axis) => ({ setting, sessions: told[axis]?.size ?? 0 })),
  };
}

function tells({ results }: TuneField, row: number, a: number, b: number): boolean {
  const { compactions, passes, overflowSteps, loop, cells } = results;
  const [i, k] = [row * cells + a, row * cells + b];
  if (intAt(passes, i) < 0 || intAt(passes, k) < 0) return false;
  return (
    compactions[i] !== compactions[k] ||
    overflowSteps[i] !== overflowSteps[k] ||
    loop[i] !== loop[k]
  );
}

/** "17 of 38 recorded sessions come near a threshold; 1 overflows today." */
export function coverageWords({ recorded, near, overflowing, looping }: Coverage): string {
  if (recorded === 0) return 'No session here is recorded.';
  const bad = [
    overflowing === 0
      ? 'none overflows'
      : `${formatInteger(overflowing)} overflow${overflowing === 1 ? 's' : ''}`,
    ...(looping === 0 ? [] : [`${formatInteger(looping)} loop${looping === 1 ? 's' : ''}`]),
  ];
  return `${formatInteger(near)} of ${counted(recorded, 'recorded session')} come${recorded === 1 || near === 1 ? 's' : ''} near a threshold; ${bad.join(', ')} today.`;
}

/** "This corpus cannot decide the cap: …" for every axis along which no recorded session differs. */
export function undecidedWords(field: TuneField, telling: Telling): readonly string[] {
  return telling.byAxis
    .filter(({ sessions }) => sessions === 0)
    .map(({ setting }) => {
      const axis = field.column.axes.find((one) => one.setting === setting);
      const values = axis?.values ?? [];
      const range = `${formatValue(values[0])} to ${formatValue(values.at(-1))}`;
      const others = field.column.sample === null ? '' : ', the other settings as today’s,';
      return `This corpus cannot decide the ${settingName(field.column, setting)}: from ${range}${others} no recorded session compacts, overflows or loops otherwise.`;
    });
}

const formatValue = (value = NaN): string =>
  Number.isInteger(value) ? formatInteger(value) : String(value);
