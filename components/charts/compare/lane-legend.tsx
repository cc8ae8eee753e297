/** Name, colour and dash of each line of a lane's plot. */
const lines = [
  ['real, as sent', 'real', '', 1.7],
  ['projected', 'real', '4 3', 1.5],
  ['real of the baseline', 'ink3', '1 2.5', 1],
  ['decision', 'decision', '', 1.3],
  ['heuristic', 'heuristic', '1.5 2.5', 1.4],
  ['threshold', 'threshold', '', 1.2],
  ['window', 'window', '', 1.8],
] as const;

/** What the lines of the lanes' plots are. */
export const LaneLegend = () => (
  <ul className="flex flex-wrap items-center gap-x-4 gap-y-0.5 px-4 pt-2 text-sm text-ink2">
    {lines.map(([name, color, dash, width]) => (
      <li key={name} className="inline-flex items-center gap-1.5">
        <svg width={22} height={8} aria-hidden="true">
          <path d="M0 4H22" stroke={`var(--${color})`} strokeWidth={width} strokeDasharray={dash} />
        </svg>
        {name}
      </li>
    ))}
  </ul>
);
