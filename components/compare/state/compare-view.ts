import { compareAxes, type CompareAxis } from '@/lib/analysis/compare/axis';
import { MOST_LANES, parseLane } from '@/lib/analysis/compare/lane-text';
import { laneLetter } from '@/lib/analysis/compare/lane-words';
import type { StepRange } from '@/lib/engine/base/decimate';

/** Everything a link to the page holds. */
export interface CompareView {
  /** As `parseLane` reads them, in the order of the page. */
  readonly lanes: readonly string[];
  /** Index of the lane that the others are compared with. */
  readonly baseline: number;
  readonly axis: CompareAxis;
  /** The selected row; null: the first divergence. */
  readonly row: number | null;
  /** Rows shown; null: all. */
  readonly range: StepRange | null;
  /** True: all lanes in one plot; else a plot each. */
  readonly together: boolean;
}

/** Changes the view from its present state. */
export type ChangeView = (next: (old: CompareView) => CompareView) => void;

/** A view and a notice for each value left out of it. */
interface ReadCompareView {
  readonly view: CompareView;
  readonly notices: readonly string[];
}

/** Reads a link. Bad values are left out, each with a notice; nothing throws. */
export function readCompareView(search: string): ReadCompareView {
  const params = new URLSearchParams(search);
  const notices: string[] = [];
  const leftOut = (name: string, value: string, why: string): void => {
    notices.push(`${name}=${value} was left out: ${why}.`);
  };
  const lanes: string[] = [];
  for (const text of params.getAll('lane')) {
    const parsed = parseLane(text);
    if (!parsed.ok) leftOut('lane', text, parsed.error);
    else if (parsed.value.session === null) leftOut('lane', text, 'it names no session');
    else if (lanes.length === MOST_LANES) {
      leftOut('lane', text, `${MOST_LANES} lanes are compared at once`);
    } else lanes.push(text);
  }
  const base = params.get('base');
  const baseline = base === null ? 0 : lanes.findIndex((_, lane) => laneLetter(lane) === base);
  if (baseline < 0) leftOut('base', base ?? '', 'no lane has this letter');
  const by = params.get('by') ?? 'step';
  const axis = compareAxes.find((name) => name === by);
  if (axis === undefined) leftOut('by', by, `not one of ${compareAxes.join(', ')}`);
  const at = params.get('at');
  const row = at === null ? null : /^\d{1,9}$/.test(at) ? Number(at) : undefined;
  if (row === undefined) leftOut('at', at ?? '', 'not the number of a row');
  const range = readRange(params.get('range'));
  if (range === undefined) leftOut('range', params.get('range') ?? '', 'not a range of rows');
  const plot = params.get('plot') ?? 'each';
  if (plot !== 'one' && plot !== 'each') leftOut('plot', plot, 'not one or each');
  return {
    view: {
      lanes,
      baseline: Math.max(0, baseline),
      axis: axis ?? 'step',
      row: row ?? null,
      range: range ?? null,
      together: plot === 'one',
    },
    notices,
  };
}

/** null: not named, undefined: bad. */
function readRange(text: string | null): StepRange | null | undefined {
  if (text === null) return null;
  const [, from = NaN, to = NaN] = (/^(\d{1,9})-(\d{1,9})$/.exec(text) ?? []).map(Number);
  return from < to ? { from, to } : undefined;
}

/** Signs that a query may hold as they are. */
const plain: Readonly<Record<string, string>> = { '%3A': ':', '%2C': ',', '%3D': '=', '%40': '@' };

/** The page's address for a view; what is the default is left out. */
export function compareAddress(view: CompareView): string {
  const { lanes, baseline, axis, row, range, together } = view;
  const params = new URLSearchParams();
  for (const lane of lanes) params.append('lane', lane);
  if (baseline > 0) params.set('base', laneLetter(baseline));
  if (axis !== 'step') params.set('by', axis);
  if (row !== null) params.set('at', `${row}`);
  if (range !== null) params.set('range', `${range.from}-${range.to}`);
  if (together) params.set('plot', 'one');
  const query = params.toString().replace(/%(3A|2C|3D|40)/g, (code) => plain[code] ?? code);
  return query === '' ? '/compare' : `/compare?${query}`;
}

/** The address that compares some lanes. */
export const addressOfLanes = (lanes: readonly string[]): string =>
  compareAddress({
    ...{ lanes, baseline: 0, axis: 'step', row: null },
    ...{ range: null, together: false },
  });

/** The view with a lane's text replaced. */
export const withLane = (view: CompareView, lane: number, text: string): CompareView => ({
  ...view,
  lanes: view.lanes.map((old, index) => (index === lane ? text : old)),
});

/** The view with lanes added, as many as there is room for. */
export const withLanes = (view: CompareView, texts: readonly string[]): CompareView => ({
  ...view,
  lanes: [...view.lanes, ...texts.filter((text) => !view.lanes.includes(text))].slice(
    0,
    MOST_LANES,
  ),
});

/** The view without a lane; the baseline stays the same lane, or becomes the first. */
export function withoutLane(view: CompareView, lane: number): CompareView {
  const { baseline } = view;
  const lanes = view.lanes.filter((_, index) => index !== lane);
  if (lane === baseline) return { ...view, lanes, baseline: 0 };
  return { ...view, lanes, baseline: baseline - (lane < baseline ? 1 : 0) };
}

/** The view with two lanes in each other's place; the baseline stays the same lane. */
export function swapped(view: CompareView, a: number, b: number): CompareView {
  const place = (lane: number): number => (lane === a ? b : lane === b ? a : lane);
  return {
    ...view,
    lanes: view.lanes.map((_, lane) => view.lanes[place(lane)] ?? ''),
    baseline: place(view.baseline),
  };
}
