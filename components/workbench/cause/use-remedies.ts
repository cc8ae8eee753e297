'use client';

import { useEffect, useMemo, useState } from 'react';
import { effectOf } from '@/lib/analysis/explain/cause/remedies/effect';
import type { RemedyEffect } from '@/lib/analysis/explain/cause/remedies/remedy';
import { remedyList, type RemedyList } from '@/lib/analysis/explain/cause/remedies/remedy-list';
import { useWorkbench } from '../state/use-workbench';
import { useCause } from './use-cause';

/** Rest of the page before the first remedy is replayed: keys held down ask for none. */
const REST_MS = 120;

interface Known {
  readonly list: RemedyList | null;
  readonly effects: readonly RemedyEffect[];
}

/**
 * The remedies of the selected step at once, and what each would do as soon as it is replayed: one
 * replay a task, none while a setting moves.
 */
export function useRemedies(): Known {
  const { store } = useWorkbench();
  const { explanation, subject, frame } = useCause();
  const { replay, step, moving } = frame;
  const { turned } = explanation;
  const list = useMemo(
    () => remedyList(replay, step, subject, turned),
    [replay, step, subject, turned],
  );
  const [known, setKnown] = useState<Known>({ list: null, effects: [] });
  useEffect(() => {
    if (list === null || moving) return;
    const effects: RemedyEffect[] = [];
    let timer = setTimeout(next, REST_MS);
    function next(): void {
      const remedy = list?.remedies[effects.length];
      // A newer replay may write over the columns of the one that is compared with.
      if (list === null || remedy === undefined || store.frame().replay !== replay) return;
      effects.push(effectOf(store.session, list.base, step, remedy));
      setKnown({ list, effects: [...effects] });
      timer = setTimeout(next, 0);
    }
    return () => clearTimeout(timer);
  }, [list, moving, store, replay, step]);
  return { list, effects: known.list === list ? known.effects : [] };
}
