'use client';

import { useEffect, useMemo, useState } from 'react';
import { offered, type KnownRemedy } from '@/lib/analysis/explain/cause/remedies/offered';
import type { RemedyEffect } from '@/lib/analysis/explain/cause/remedies/remedy';
import { remedyList, type RemedyList } from '@/lib/analysis/explain/cause/remedies/remedy-list';
import { remedyClient } from '@/lib/worker/remedies/remedy-client';
import { useSessionPrices } from '../cost/use-cost';
import { useWorkbench } from '../state/use-workbench';
import { useCause } from './use-cause';

interface Answer {
  readonly list: RemedyList | null;
  /** Of the first remedies; null for one that is none. */
  readonly effects: readonly (RemedyEffect | null)[];
  /** Why no more effects come; null where they may. */
  readonly fault: string | null;
}

const none: Answer = { list: null, effects: [], fault: null };

/**
 * The remedies of the selected step at once, and what each would do as soon as the worker has replayed
 * it; one that turns nothing, or does harm, then leaves the list. None is replayed while a setting moves.
 */
export function useRemedies() {
  const { store } = useWorkbench();
  const { explanation, subject, frame } = useCause();
  const { prices, error } = useSessionPrices();
  const { replay, step, moving } = frame;
  const { turned } = explanation;
  const list = useMemo(
    () => remedyList(replay, step, subject, turned),
    [replay, step, subject, turned],
  );
  const [answer, setAnswer] = useState(none);
  // Effects are told once, with their dollars: what has no price then never gets one.
  const isPriced = prices !== null || error !== null;
  useEffect(() => {
    if (list === null || moving || !isPriced) return;
    const { session } = store;
    const stop = new AbortController();
    const rates = prices?.models.map(({ model, rates: own }) => [model, own] as const) ?? null;
    const effects: (RemedyEffect | null)[] = [];
    const onEffect = (effect: RemedyEffect | null): void => {
      effects.push(effect);
      setAnswer({ list, effects: [...effects], fault: null });
    };
    remedyClient
      .effects({ session, step, list, rates }, onEffect, stop.signal)
      .catch(({ message }: Error) => {
        if (!stop.signal.aborted) setAnswer({ list, effects: [...effects], fault: message });
      });
    return () => stop.abort();
  }, [list, moving, store, step, prices, isPriced]);
  const { effects, fault } = answer.list === list ? answer : none;
  const remedies = (list?.remedies ?? []).flatMap((remedy, index): readonly KnownRemedy[] => {
    const effect = effects[index];
    return effect === null ? [] : [{ remedy, effect: effect ?? null }];
  });
  return { list, remedies: offered(remedies), fault };
}
