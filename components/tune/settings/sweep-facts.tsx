import { useMemo } from 'react';
import { counted, formatFixed, formatInteger } from '@/lib/engine/base/format';
import type { SweepEnd } from '@/lib/worker/tune/tune-sweep';
import { columnSize } from '@/lib/tuning/sweep/cells';
import { secondsWords, sweepCost } from '@/lib/tuning/sweep/sweep-cost';
import { reordered, type TuneSetup } from '../state/tune-setup';
import type { Sweep } from '../state/use-sweep';

/** What every proposed cell must hold. */
export const MustHold = () => (
  <dl className="border-t border-line2 py-2">
    <dt className="mb-1 font-medium">Must hold</dt>
    <dd className="flex justify-between text-sm text-ink2">
      <span>
        <span className="text-overflow">▲</span> overflow
      </span>
      <span>0 sessions</span>
    </dd>
    <dd className="flex justify-between text-sm text-ink2">
      <span>↻ loop</span>
      <span>0 sessions</span>
    </dd>
    <dd className="flex justify-between text-sm text-ink2">
      <span>window</span>
      <span>≤ limit</span>
    </dd>
  </dl>
);

/** The sessions that the proposal is tested on. */
export function HeldOut({ end }: { readonly end: SweepEnd | null }) {
  const held = end?.recommendation?.byTime ?? null;
  if (held === null) return null;
  const { tested, from, failed, clusters, canFail } = held;
  return (
    <dl className="border-t border-line2 py-2">
      <div className="grid grid-cols-[1fr_auto] items-baseline gap-x-2">
        <dt className="font-medium">Hold out</dt>
        <dd className="text-sm text-ink2">{formatInteger(tested)} newest</dd>
        <dd className="col-span-2 text-sm text-ink2">
          {from === null ? '' : `from ${new Date(from).toISOString().slice(0, 10)} · `}
          {formatInteger(failed.n)} near a threshold, of {counted(clusters.n, 'cluster')}
          {canFail ? '' : ' · weak: no setting fails them'}
        </dd>
      </div>
    </dl>
  );
}

/** What the sweep costs, known before it starts; then what was computed, and how fast. */
export function Replays(props: {
  readonly setup: TuneSetup;
  readonly sweep: Sweep;
  /** Steps of each session. */
  readonly steps: readonly number[];
}) {
  const { setup, sweep, steps } = props;
  const { tune } = setup;
  const { progress } = sweep;
  const cost = useMemo(() => sweepCost(tune.plan, steps), [tune.plan, steps]);
  const others = tune.compared.length * tune.windows.length;
  return (
    <p data-replays="" className="border-t border-line2 py-2 text-sm text-ink2">
      {progress === null ? null : (
        <strong className="block font-medium text-ink">
          {formatInteger(progress.done)} replays in {formatFixed(progress.ms / 1000, 2)} s
        </strong>
      )}
      {settingsWords(setup)}
      {others === 0 ? '' : ` and ${formatInteger(others)} to compare`} ×{' '}
      {counted(steps.length, 'session')}; generated ones apart. Estimated before:{' '}
      {counted(cost.replays, 'replay')}, {counted(cost.steps, 'step')}, {secondsWords(cost.seconds)}
      {tune.grid.sample === null
        ? '.'
        : '; where neighbours differ a point is added between them, at most as many again.'}
    </p>
  );
}

/** "19 × 17 settings", "200 points and 57 along each setting". */
function settingsWords({ axes, tune: { grid } }: TuneSetup): string {
  const { sample } = grid;
  if (sample !== null) {
    const lines = columnSize(grid) - sample.count;
    return `${formatInteger(sample.count)} points and ${formatInteger(lines)} settings along each axis`;
  }
  const lengths = reordered(axes).map(({ axis }) => formatInteger(axis.values.length));
  return `${lengths.length === 1 ? `${lengths.join()} × 1` : lengths.join(' × ')} settings`;
}
