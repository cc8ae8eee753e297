import { Slider as Radix } from 'radix-ui';
import { useSliderEvents } from './use-slider-events';

/** Properties of {@link RangeSlider}. */
interface RangeSliderProps {
  readonly label: string;
  /** Both ends, ascending. */
  readonly value: readonly [from: number, to: number];
  readonly min: number;
  readonly max: number;
  readonly step: number;
  /** A value in words for screen readers. */
  readonly text: (value: number) => string;
  /** Called on every move. */
  readonly onMove: (value: readonly [from: number, to: number]) => void;
  /** Called when the pointer is released, and for each press of a key. */
  readonly onCommit: (value: readonly [from: number, to: number]) => void;
}

const ENDS = ['from', 'to'] as const;

/** A slider with two thumbs; they stay at least one step apart. */
export function RangeSlider(props: RangeSliderProps) {
  const { label, value, min, max, step, text, onMove, onCommit } = props;
  const pair = (next: readonly number[], report: typeof onMove): void => {
    const [from, to] = next;
    if (from !== undefined && to !== undefined && from < to) report([from, to]);
  };
  const events = useSliderEvents(
    (next) => pair(next, onMove),
    (next) => pair(next, onCommit),
  );
  return (
    <Radix.Root
      className="relative flex h-6 touch-none items-center select-none"
      value={[...value]}
      min={min}
      max={max}
      step={step}
      minStepsBetweenThumbs={1}
      {...events}
    >
      <Radix.Track className="relative h-[3px] grow rounded-full bg-line">
        <Radix.Range className="absolute h-full rounded-full bg-accent" />
      </Radix.Track>
      {ENDS.map((end, index) => (
        <Radix.Thumb
          key={end}
          aria-label={`${label}, ${end}`}
          aria-valuetext={text(value[index as 0 | 1])}
          // Large enough for a finger; the disc inside is what is seen.
          className="grid size-6 place-items-center rounded-full focus-visible:rounded-full"
        >
          <span className="size-3 rounded-full border-2 border-panel bg-accent shadow-[0_0_0_1px_var(--accent)]" />
        </Radix.Thumb>
      ))}
    </Radix.Root>
  );
}
