import type { ReactNode } from 'react';
import { railNames, type RailKind } from '@/lib/analysis/explain/policy-events';
import { Tooltip } from '@/components/ui/tooltip';
import { RailMark } from './rail-mark';
import { diamond, triangle } from './svg-paths';

const lines = [
  { name: 'heuristic', stroke: 'var(--heuristic)', dash: '1.5 3', title: 'the policy’s own count' },
  { name: 'real', stroke: 'var(--real)', dash: '', title: 'reported by the provider' },
  { name: 'projected', stroke: 'var(--real)', dash: '4 3', title: 'real tokens, projected' },
  { name: 'calibrated', stroke: 'var(--calibrated)', dash: '8 4', title: 'heuristic × correction' },
  { name: 'decision', stroke: 'var(--decision)', dash: '', title: 'compared with the threshold' },
] as const;

/** Names and meanings of the chart's lines and marks. */
export function ChartLegend(props: {
  readonly decides: boolean;
  /** True if a step has a calibrated value. */
  readonly calibrates?: boolean;
  /** True if the recorded run is drawn behind the replay. */
  readonly ghost: boolean;
  /** Kinds of notes on the rail. */
  readonly notes: readonly RailKind[];
  /** Right end of the line. */
  readonly aside?: ReactNode;
}) {
  const { decides, calibrates = true, ghost, notes, aside } = props;
  const shown = lines.filter(
    ({ name }) =>
      (name !== 'decision' || decides) && (name !== 'calibrated' || (decides && calibrates)),
  );
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-0.5 px-4 pt-2 text-sm text-ink2">
      {shown.map(({ name, stroke, dash, title }) => (
        <Key key={name} name={name} title={title}>
          <line
            x1={0}
            x2={22}
            y1={5}
            y2={5}
            stroke={stroke}
            strokeWidth={1.8}
            strokeDasharray={dash}
          />
        </Key>
      ))}
      {ghost ? (
        <Key name="as recorded" title="the recording after the replay diverged from it">
          <line x1={0} x2={22} y1={5} y2={5} stroke="var(--ink3)" strokeOpacity={0.6} />
        </Key>
      ) : null}
      <Key name="compaction" title="hollow: recorded, filled: replayed">
        <path d={diamond(6, 5, 4)} fill="none" stroke="var(--compaction)" strokeWidth={1.4} />
        <path d={diamond(17, 5, 4.5)} fill="var(--compaction)" />
      </Key>
      <Key name="overflow" title="more than the limit, or refused">
        <path d={triangle(11, 5, 4.5)} fill="var(--overflow)" />
      </Key>
      {notes.map((kind) => (
        <span
          key={kind}
          data-legend={kind}
          className="inline-flex items-center gap-1 whitespace-nowrap"
        >
          <RailMark kind={kind} />
          {railNames[kind]}
        </span>
      ))}
      <span className="ml-auto">{aside}</span>
    </div>
  );
}

function Key(props: {
  readonly name: string;
  readonly title: string;
  readonly children: ReactNode;
}) {
  const { name, title, children } = props;
  return (
    <Tooltip text={title}>
      <button
        type="button"
        className="inline-flex min-h-6 cursor-help items-center gap-1.5 whitespace-nowrap"
      >
        <svg width={22} height={10} aria-hidden="true">
          {children}
        </svg>
        {name}
      </button>
    </Tooltip>
  );
}
