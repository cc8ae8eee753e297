'use client';

import { useQueryClient } from '@tanstack/react-query';
import {
  createContext,
  useContext,
  useEffect,
  useState,
  useSyncExternalStore,
  type ReactNode,
} from 'react';
import { LiveStore, type LiveState } from './live-store';
import { refresh } from './refresh';

const LiveContext = createContext<LiveStore | null>(null);

/** Keeps fetched data up to date: each change invalidates the stale part. */
export function LiveUpdates({ children }: { readonly children: ReactNode }) {
  const client = useQueryClient();
  const [store] = useState(() => new LiveStore(refresh(client)));
  useEffect(() => store.start(), [store]);
  return <LiveContext.Provider value={store}>{children}</LiveContext.Provider>;
}

const never = (): (() => void) => () => undefined;
const connecting = (): LiveState => 'connecting';

/** State of the page's stream of changes. */
export function useLiveState(): LiveState {
  const store = useContext(LiveContext);
  return useSyncExternalStore(store?.subscribe ?? never, store?.state ?? connecting, connecting);
}

const current = (): boolean => false;

/** True if the server came back with another build than this page's. */
export function useUpdated(): boolean {
  const store = useContext(LiveContext);
  return useSyncExternalStore(store?.subscribe ?? never, store?.updated ?? current, current);
}
