import { addressOf } from '@/components/ui/address-view';
import { compareAxes, type CompareAxis } from '@/lib/analysis/compare/axis';
import { MOST_LANES, parseLane } from '@/lib/analysis/compare/lane-text';
import { laneLetter } from '@/lib/analysis/compare/lane-words';
import {
  codec,
  group,
  indexBelow,
  noticesInto,
  oneOf,
  optional,
  rangeBelow,
  repeated,
  silently,
  single,
  type Codec,
  type Parameter,
} from '@/lib/engine/base/address';
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

const lanes = repeated<readonly string[]>('lane', {
  initial: [],
  add: (before, text, leftOut) => {
    const parsed = parseLane(text);
    if (!parsed.ok) leftOut(parsed.error);
    else if (parsed.value.session === null) leftOut('it names no session');
    else if (before.length === MOST_LANES) leftOut(`${MOST_LANES} lanes are compared at once`);
    else return [...before, text];
    return before;
  },
  format: (texts) => texts,
});

/** The letter of one of some lanes. */
const letterOf = (count: number): Codec<number> =>
  codec(
    'no lane has this letter',
    (text) => [...Array(count).keys()].find((lane) => laneLetter(lane) === text),
    laneLetter,
  );

const plotCodec = codec(
  'not one or each',
  (text) => (text === 'one' ? true : text === 'each' ? false : undefined),
  (together) => (together ? 'one' : 'each'),
);

/** What the page's address holds, for some lanes. */
const parametersOf = (count: number): Parameter<CompareView> =>
  group<CompareView>({
    lanes,
    baseline: single('base', letterOf(count), 0),
    axis: single('by', oneOf(compareAxes), 'step'),
    row: optional('at', indexBelow(Infinity, 'not the number of a row')),
    range: optional('range', rangeBelow(Infinity, 'not a range of rows')),
    together: single('plot', plotCodec, false),
  });

/** Reads a link. Bad values are left out, each with a notice; nothing throws. */
export function readCompareView(search: string): ReadCompareView {
  const params = new URLSearchParams(search);
  const notices: string[] = [];
  const parameters = parametersOf(lanes.read(params, silently).length);
  return { view: parameters.read(params, noticesInto(notices)), notices };
}

/** Signs that a query may hold as they are. */
const plain: Readonly<Record<string, string>> = { '%3A': ':', '%2C': ',', '%3D': '=', '%40': '@' };

/** The page's address for a view; what is the default is left out. */
export const compareAddress = (view: CompareView): string =>
  addressOf('/compare', parametersOf(view.lanes.length), view).replace(
    /%(3A|2C|3D|40)/g,
    (code) => plain[code] ?? code,
  );

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
