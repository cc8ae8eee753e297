'use client';

import { laneColor } from '@/components/charts/compare/lane-colors';
import { Button } from '@/components/ui/button';
import { ForeignText } from '@/components/ui/text/foreign-text';
import { laneStep, laneStepText } from '@/lib/analysis/compare/changes';
import { rowOf, stepNear } from '@/lib/analysis/compare/axis';
import type { Comparison } from '@/lib/analysis/compare/comparison';
import { versionsOf } from '@/lib/analysis/compare/lane';
import { formatLane, MOST_LANES } from '@/lib/analysis/compare/lane-text';
import { counted, formatInteger, formatProjected, formatSigned } from '@/lib/engine/base/format';
import { withoutControls } from '@/lib/engine/base/text/bidi';
import { swapped, withLanes, withoutLane, type ChangeView } from './state/compare-view';
import { laneHref } from './state/lane-href';
import type { Compared } from './state/use-comparison';

/** A lane's letter, session and policy, what it did where the cursor stands, and what can be done with it. */
export function LaneHead(props: {
  readonly comparison: Comparison;
  readonly place: Compared['shown'][number];
  readonly lane: number;
  /** The row read: under the pointer, else the selected one. */
  readonly row: number;
  readonly selected: number;
  /** All lanes are in one plot, where the letter has a colour. */
  readonly together: boolean;
  /** Index of the last lane. */
  readonly last: number;
  /** The place of the next lane in the view; null for the last. */
  readonly next: number | null;
  readonly onChange: ChangeView;
  readonly onEdit: (place: number) => void;
}) {
  const { comparison, place, lane, row, selected, together, last, next } = props;
  const { onChange, onEdit } = props;
  const { letter, lane: opened } = place;
  const { record, session, words } = opened;
  const isBase = lane === comparison.baseline;
  const versions = versionsOf(opened.opening).map((version) =>
    formatLane({ ...version, session, settings: {}, faults: [] }),
  );
  const step = stepNear(comparison.alignment, lane, selected);
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 pt-2 pb-0.5">
      <div className="flex max-w-full min-w-0 items-center gap-3">
        <span
          className="grid size-5 shrink-0 place-items-center rounded border border-line bg-panel font-semibold"
          style={together ? { color: laneColor(letter), borderColor: laneColor(letter) } : {}}
        >
          {letter}
        </span>
        <h2 className="min-w-0 truncate" title={withoutControls(`${record.row.name}: ${words}`)}>
          <span className="text-ink2">
            <ForeignText text={record.row.name} />
          </span>{' '}
          <span className="font-medium">{words}</span>
        </h2>
      </div>
      <div className="ml-auto flex flex-wrap items-center gap-1">
        {isBase ? (
          <span className="px-2 text-sm font-medium text-accent">baseline</span>
        ) : (
          <Button
            size="small"
            variant="quiet"
            onClick={() => onChange((old) => ({ ...old, baseline: place.place }))}
          >
            Make baseline
          </Button>
        )}
        {lane < last && next !== null ? (
          <Button
            size="small"
            variant="quiet"
            aria-label={`Swap ${letter} with the lane below`}
            onClick={() => onChange((old) => swapped(old, place.place, next))}
          >
            Swap ↓
          </Button>
        ) : null}
        {versions.length > 1 ? (
          <Button
            size="small"
            variant="quiet"
            title={`${counted(versions.length, 'version')}, at most ${MOST_LANES} lanes`}
            onClick={() => onChange((old) => withLanes(old, versions))}
          >
            Versions of its agent
          </Button>
        ) : null}
        <Button size="small" variant="quiet" onClick={() => onEdit(place.place)}>
          Change …
        </Button>
        {/* Loaded anew: the workbench reads its address once, which a link of Next changes later. */}
        <a
          href={laneHref(opened, step)}
          className="inline-flex h-6 items-center rounded px-2 text-sm text-ink2 hover:bg-sel hover:text-ink"
        >
          Open as what-if
        </a>
        <Button
          size="small"
          variant="quiet"
          aria-label={`Remove ${letter}`}
          onClick={() => onChange((old) => withoutLane(old, place.place))}
        >
          Remove
        </Button>
      </div>
      <Readout {...{ comparison, lane, row }} />
    </div>
  );
}

/** "step 143: compacted (180,000 ≥ 180,000) · real ~3,489, −197,330". */
function Readout(props: {
  readonly comparison: Comparison;
  readonly lane: number;
  readonly row: number;
}) {
  const { comparison, lane, row } = props;
  const { baseline } = comparison;
  const at = laneStep(comparison, lane, row);
  const base = laneStep(comparison, baseline, row);
  const less =
    lane === baseline || base.step < 0 || at.step < 0 || Number.isNaN(at.real - base.real)
      ? ''
      : `, ${formatSigned(at.real - base.real)} to the baseline`;
  return (
    <p data-readout="" className="w-full truncate font-mono text-sm text-ink2">
      {at.step < 0
        ? lastWords(comparison, lane)
        : `step ${formatInteger(at.step)}: ${laneStepText(at)} · real ${formatProjected(at.real, at.projected)}${less}`}
    </p>
  );
}

/** Why a lane has no step in a row: its session is shorter, or has none at that place. */
function lastWords({ alignment, lanes }: Comparison, lane: number): string {
  const last = (lanes[lane]?.replay.session.profile.stepCount ?? 1) - 1;
  return `no step here; its last, ${formatInteger(last)}, is in row ${formatInteger(rowOf(alignment, lane, last))}`;
}
