'use client';

import { useSyncExternalStore } from 'react';
import { Tooltip } from '@/components/ui/tooltip';

const KEY = 'highwater-numbers-only';
const listeners = new Set<() => void>();

/** True if uploads are stored without their texts; kept in this browser. */
export function wantsNumbersOnly(): boolean {
  return typeof localStorage !== 'undefined' && localStorage.getItem(KEY) === 'on';
}

function want(on: boolean): void {
  if (on) localStorage.setItem(KEY, 'on');
  else localStorage.removeItem(KEY);
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The choice to store sizes in place of text. */
export function NumbersOnlyChoice() {
  const on = useSyncExternalStore(subscribe, wantsNumbersOnly, () => false);
  return (
    <Tooltip text="Stores how long each text is and what kind it is, not the text itself, and no file names. Replays come out the same.">
      <label className="flex items-center gap-1.5 whitespace-nowrap text-ink2">
        <input type="checkbox" checked={on} onChange={(event) => want(event.target.checked)} />
        Numbers only
      </label>
    </Tooltip>
  );
}
