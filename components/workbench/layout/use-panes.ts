'use client';

import { useSyncExternalStore } from 'react';

/** Sizes of the page's panes, kept in this browser for every session. */
interface Panes {
  /** Height of the details in pixels; null: a share of the page. */
  readonly details: number | null;
  /** The ledger is a rail. */
  readonly folded: boolean;
}

const KEY = 'highwater.panes';
const initial: Panes = { details: null, folded: false };
const listeners = new Set<() => void>();
let known: Panes | null = null;

function read(): Panes {
  if (known !== null) return known;
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Panes>;
    const { details, folded } = kept;
    known = {
      details: typeof details === 'number' && details > 0 ? details : null,
      folded: folded === true,
    };
  } catch {
    known = initial;
  }
  return known;
}

/** Changes sizes and keeps them, where the browser lets a page keep anything. */
export function setPanes(change: Partial<Panes>): void {
  known = { ...read(), ...change };
  try {
    localStorage.setItem(KEY, JSON.stringify(known));
  } catch {
    // They last as long as the page.
  }
  for (const listener of listeners) listener();
}

/** Shows the ledger or makes it a rail. */
export const toggleLedger = (): void => setPanes({ folded: !read().folded });

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The panes' sizes now. */
export const usePanes = (): Panes => useSyncExternalStore(subscribe, read, () => initial);
