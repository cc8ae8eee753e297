import { decimate } from '@/lib/engine/base/decimate';
import { stepEvents } from '@/lib/analysis/explain/step-events';
import type { Replay } from '@/lib/engine/replay/replay';
import { keptSteps, type ChartBudget } from './chart-rows';
import type { Composer, CompositionPart, PartKind } from './composition';

/** One part of the band over a range of steps. */
export interface BandPart extends CompositionPart {
  /** Lower and upper edge, one value a drawn step. */
  readonly low: readonly number[];
  readonly high: readonly number[];
}

/** Parts of one step's request that are named together. */
export interface CompositionGroup {
  readonly name: string;
  readonly tokens: number;
  /** Middle of its place in the stack, in tokens from 0. */
  readonly middle: number;
}

/** The stacked band of a range, decimated. */
export interface CompositionRows {
  readonly steps: readonly number[];
  /** From the bottom to the top; only those with tokens somewhere in the range. */
  readonly parts: readonly BandPart[];
  readonly peak: number;
}

/** The selected step's request beside the band. */
export interface CompositionNow {
  readonly step: number;
  readonly real: number;
  /** Every part with tokens, from the bottom to the top; `low` and `high` within the stack. */
  readonly parts: readonly (CompositionPart & {
    readonly tokens: number;
    readonly low: number;
    readonly high: number;
  })[];
  readonly groups: readonly CompositionGroup[];
}

/** Stacks the parts of a range's requests. What left without a record is cut off the top. */
export function compositionRows(
  composer: Composer,
  replay: Replay,
  { range, points, columns }: ChartBudget,
): CompositionRows {
  const events = stepEvents(replay, range);
  const kept = keptSteps(replay, events, range, columns);
  const steps = decimate(replay.columns.real, range, points, kept);
  const all = steps.map((step) => stackOf(composer.at(replay, step)));
  const parts = composer.parts.map((part, i) => ({
    ...part,
    low: all.map((edges) => edges[i] ?? 0),
    high: all.map((edges) => edges[i + 1] ?? 0),
  }));
  return {
    steps,
    parts: parts.filter(({ low, high }) => high.some((value, i) => value > (low[i] ?? 0))),
    peak: all.reduce((most, edges) => Math.max(most, edges.at(-1) ?? 0), 1),
  };
}

/** Edges of a stack from 0 to real, one more than parts. */
function stackOf({ values, real }: { readonly values: readonly number[]; readonly real: number }) {
  const edges = [0];
  let sum = 0;
  for (const value of values) {
    sum += Math.max(0, value);
    edges.push(Math.min(real, sum));
  }
  return edges;
}

const groupNames: readonly (readonly [name: string, kinds: readonly PartKind[]])[] = [
  ['prefix', ['prefix']],
  ['before it', ['head']],
  ['joined', ['joined']],
  ['summary', ['summary', 'added']],
  ['results', ['result']],
  ['images', ['image']],
  ['text, calls', ['call', 'thinking', 'user', 'context', 'model', 'other']],
  ['in no entry', ['rest']],
];

/** One step's request, part by part and in groups. */
export function compositionNow(composer: Composer, replay: Replay, step: number): CompositionNow {
  const made = composer.at(replay, step);
  const edges = stackOf(made);
  const parts = composer.parts.flatMap((part, i) => {
    const tokens = made.values[i] ?? 0;
    const place = { low: edges[i] ?? 0, high: edges[i + 1] ?? 0 };
    return tokens === 0 ? [] : [{ ...part, tokens, ...place }];
  });
  const groups = groupNames.flatMap(([name, kinds]) => {
    const own = parts.filter(({ kind }) => kinds.includes(kind));
    const [first, last] = [own[0], own.at(-1)];
    if (first === undefined || last === undefined) return [];
    const tokens = own.reduce((sum, part) => sum + part.tokens, 0);
    return [{ name, tokens, middle: (first.low + last.high) / 2 }];
  });
  return { step, real: made.real, parts, groups };
}
