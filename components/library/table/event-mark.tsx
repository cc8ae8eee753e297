import { Diamond, Triangle } from 'lucide-react';

/** Events that a mark can denote, in the chart and in the library. */
export type EventKind = 'recorded' | 'replayed' | 'overflow';

/** The chart's mark of a kind of event: hollow when recorded, filled when replayed. */
export function EventMark({ kind }: { readonly kind: EventKind }) {
  const Icon = kind === 'overflow' ? Triangle : Diamond;
  return (
    <Icon
      size={9}
      aria-hidden="true"
      className="shrink-0"
      {...(kind === 'recorded' ? {} : { fill: 'currentColor' })}
    />
  );
}
