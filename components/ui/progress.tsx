/** A small bar; full at `total`. */
export const Progress = (props: {
  readonly label: string;
  readonly done: number;
  readonly total: number;
}) => (
  <progress
    aria-label={props.label}
    value={props.done}
    max={Math.max(1, props.total)}
    className="h-1.5 w-28 overflow-hidden rounded-full [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-line [&::-webkit-progress-value]:bg-accent"
  />
);
