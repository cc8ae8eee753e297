'use client';

import {
  createContext,
  startTransition,
  useContext,
  useEffect,
  useState,
  useSyncExternalStore,
} from 'react';
import type { SessionRecord } from '@/lib/api/contract';
import type { ChartSource } from './chart-source';
import type { SessionPrefix } from './session-prefix';
import type { Frame, WorkbenchStore } from './workbench-store';

/** What every panel of the workbench can reach. */
export interface Workbench {
  readonly store: WorkbenchStore;
  readonly chart: ChartSource;
  readonly record: SessionRecord;
  readonly prefix: SessionPrefix;
}

const WorkbenchContext = createContext<Workbench | null>(null);
export const WorkbenchProvider = WorkbenchContext.Provider;

/** The workbench around a panel. */
export function useWorkbench(): Workbench {
  const workbench = useContext(WorkbenchContext);
  if (!workbench) throw new Error('A panel of the workbench stands outside of it');
  return workbench;
}

/** The frame as fast as it can be read: for panels of text that a drag must not wait for. */
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

/** The selected step, at once. */
export function useStep(): number {
  const { store } = useWorkbench();
  const read = (): number => store.frame().step;
  return useSyncExternalStore(store.subscribe, read, read);
}

/** One setting's value, at once; nothing else of the frame wakes its reader. */
export function useSetting(key: string): unknown {
  const { store } = useWorkbench();
  const read = (): unknown => store.frame().settings[key];
  return useSyncExternalStore(store.subscribe, read, read);
}
