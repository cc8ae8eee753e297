'use client';

import { createContext, useContext, useEffect, useMemo, useState } from 'react';
import type { About } from '@/lib/analysis/detectors/evidence/evidence';
import { byWeight, type Finding } from '@/lib/analysis/detectors/finding';
import { Judging } from '@/lib/analysis/detectors/registry';
import type { SuppressionRecord } from '@/lib/api/contract/findings/findings-contract';
import { useEntryNames, useSuppressions } from '@/lib/api/queries/findings-queries';
import type { Replay } from '@/lib/engine/replay/replay';
import { idleSlices } from '../parameters/outcomes/idle-slices';
import { useForgotten } from './use-forgotten';
import { useSessionPrices } from '../cost/use-cost';
import { useLateFrame, useWorkbench } from '../state/use-workbench';

/** A finding that the user does not want to see, and why. */
export interface SuppressedFinding {
  readonly finding: Finding;
  readonly suppression: SuppressionRecord;
}

/** What is found in the session and its replay. */
export interface Findings {
  readonly shown: readonly Finding[];
  readonly suppressed: readonly SuppressedFinding[];
  /** Of settings that have changed since. */
  readonly stale: boolean;
}

/** null until the detectors were asked. */
const FindingsContext = createContext<Findings | null>(null);
export const FindingsProvider = FindingsContext.Provider;

/** The findings around a panel; null until they are known. */
export const useFindings = (): Findings | null => useContext(FindingsContext);

interface Judged {
  readonly replay: Replay;
  readonly findings: readonly Finding[];
  readonly asked: readonly number[];
}

const NONE: readonly number[] = [];

/** Asks the detectors while the browser is idle and no setting moves; the last answer stays until then. */
export function useJudged(): Findings | null {
  const { replay, moving } = useLateFrame();
  const { store, record } = useWorkbench();
  const { id } = record.row;
  const about = useMemo<About>(
    () => ({ agent: record.source.agent, notices: record.notices }),
    [record],
  );
  const { ratesOf } = useSessionPrices();
  const [judged, setJudged] = useState<Judged | null>(null);
  const names = useEntryNames(id, judged?.asked ?? NONE).data;
  const suppressions = useSuppressions(id).data;
  const forgotten = useForgotten(about);
  useEffect(() => {
    if (moving) return;
    const priced = ratesOf === null ? about : { ...about, ratesOf };
    const judging = new Judging(replay, priced, (entry) => names?.get(entry) ?? null);
    const work = (): boolean => {
      if (!judging.next()) return false;
      const { findings, asked } = judging;
      setJudged((old) => ({
        replay,
        findings,
        asked: old !== null && sameNumbers(old.asked, asked) ? old.asked : asked,
      }));
      return true;
    };
    // A newer replay may have taken over the columns of this one.
    return idleSlices(work, () => store.frame().replay !== replay);
  }, [store, replay, moving, about, names, ratesOf]);
  return useMemo(() => {
    if (judged === null || suppressions === undefined) return null;
    const of = ({ detector }: Finding): SuppressionRecord | undefined =>
      suppressions.find((one) => one.detector === detector);
    const all = [...judged.findings, ...forgotten].sort(byWeight);
    return {
      shown: all.filter((finding) => of(finding) === undefined),
      suppressed: all.flatMap((finding) => {
        const suppression = of(finding);
        return suppression === undefined ? [] : [{ finding, suppression }];
      }),
      stale: judged.replay !== replay,
    };
  }, [judged, forgotten, suppressions, replay]);
}

const sameNumbers = (a: readonly number[], b: readonly number[]): boolean => a.join() === b.join();
