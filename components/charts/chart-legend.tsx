import type { ReactNode } from 'react';
import { railNames, type RailKind } from '@/lib/analysis/explain/policy-events';
import { seriesLabels, type SeriesName } from '@/lib/answers/report/chart/chart-look';
import { classNames } from '@/components/ui/class-names';
import { Tooltip } from '@/components/ui/tooltip';
import { lineSign } from './line-sign';
import { RailMark } from './rail-mark';
import { diamond, square, triangle } from '@/lib/answers/report/chart/drawing/svg-paths';

interface LegendLine {
  readonly name: SeriesName;
  /** Where it is another one than {@link seriesLabels} has. */
  readonly label?: string;
  readonly title: string;
  readonly sign: ReactNode;
}

const lines: readonly LegendLine[] = [
  {
    name: 'real',
    title: 'reported by the provider; dashed where projected',
    sign: lineSign('real', 2),
  },
  {
    name: 'heuristic',
    title: 'the policy’s own count',
    sign: lineSign('heuristic', 1.8, '1.5 3'),
  },
  {
    name: 'calibrated',
    title: 'heuristic × correction',
    sign: lineSign('calibrated', 1.8, '8 4'),
  },
  {
    name: 'decision',
    title: 'compared with the threshold',
    sign: lineSign('decision', 1.8),
  },
  {
    name: 'levels',
    title: 'the policy’s window, its threshold, and the buffer between them',
    sign: (
      <>
        <rect x={2} width={18} height={10} fill="var(--band)" />
        <path d="M2 1H20" stroke="var(--window)" strokeWidth={1.8} />
        <path d="M2 9.5H20" stroke="var(--threshold)" strokeWidth={1.1} />
      </>
    ),
  },
  {
    name: 'ghost',
    title: 'the recording, to its last step',
    sign: lineSign('real', 2),
  },
];

/** A line as it is named here: real is a what-if beside a recording; a calibrated count may be another policy's. */
function named(
  line: LegendLine,
  { ghost, borrowed }: { readonly ghost: boolean; readonly borrowed: string | null },
): LegendLine {
  if (line.name === 'real' && ghost) {
    const title = 'from where its requests are other ones: projected, with its uncertainty';
    return { ...line, label: 'what-if, with band', title, sign: lineSign('accent', 2, '5 3') };
  }
  if (line.name !== 'calibrated' || borrowed === null) return line;
  const title = `heuristic × correction by ${borrowed}’s rule; this policy has no correction`;
  return {
    ...line,
    label: `calibrated, ${borrowed}`,
    title,
    sign: lineSign('calibrated', 0.8, '8 4'),
  };
}

/** Names and meanings of the chart's lines and marks; a click switches a line. */
export function ChartLegend(props: {
  readonly decides: boolean;
  /** True if a step has a calibrated value. */
  readonly calibrates?: boolean;
  /** The system whose rule the calibrated line follows, where the policy has none. */
  readonly borrowed?: string | null;
  /** True if the recorded run is drawn behind the replay. */
  readonly ghost: boolean;
  /** True if something joined the prefix. */
  readonly joins?: boolean;
  /** Kinds of notes on the rail. */
  readonly notes: readonly RailKind[];
  /** Lines that are switched on, and what a click on one does; without it nothing is switched. */
  readonly shown?: readonly SeriesName[];
  readonly onToggle?: (name: SeriesName) => void;
  /** Right end of the line. */
  readonly aside?: ReactNode;
}) {
  const { decides, calibrates = true, borrowed = null, ghost, joins = false } = props;
  const { notes, shown, onToggle, aside } = props;
  const there = lines.filter(
    ({ name }) =>
      (name !== 'decision' || decides) &&
      (name !== 'calibrated' || borrowed !== null || (decides && calibrates)) &&
      (name !== 'ghost' || ghost),
  );
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-0.5 px-4 pt-2 text-sm text-ink2">
      {there.map((line) => {
        const { name, label = seriesLabels[name], title, sign } = named(line, { ghost, borrowed });
        const on = shown?.includes(name) ?? true;
        const key = onToggle === undefined ? undefined : { on, press: () => onToggle(name) };
        return (
          <Key
            key={name}
            name={label}
            title={on ? title : `${title}; a click shows it`}
            toggle={key}
          >
            {sign}
          </Key>
        );
      })}
      <Key name="compaction" title="hollow: recorded, filled: replayed">
        <path d={diamond(6, 5, 4)} fill="none" stroke="var(--compaction)" strokeWidth={1.4} />
        <path d={diamond(17, 5, 4.5)} fill="var(--compaction)" />
      </Key>
      <Key name="overflow" title="more than the limit, or refused">
        <path d={triangle(11, 5, 4.5)} fill="var(--overflow)" />
      </Key>
      {joins ? (
        <Key
          name="joined the prefix"
          title="the request grew by far more than its entries, and stayed so: as tools of a server do"
        >
          <path d={square(11, 5, 3.5)} fill="var(--part-joined)" />
        </Key>
      ) : null}
      {notes.map((kind) => (
        <span
          key={kind}
          data-legend={kind}
          className="inline-flex items-center gap-1 whitespace-nowrap"
        >
          <RailMark kind={kind} />
          {kind === 'start' ? <Delay /> : null}
          {railNames[kind]}
        </span>
      ))}
      <span className="ml-auto flex items-center gap-1">{aside}</span>
    </div>
  );
}

/** The line from a start beside the agent to its landing. */
function Delay() {
  return (
    <svg width={18} height={10} aria-hidden="true" className="-ml-1">
      <path d="M0 5H12" stroke="var(--compaction)" strokeWidth={2} />
      <path d={diamond(12, 5, 4.5)} fill="var(--compaction)" />
    </svg>
  );
}

/** A line that can be switched on and off. */
interface Toggle {
  readonly on: boolean;
  readonly press: () => void;
}

function Key(props: {
  readonly name: string;
  readonly title: string;
  readonly toggle?: Toggle | undefined;
  readonly children: ReactNode;
}) {
  const { name, title, toggle, children } = props;
  const isOff = toggle?.on === false;
  return (
    <Tooltip text={title}>
      <button
        type="button"
        aria-pressed={toggle?.on}
        onClick={toggle?.press}
        className={classNames(
          'inline-flex min-h-6 items-center gap-1.5 rounded whitespace-nowrap',
          toggle === undefined ? 'cursor-help' : 'hover:text-ink',
          isOff && 'text-ink3',
        )}
      >
        <svg width={22} height={10} aria-hidden="true" opacity={isOff ? 0.5 : 1}>
          {children}
        </svg>
        {name}
        {isOff ? ', off' : ''}
      </button>
    </Tooltip>
  );
}
