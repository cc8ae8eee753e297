'use client';

import { startTransition, useEffect, useMemo, useState } from 'react';
import type { SettingField } from '@/lib/engine/policy/fields';
import { searchBreakpoints, type Breakpoints } from '@/lib/tuning/breakpoints/breakpoints';
import { useLateFrame, useWorkbench } from '../../state/use-workbench';
import { idleSlices } from './idle-slices';

/** Steps replayed at most for a policy whose outcomes have no bounds. */
const BUDGET = 2_000_000;

/** From so many steps on, windows below a quarter of the strip are left out: there every step compacts. */
const MANY_STEPS = 2_000;

/** Ends of a strip. */
export interface StripRange {
  readonly min: number;
  readonly max: number;
}

/** Outcomes of a session along one setting. */
export interface Outcomes {
  /** The newest that were found; null: none yet. */
  readonly found: Breakpoints | null;
  /** They are those of the settings on screen. */
  readonly fresh: boolean;
}

/**
 * The outcomes of the what-if along a setting, found while the browser is idle and nothing moves: until
 * then those of the settings before. Null where faults are injected, which change more than settings.
 */
export function useOutcomes(
  { key, slider }: SettingField,
  { min: least, max }: StripRange,
): Outcomes | null {
  const { store } = useWorkbench();
  const many = slider === 'window' && store.session.profile.stepCount >= MANY_STEPS;
  const min = many ? Math.max(least, Math.trunc(max / 4)) : least;
  const { policy, settings, faults, replay, moving } = useLateFrame();
  const { limit } = replay;
  // What they depend on: everything but the setting itself.
  const subject = useMemo(
    () => JSON.stringify([policy.id, { ...settings, [key]: null }, limit, min, max]),
    [policy, settings, key, limit, min, max],
  );
  const [last, setLast] = useState<{ subject: string; found: Breakpoints } | null>(null);
  const faulty = faults.length > 0;
  const known = last?.subject === subject;
  useEffect(() => {
    if (known || moving || faulty) return;
    const range = { from: min, to: max, limit, budget: BUDGET };
    const search = searchBreakpoints(store.session, policy, store.frame().settings, key, range);
    const find = (): boolean => {
      const { done, value } = search.next();
      if (done !== true) return false;
      startTransition(() => setLast({ subject, found: value }));
      return true;
    };
    // The late frame says that something moves a little late.
    return idleSlices(find, () => store.frame().moving);
  }, [store, policy, key, limit, min, max, subject, known, moving, faulty]);
  return faulty ? null : { found: last?.found ?? null, fresh: known };
}
