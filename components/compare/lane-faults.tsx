import { Button } from '@/components/ui/button';
import { ForeignText } from '@/components/ui/text/foreign-text';
import { withoutLane, type ChangeView } from './state/compare-view';
import type { LanePlace } from './state/use-comparison';

/** Lanes of the link that cannot be replayed, each with its reason. */
export function LaneFaults(props: {
  readonly places: readonly LanePlace[];
  readonly onChange: ChangeView;
  readonly onEdit: (place: number) => void;
}) {
  const { places, onChange, onEdit } = props;
  const faults = places.filter(({ fault }) => fault !== null);
  if (faults.length === 0) return null;
  return (
    <ul role="alert" className="border-b bg-band px-4 py-1.5">
      {faults.map(({ place, letter, text, fault }) => (
        <li key={place} className="flex flex-wrap items-center gap-x-3">
          <span className="min-w-0 break-words">
            {letter} is left out: <ForeignText text={fault ?? ''} />{' '}
            <code className="text-ink2">
              <ForeignText text={text} />
            </code>
          </span>
          <Button size="small" onClick={() => onEdit(place)}>
            Change …
          </Button>
          <Button size="small" onClick={() => onChange((old) => withoutLane(old, place))}>
            Remove
          </Button>
        </li>
      ))}
    </ul>
  );
}
