import type { PointAxis, PointRows } from '@/components/charts/tune/point-rows';
import type { Region } from '@/lib/tuning/region/plateau';
import { tickText } from '../state/axis-text';
import type { SetupAxis, TuneSetup } from '../state/tune-setup';
import { outcomeCells, type OutcomeInput } from './heat-view';

/** Labels of a side are at most so many. */
const LABELS = 8;

/** What a map of points is made of. */
interface PointInput {
  readonly outcome: OutcomeInput;
  /** The settings along its sides; one setting alone has no second side. */
  readonly across: SetupAxis | undefined;
  readonly up: SetupAxis | null | undefined;
  readonly today: number;
  readonly wordsOf: (cell: number) => string;
}

/** The points of a sample on two of its settings. */
export function pointRows(
  { axes, limit }: Pick<TuneSetup, 'axes' | 'limit'>,
  { cells }: Region,
  { outcome, across, up, today, wordsOf }: PointInput,
): PointRows {
  const shareOf = (axis: SetupAxis | null | undefined, values: readonly number[]): number =>
    axis ? share(axis, values[axes.indexOf(axis)] ?? NaN) : 0.5;
  return {
    label: `Sampled settings: ${[across, up].flatMap((axis) => axis?.field.label ?? []).join(' by ')}`,
    ...outcomeCells(outcome, wordsOf),
    across: sideOf(across, limit),
    up: sideOf(up, limit),
    places: cells.map(({ values }) => ({ x: shareOf(across, values), y: shareOf(up, values) })),
    baseline: today,
  };
}

function share({ axis: { values } }: SetupAxis, value: number): number {
  const low = values[0] ?? 0;
  const span = (values.at(-1) ?? low) - low;
  return span === 0 ? 0.5 : (value - low) / span;
}

function sideOf(axis: SetupAxis | null | undefined, limit: number | null): PointAxis {
  if (!axis) return { name: '', ticks: [], limit: null };
  const { field } = axis;
  const { values } = axis.axis;
  const every = Math.max(1, Math.ceil(values.length / LABELS));
  const edge = field.key === 'window' && limit !== null ? share(axis, limit) : null;
  return {
    name: field.label,
    ticks: values.flatMap((value, at) =>
      at % every === 0 ? [{ at: share(axis, value), text: tickText(field, value) }] : [],
    ),
    limit: edge !== null && edge < 1 ? edge : null,
  };
}
