import type { HeatRows } from '@/components/charts/tune/heat-rows';
import { figureOf } from '@/lib/tuning/figures/figure';
import type { FigureSums } from '@/lib/tuning/figures/figure-results';
import type { Region } from '@/lib/tuning/region/plateau';
import { scaleOf, shadeOf, shadeText } from '../model/heat-view';

/** What colours and lines of the heat map mean; only what occurs. */
export function HeatLegend({
  rows,
  region,
  figure,
}: {
  readonly rows: Pick<HeatRows, 'cells' | 'plateau' | 'generatedOnly'>;
  readonly region: Region;
  readonly figure: FigureSums | null;
}) {
  const { breaches, sums } = region;
  const shade = shadeOf({ recorded: sums, figure });
  const counts = [...breaches.keys()]
    .filter((index) => breaches[index] === null)
    .map(shade)
    .filter((value) => !Number.isNaN(value));
  const name = figure === null ? 'compactions' : nameOf(figure);
  const { low, high } = scaleOf(counts);
  const broken = rows.cells.some(({ kind }) => kind === 'broken');
  const open = rows.cells.some(({ kind }) => kind === 'open');
  return (
    <ul className="ml-auto flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-ink2">
      {counts.length === 0 ? null : (
        <li className="flex items-center gap-1.5">
          {name} {shadeText(figure, low)}
          <span
            aria-hidden="true"
            className="h-2.5 w-16 rounded-sm border border-line bg-linear-to-r from-[color-mix(in_srgb,var(--compaction)_4%,var(--panel))] to-[color-mix(in_srgb,var(--compaction)_44%,var(--panel))]"
          />
          {shadeText(figure, high)}
        </li>
      )}
      {broken ? (
        <li>
          <span className="font-semibold text-overflow">▲</span> overflow{' '}
          <span className="font-semibold text-overflow">↻</span> loop
        </li>
      ) : null}
      {open ? <Swatch className="border border-line">not computed yet</Swatch> : null}
      {rows.generatedOnly.size === 0 ? null : (
        <Swatch className="border border-dashed border-ink2">generated only</Swatch>
      )}
      {rows.plateau.size === 0 ? null : <Swatch className="border-2 border-ink">plateau</Swatch>}
    </ul>
  );
}

/** "cost, modelled". */
const nameOf = ({ figure }: FigureSums): string => `${figureOf(figure).name}, modelled`;

const Swatch = (props: { readonly className: string; readonly children: string }) => (
  <li className="flex items-center gap-1.5">
    <span aria-hidden="true" className={`h-3 w-4 rounded-sm ${props.className}`} />
    {props.children}
  </li>
);
