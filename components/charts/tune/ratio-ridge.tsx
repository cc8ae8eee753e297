/** A vertical line across the ridges: a value that is compared. */
export interface RatioGuide {
  readonly value: number;
  readonly label: string;
  readonly kind: 'seed' | 'today' | 'generated';
}

/** Units across a ridge, which is as wide as its cell; height of its row in pixels. */
const RIDGE = { width: 480, height: 30 } as const;

/** Ends of the logarithmic axis. */
export interface RatioSpan {
  readonly from: number;
  readonly to: number;
}

/** x of a ratio on the logarithmic axis; a ratio outside is put at its end. */
function ridgeX(ratio: number, { from, to }: RatioSpan): number {
  const clipped = Math.min(to, Math.max(from, ratio));
  return (Math.log(clipped / from) / Math.log(to / from)) * RIDGE.width;
}

/** The same as a share of the cell's width. */
const share = (ratio: number, span: RatioSpan): string =>
  `${round((100 * ridgeX(ratio, span)) / RIDGE.width)}%`;

const guides: Readonly<
  Record<RatioGuide['kind'], { readonly className: string; readonly dash: string }>
> = {
  seed: { className: 'stroke-calibrated', dash: '6 3' },
  today: { className: 'stroke-accent', dash: '' },
  generated: { className: 'stroke-ink2', dash: '6 3' },
};

/** How often a model's steps have each ratio; `shares` are heights 0 to 1 over equal logarithmic bins. */
export function RatioRidge(props: {
  readonly shares: readonly number[];
  readonly median: number;
  readonly high: number;
  readonly lines: readonly RatioGuide[];
  readonly span: RatioSpan;
}) {
  const { shares, median, high, lines, span } = props;
  const { width, height } = RIDGE;
  const step = shares.length > 1 ? width / (shares.length - 1) : 0;
  const floor = height - 4;
  const points = shares.map(
    (part, at) => `${round(at * step)} ${round(floor - part * (height - 8))}`,
  );
  return (
    <svg
      aria-hidden="true"
      width="100%"
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      className="block overflow-visible [&_path]:[vector-effect:non-scaling-stroke]"
      fill="none"
    >
      {points.length > 0 ? (
        <path d={`M0 ${floor}L${points.join('L')}L${width} ${floor}Z`} className="fill-ink/30" />
      ) : null}
      {lines.map(({ value, label, kind }) => (
        <path
          key={label}
          d={`M${round(ridgeX(value, span))} 0V${height}`}
          className={guides[kind].className}
          strokeDasharray={guides[kind].dash}
          strokeWidth={1.25}
        />
      ))}
      <path
        d={`M${round(ridgeX(median, span))} ${floor}v-16`}
        className="stroke-ink"
        strokeWidth={2}
      />
      <path
        d={`M${round(ridgeX(high, span))} ${floor}v-8`}
        className="stroke-threshold"
        strokeWidth={2}
      />
    </svg>
  );
}

const round = (value: number): number => Math.round(value * 10) / 10;

/** Names of the guides above the ridges. */
export function RatioGuides({
  lines,
  span,
}: {
  readonly lines: readonly RatioGuide[];
  readonly span: RatioSpan;
}) {
  return (
    <div className="relative h-5">
      {lines.map(({ value, label, kind }) => (
        <span
          key={label}
          className={`absolute -translate-x-1/2 whitespace-nowrap ${kind === 'today' ? 'font-semibold text-accent' : 'max-[1000px]:hidden'}`}
          style={{ left: share(value, span) }}
        >
          {label}
        </span>
      ))}
    </div>
  );
}

const TICKS = [1, 2, 3, 5, 10, 20] as const;

/** Values of the axis below the ridges. */
export function RatioAxis({ span }: { readonly span: RatioSpan }) {
  return (
    <div aria-hidden="true" className="relative h-5 text-ink3">
      {TICKS.filter((tick) => tick <= span.to).map((tick) => (
        <span key={tick} className="absolute -translate-x-1/2" style={{ left: share(tick, span) }}>
          {tick}
        </span>
      ))}
    </div>
  );
}
