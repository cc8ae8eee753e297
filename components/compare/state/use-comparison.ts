import { useEffect, useMemo, useState } from 'react';
import { compareLanes, type Comparison } from '@/lib/analysis/compare/comparison';
import { laneLetter } from '@/lib/analysis/compare/lane-words';
import { metricSubject, type MetricSubject } from '@/lib/analysis/compare/metrics';
import { metricRows, type MetricRow } from '@/lib/analysis/compare/metric-rows';
import type { Finding } from '@/lib/analysis/detectors/finding';
import { Judging } from '@/lib/analysis/detectors/registry';
import { useComparedSessions } from '@/lib/api/queries/compare-queries';
import { useRatesOf } from '@/lib/api/queries/price-queries';
import type { Replay } from '@/lib/engine/replay/replay';
import { idleSlices } from '@/components/workbench/parameters/outcomes/idle-slices';
import { parseLane } from '@/lib/analysis/compare/lane-text';
import type { CompareView } from './compare-view';
import { openLanes, type OpenedLane } from './opened-lanes';
import { useForgotten } from './use-forgotten';

/** A place of the view: its lane, or why there is none yet. */
export interface LanePlace {
  readonly place: number;
  readonly text: string;
  /** "A"; a place keeps its letter whether its lane can be replayed or not. */
  readonly letter: string;
  readonly lane: OpenedLane | null;
  /** A sentence; null while it arrives. */
  readonly fault: string | null;
}

/** What the page shows of a view. */
export interface Compared {
  readonly places: readonly LanePlace[];
  /** Those that are replayed, in the order of the comparison's lanes. */
  readonly shown: readonly (LanePlace & { readonly lane: OpenedLane })[];
  readonly arriving: boolean;
  /** null without a lane. */
  readonly comparison: Comparison | null;
  readonly rows: readonly MetricRow[];
}

/** The comparison of a view; findings are asked for while the browser is idle. */
export function useComparison(view: CompareView): Compared {
  const { lanes: texts, baseline, axis } = view;
  const ids = useMemo(
    () => [
      ...new Set(
        texts.flatMap((text) => {
          const parsed = parseLane(text);
          return parsed.ok && parsed.value.session !== null ? [parsed.value.session] : [];
        }),
      ),
    ],
    [texts],
  );
  const sessions = useComparedSessions(ids);
  const places = useMemo(
    () =>
      openLanes(texts, sessions).map((found, place): LanePlace => ({
        ...{ place, text: texts[place] ?? '', letter: laneLetter(place) },
        lane: typeof found === 'string' ? null : found,
        fault: typeof found === 'string' ? found : null,
      })),
    [texts, sessions],
  );
  const shown = useMemo(
    () => places.filter((place): place is Compared['shown'][number] => place.lane !== null),
    [places],
  );
  const comparison = useMemo(
    () =>
      shown.length === 0
        ? null
        : compareLanes(
            shown.map(({ lane }) => lane),
            {
              baseline: Math.max(
                0,
                shown.findIndex(({ place }) => place === baseline),
              ),
              axis,
            },
          ),
    [shown, baseline, axis],
  );
  const found = useFindings(shown);
  const rates = useRatesOf(ids);
  const lanes = useMemo(() => shown.map(({ lane }) => lane), [shown]);
  const forgotten = useForgotten(lanes);
  const rows = useMemo(() => {
    const subjects = lanes.map(({ replay, session }): MetricSubject => {
      const [plain, names] = [found.get(replay), forgotten.get(replay)];
      // Counted once both are known: a count that grows would look like a change.
      const all = plain && names ? [...plain, ...names] : null;
      return metricSubject(replay, all, rates.get(session) ?? null);
    });
    return comparison === null ? [] : metricRows(subjects, comparison.baseline);
  }, [lanes, comparison, found, forgotten, rates]);
  const arriving = places.some(({ lane, fault }) => lane === null && fault === null);
  return { places, shown, arriving, comparison, rows };
}

/** Findings of each replay, as far as the detectors were asked. */
function useFindings(shown: Compared['shown']): ReadonlyMap<Replay, readonly Finding[]> {
  const [found, setFound] = useState<ReadonlyMap<Replay, readonly Finding[]>>(new Map());
  useEffect(() => {
    const waiting = shown.filter(({ lane }) => !found.has(lane.replay));
    const [next] = waiting;
    if (next === undefined) return;
    const { replay, about } = next.lane;
    const judging = new Judging(replay, about);
    const work = (): boolean => {
      if (!judging.next()) return false;
      setFound((old) => new Map([...old, [replay, judging.findings]]));
      return true;
    };
    return idleSlices(work, () => false);
  }, [shown, found]);
  return found;
}
