'use client';

import { useMemo } from 'react';
import { counted } from '@/lib/engine/base/format';
import type { SettingField } from '@/lib/engine/policy/fields';
import { replay, type Replay } from '@/lib/engine/replay/replay';
import { useLateFrame, useWorkbench } from '../state/use-workbench';

/** Count of steps at which two replays decide differently. */
function decisionsFlipped(a: Replay, b: Replay): number {
  let flipped = 0;
  const other = b.columns.compacted;
  a.columns.compacted.forEach((fired, step) => {
    if (fired !== other[step]) flipped++;
  });
  return flipped;
}

/** A setting and its value by default. */
export interface SettingProps {
  readonly field: SettingField;
  readonly initial: unknown;
}

/** Decisions that this setting alone changes from its default. */
export function useFlips({ field: { key }, initial }: SettingProps): number {
  const { store } = useWorkbench();
  const frame = useLateFrame();
  return useMemo(() => {
    const { replay: draft, policy, settings, faults } = frame;
    if (settings[key] === initial) return 0;
    const without = replay(store.session, policy, { ...settings, [key]: initial }, { faults });
    return decisionsFlipped(draft, without);
  }, [store, frame, key, initial]);
}

/** "flips 3 decisions". */
export const flipsText = (flips: number): string =>
  `flips ${flips === 0 ? 'no decision' : counted(flips, 'decision')}`;
