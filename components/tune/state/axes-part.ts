import type { NamedRange } from '@/lib/tuning/sweep/axis-values';
import { firstAxis, sweptFields } from '@/lib/tuning/sweep/first-axes';
import { reordered, type TuneSetup } from './tune-setup';
import type { TuneView } from './tune-view';

/** The part of a view that names swept settings, from their ranges: x, y, the others. */
function axesPart([x, y, ...more]: readonly NamedRange[]): Partial<TuneView> {
  return { x: x ?? null, y: y ?? 'none', more, drawn: null, at: null };
}

/** Another policy, which has other settings; null: the row's own. */
export const policyChange = (policy: string | null): Partial<TuneView> => ({
  policy,
  ...{ x: null, y: null, more: [], drawn: null, fixed: {}, at: null },
});

/** Another range of one of the swept settings, by its place in the address. */
export function withRange(setup: TuneSetup, at: number, range: NamedRange): Partial<TuneView> {
  if (at === 0) return { x: range, at: null };
  if (at === 1) return { y: range, at: null };
  return { more: rangesOf(setup).with(at, range).slice(2), at: null };
}

/** Another setting in the place of one; one that is swept already changes places with it. */
export function withSetting(setup: TuneSetup, at: number, key: string): Partial<TuneView> {
  const ranges = rangesOf(setup);
  const other = ranges.findIndex(({ setting }) => setting === key);
  const [own, taken] = [ranges[at], ranges[other]];
  if (own === undefined || other === at) return {};
  if (taken !== undefined) return axesPart(ranges.with(at, taken).with(other, own));
  const range = rangeOf(setup, key);
  return range === null ? {} : axesPart(ranges.with(at, range));
}

/** One more swept setting. */
export function withAxis(setup: TuneSetup, key: string): Partial<TuneView> {
  const range = rangeOf(setup, key);
  return range === null ? {} : axesPart([...rangesOf(setup), range]);
}

/** One swept setting less. */
export const withoutAxis = (setup: TuneSetup, key: string): Partial<TuneView> =>
  axesPart(rangesOf(setup).filter(({ setting }) => setting !== key));

const rangesOf = ({ axes }: TuneSetup): readonly NamedRange[] =>
  reordered(axes).map(({ choice }) => choice);

function rangeOf({ policy, around }: TuneSetup, key: string): NamedRange | null {
  const field = sweptFields(policy).find((one) => one.key === key);
  return field === undefined ? null : firstAxis(field, around);
}
