'use client';

import { startTransition, useEffect, useMemo, useState } from 'react';
import type { SettingField } from '@/lib/policies/contract/fields';
import { searchBreakpoints, type Breakpoints } from '@/lib/tuning/breakpoints/breakpoints';
import { useLateFrame, useWorkbench } from '../../state/use-workbench';

import { idleSlices } from './idle-slices';

/** Steps replayed at most for a policy whose outcomes have no bounds. */
const BUDGET = 2_000_000;

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

/** What the outcomes along a setting depend on, as text: everything but the setting itself. */
type Subject = string;

/**
 * The outcomes of the what-if along a setting, found while the browser is idle and nothing moves: until
 * then those of the settings before. Null where faults are injected, which change more than settings.
 */
export function useOutcomes({ key }: SettingField, { min, max }: StripRange): Outcomes | null {
  const { store } = useWorkbench();
  const { policy, settings, faults, replay, moving } = useLateFrame();
  const { limit } = replay;
  const subject: Subject = useMemo(
    () => JSON.stringify([policy.id, { ...settings, [key]: null }, limit, min, max]),
    [policy, settings, key, limit, min, max],
  );
  const [last, setLast] = useState<{ subject: Subject; found: Breakpoints } | null>(null);
  const faulty = faults.length > 0;
  const known = last?.subject === subject;
  useEffect(() => {
    if (known || moving || faulty) return;
    const range = { from: min, to: max, limit, budget: BUDGET };
    const search = searchBreakpoints(store.session, policy, store.frame().settings, key, range);
    return idleSlices(() => {
      const { done, value } = search.next();
      if (done !== true) return false;
      startTransition(() => setLast({ subject, found: value }));
      return true;
    });
  }, [store, policy, key, limit, min, max, subject, known, moving, faulty]);
  return faulty ? null : { found: last?.found ?? null, fresh: known };
}
