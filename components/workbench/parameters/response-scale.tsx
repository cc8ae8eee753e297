'use client';

import { RailMark } from '@/components/charts/rail-mark';
import { Options } from '@/components/ui/options';
import { Tooltip } from '@/components/ui/tooltip';
import { formatFactor } from '@/lib/base/format';
import type { Fault } from '@/lib/replay/faults/faults';
import { useLateFrame, useWorkbench } from '../state/use-workbench';

/** Factors offered; any other from 0 to 10 can be typed in the faults panel. */
const FACTORS = [0, 0.1, 0.5, 2, 5, 10] as const;

/** "gone", "× 0.1" or, as recorded, an empty text. */
function factorText(factor: number): string {
  if (factor === 1) return '';
  return factor === 0 ? 'gone' : `× ${formatFactor(factor).replace('×', '').replace(/\.0$/, '')}`;
}

/**
 * The size of one entry's tool responses in the replay: as recorded, gone or scaled; a fault.
 * `compact` replaces the words for "as recorded" by a mark.
 */
export function ResponseScale(props: { readonly entry: number; readonly compact?: boolean }) {
  const { entry, compact = false } = props;
  const { store } = useWorkbench();
  const { faults } = useLateFrame();
  const isOwn = (fault: Fault): boolean => fault.kind === 'response' && fault.entry === entry;
  const own = faults.findLast(isOwn);
  const factor = own?.kind === 'response' ? own.factor : 1;
  const known = factor === 1 || (FACTORS as readonly number[]).includes(factor);
  return (
    <Tooltip text="Scale this response: a fault">
      <span
        className={`relative inline-flex items-center gap-1 rounded border border-line px-1 text-sm focus-within:outline-2 focus-within:outline-accent ${own ? 'text-accent' : ''}`}
      >
        <RailMark kind="fault" />
        {factorText(factor) || (compact ? '' : 'response as is')}
        <select
          aria-label={`Scale the responses of entry ${entry}`}
          className="absolute inset-0 w-full cursor-pointer opacity-0"
          value={factor}
          onClick={(event) => event.stopPropagation()}
          onChange={(event) => {
            const next = Number(event.currentTarget.value);
            const added = next === 1 ? [] : [{ kind: 'response' as const, entry, factor: next }];
            const others = store.frame().faults.filter((fault) => !isOwn(fault));
            store.setFaults([...others, ...added]);
          }}
        >
          <option value={1}>response as is</option>
          {known ? null : <option value={factor}>{factorText(factor)}</option>}
          <Options of={FACTORS.map((value) => [`${value}`, factorText(value)])} />
        </select>
      </span>
    </Tooltip>
  );
}
