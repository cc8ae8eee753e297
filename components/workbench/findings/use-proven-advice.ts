'use client';

import { useEffect, useState } from 'react';
import { candidatesOf, type Candidate } from '@/lib/analysis/detectors/cures/candidates';
import type { CureEffect } from '@/lib/analysis/detectors/cures/cure-effect';
import { provenAdvice, type ProvenAdvice } from '@/lib/analysis/detectors/cures/proven-advice';
import type { Finding } from '@/lib/analysis/detectors/finding';
import { remedyClient } from '@/lib/worker/clients/remedies';
import { useLateFrame, useWorkbench } from '../state/use-workbench';
import { useFindings } from './use-findings';

interface Answer {
  readonly finding: Finding | null;
  readonly candidates: readonly Candidate[];
  readonly effects: readonly (CureEffect | null)[];
  /** Why no more effects come; null where they may. */
  readonly fault: string | null;
}

const none: Answer = { finding: null, candidates: [], effects: [], fault: null };

/**
 * What a finding's words advise at once, and the changes that cure it as soon as the worker has replayed
 * them, with their net effect. None is replayed while a setting moves.
 */
export function useProvenAdvice(finding: Finding): {
  readonly advice: readonly ProvenAdvice[];
  readonly fault: string | null;
} {
  const { store } = useWorkbench();
  const { replay, moving } = useLateFrame();
  const stale = useFindings()?.stale ?? true;
  const [answer, setAnswer] = useState(none);
  useEffect(() => {
    if (stale || moving) return;
    const candidates = candidatesOf(replay, finding);
    if (candidates.length === 0) return;
    const stop = new AbortController();
    const effects: (CureEffect | null)[] = [];
    const say = (fault: string | null): void => {
      if (!stop.signal.aborted) setAnswer({ finding, candidates, effects: [...effects], fault });
    };
    const onEffect = (effect: CureEffect | null): void => {
      effects.push(effect);
      say(null);
    };
    const changes = candidates.map(({ settings }) => settings);
    const { detector } = finding;
    remedyClient()
      .cures(
        { session: store.session, base: replay, detector, changes },
        { onEffect, signal: stop.signal },
      )
      .catch(({ message }: Error) => say(message));
    return () => stop.abort();
  }, [finding, replay, moving, stale, store]);
  const { candidates, effects, fault } = answer.finding === finding ? answer : none;
  return { advice: provenAdvice(finding, candidates, effects), fault };
}
