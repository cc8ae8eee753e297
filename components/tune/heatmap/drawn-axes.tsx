import { Options } from '@/components/ui/options';
import { reordered, type TuneSetup } from '../state/tune-setup';
import type { PointRows } from '@/components/charts/tune/point-rows';

/** Chooses the two settings that a map of points shows; one that the other side has changes places. */
export function DrawnAxes(props: {
  readonly setup: TuneSetup;
  readonly points: PointRows;
  readonly onDrawn: (drawn: readonly [x: string, y: string]) => void;
}) {
  const { setup, points, onDrawn } = props;
  const axes = reordered(setup.axes);
  const keyOf = (name: string): string =>
    axes.find(({ field }) => field.label === name)?.field.key ?? '';
  const [across, up] = [keyOf(points.across.name), keyOf(points.up.name)];
  const side = (name: string, value: string, choose: (key: string) => void) => (
    <label className="flex items-center gap-1 text-sm text-ink2">
      {name}
      <select
        value={value}
        aria-label={`Setting ${name} the map`}
        onChange={(event) => choose(event.currentTarget.value)}
        className="h-6 rounded border border-line bg-panel text-ink"
      >
        <Options of={axes.map(({ field }) => [field.key, field.short])} />
      </select>
    </label>
  );
  return (
    <>
      {side('across', across, (key) => onDrawn([key, key === up ? across : up]))}
      {side('up', up, (key) => onDrawn([key === across ? up : across, key]))}
    </>
  );
}
