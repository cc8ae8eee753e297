'use client';

import { RailMark } from '@/components/charts/rail-mark';
import { Options } from '@/components/ui/options';
import { Tooltip } from '@/components/ui/tooltip';
import { formatExact, formatInteger } from '@/lib/engine/base/format';
import {
  formatFault,
  parseFault,
  type Fault,
  type ResponseFault,
  type SizeFault,
} from '@/lib/engine/replay/faults/faults';
import { CUT } from './new-fault';
import { useLateFrame, useWorkbench } from '../state/use-workbench';

/** Factors offered; any other from 0 to 10 can be typed in the faults panel. */
const FACTORS = [0, 0.1, 0.5, 2, 5, 10] as const;
/** Bytes of a cut response offered; any other can be typed, too. */
const CUTS = [500, CUT, 10_000] as const;

/** "gone", "× 0.1" or "cut to 2,000 bytes". */
function sizeText(fault: SizeFault): string {
  if (fault.kind === 'truncate') return `cut to ${formatInteger(fault.bytes)} bytes`;
  return fault.factor === 0 ? 'gone' : factorText(fault);
}

const factorText = ({ factor }: ResponseFault): string => `× ${formatExact(factor)}`;

/** The faults offered for an entry. */
const offered = (entry: number): readonly SizeFault[] => [
  ...CUTS.map((bytes) => ({ kind: 'truncate', entry, bytes }) as const),
  ...FACTORS.map((factor) => ({ kind: 'response', entry, factor }) as const),
];

/**
 * The size of one entry's tool responses in the replay: as recorded, cut, gone or scaled; a fault.
 * `compact` replaces the words for "as recorded" by a mark.
 */
export function ResponseScale(props: { readonly entry: number; readonly compact?: boolean }) {
  const { entry, compact = false } = props;
  const { store } = useWorkbench();
  const { faults } = useLateFrame();
  const isOwn = (fault: Fault): fault is SizeFault =>
    (fault.kind === 'response' || fault.kind === 'truncate') && fault.entry === entry;
  const own = faults.findLast(isOwn);
  const set = own && !(own.kind === 'response' && own.factor === 1) ? own : undefined;
  const offers = offered(entry);
  const chosen = set === undefined ? '' : formatFault(set);
  const known = set === undefined || offers.some((fault) => formatFault(fault) === chosen);
  return (
    <Tooltip text="Cut or scale this response: a fault">
      <span
        className={`relative inline-flex items-center gap-1 rounded border border-line px-1 text-sm focus-within:outline-2 focus-within:outline-accent ${own ? 'text-accent' : ''}`}
      >
        <RailMark kind="fault" />
        {set === undefined ? (compact ? '' : 'response as is') : sizeText(set)}
        <select
          aria-label={`Scale the responses of entry ${entry}`}
          className="absolute inset-0 w-full cursor-pointer opacity-0"
          value={chosen}
          onClick={(event) => event.stopPropagation()}
          onChange={(event) => {
            const next = parseFault(event.currentTarget.value);
            const others = store.frame().faults.filter((fault) => !isOwn(fault));
            store.setFaults(next.ok ? [...others, next.value] : others);
          }}
        >
          <option value="">response as is</option>
          {known ? null : <option value={chosen}>{sizeText(set)}</option>}
          <Options of={offers.map((fault) => [formatFault(fault), sizeText(fault)])} />
        </select>
      </span>
    </Tooltip>
  );
}
