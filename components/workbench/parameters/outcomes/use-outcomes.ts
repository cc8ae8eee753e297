'use client';

import { startTransition, useEffect, useMemo, useState } from 'react';
import type { SettingField } from '@/lib/engine/policy/fields';
import type { Breakpoints } from '@/lib/tuning/breakpoints/breakpoints';
import { breakpointClient } from '@/lib/worker/breakpoints/breakpoint-client';
import { useLateFrame, useWorkbench } from '../../state/use-workbench';

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
  /** Why none can be found; null where they may. */
  readonly fault: string | null;
}

/** An answer of the worker, or why there is none. */
interface Answer {
  readonly subject: string;
  readonly found: Breakpoints | null;
  readonly fault: string | null;
}

/**
 * The outcomes of the what-if along a setting, searched by a worker while nothing moves: until they are
 * there those of the settings before. Null where faults are injected, which change more than settings.
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
  const [last, setLast] = useState<Answer | null>(null);
  const faulty = faults.length > 0 || slider === undefined;
  const known = last?.subject === subject;
  useEffect(() => {
    if (known || moving || faulty) return;
    const stop = new AbortController();
    const range = { from: min, to: max, limit, budget: BUDGET };
    const given = store.frame().settings;
    const keep = (found: Breakpoints | null, fault: string | null): void => {
      if (stop.signal.aborted) return;
      startTransition(() => setLast({ subject, found, fault }));
    };
    breakpointClient
      .find({ session: store.session, policy, settings: given, setting: key, range }, stop.signal)
      .then(
        (found) => keep(found, null),
        ({ message }: Error) => keep(null, message),
      );
    return () => stop.abort();
  }, [store, policy, key, limit, min, max, subject, known, moving, faulty]);
  if (faulty) return null;
  return { found: last?.found ?? null, fresh: known, fault: known ? last.fault : null };
}
