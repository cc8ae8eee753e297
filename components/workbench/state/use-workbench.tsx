'use client';

import {
  createContext,
  startTransition,
  useContext,
  useEffect,
  useState,
  useSyncExternalStore,
} from 'react';
import type { SessionRecord } from '@/lib/api/contract/contract';
import type { Opening } from '@/lib/analysis/fit/opening';
import type { ChartSource } from '../chart/chart-source';
import type { SessionPrefix } from '@/lib/engine/replay/session-prefix';
import type { Frame } from './frame';
import type { WorkbenchStore } from './workbench-store';

/** Shared by every panel of the workbench. */
export interface Workbench {
  readonly store: WorkbenchStore;
  readonly chart: ChartSource;
  readonly record: SessionRecord;
  readonly prefix: SessionPrefix;
  readonly opening: Opening;
}

const WorkbenchContext = createContext<Workbench | null>(null);
export const WorkbenchProvider = WorkbenchContext.Provider;

/** The workbench around a panel. */
export function useWorkbench(): Workbench {
  const workbench = useContext(WorkbenchContext);
  if (!workbench) throw new Error('A panel of the workbench stands outside of it');
  return workbench;
}

/** The frame, updated at reading speed during a drag; for panels of text. */
export function useLateFrame(): Frame {
  const { store } = useWorkbench();
  const [late, setLate] = useState(() => ({ store, frame: store.frame() }));
  useEffect(
    () =>
      store.subscribeLate((frame) =>
        startTransition(() =>
          setLate((old) => (old.store === store && old.frame === frame ? old : { store, frame })),
        ),
      ),
    [store],
  );
  return late.store === store ? late.frame : store.frame();
}

/** A value of the frame without delay; other changes do not re-render the reader. */
export function useOfFrame<T>(read: (frame: Frame) => T): T {
  const { store } = useWorkbench();
  const now = (): T => read(store.frame());
  return useSyncExternalStore(store.subscribe, now, now);
}
