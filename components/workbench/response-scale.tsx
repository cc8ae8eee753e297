'use client';

import { formatFactor } from '@/lib/base/format';
import { useLateFrame, useWorkbench } from './use-workbench';

/** Factors offered; any other from 0 to 10 can be typed in the faults panel. */
const FACTORS = [0, 0.1, 0.5, 2, 5, 10] as const;

/** The size of one entry's tool responses in the replay: as recorded, gone or scaled; a fault. */
export function ResponseScale({ entry }: { readonly entry: number }) {
  const { store } = useWorkbench();
  const { faults } = useLateFrame();
  const others = faults.filter((fault) => fault.kind !== 'response' || fault.entry !== entry);
  const own = faults.findLast((fault) => fault.kind === 'response' && fault.entry === entry);
  const factor = own?.kind === 'response' ? own.factor : 1;
  const known = factor === 1 || (FACTORS as readonly number[]).includes(factor);
  return (
    <select
      aria-label={`Scale the responses of entry ${entry}`}
      className={`h-[22px] rounded border border-line bg-panel px-1 text-sm ${own ? 'text-accent' : ''}`}
      value={factor}
      onClick={(event) => event.stopPropagation()}
      onChange={(event) => {
        const next = Number(event.currentTarget.value);
        const added = next === 1 ? [] : [{ kind: 'response' as const, entry, factor: next }];
        store.setFaults([...others, ...added]);
      }}
    >
      <option value={1}>response as is</option>
      {known ? null : <option value={factor}>{formatFactor(factor)}</option>}
      {FACTORS.map((value) => (
        <option key={value} value={value}>
          {value === 0 ? 'gone' : `× ${value}`}
        </option>
      ))}
    </select>
  );
}
