'use client';

import { useCallback, useDeferredValue, useEffect, useMemo, useReducer, useRef } from 'react';
import type { ScenarioPlan } from '@/lib/scenarios/plan';
import {
  builderReducer,
  isEdited,
  restoredState,
  storedText,
  type BuilderAction,
  type BuilderState,
} from './builder-state';
import { previewOf, type Preview } from './preview';

const STORED = 'highwater-builder';

/** How long typing must rest before it is kept for a reload. */
const REST_MS = 250;

function readStored(): string | null {
  try {
    return sessionStorage.getItem(STORED);
  } catch {
    return null;
  }
}

/** Storage may be full or forbidden: then a reload forgets. */
function writeStored(text: string): void {
  try {
    sessionStorage.setItem(STORED, text);
  } catch (error) {
    console.warn('The builder cannot be kept for a reload:', error);
  }
}

/** The builder's state, kept over reloads, and its preview. */
export interface Builder extends BuilderState {
  readonly edited: boolean;
  /** Of the newest good plan, or of one shortly before while it is computed. */
  readonly preview: Preview;
  readonly edit: (change: Partial<ScenarioPlan>) => void;
  readonly dispatch: (action: BuilderAction) => void;
}

/** Holds the builder's page; only in a browser. */
export function useBuilder(): Builder {
  const [state, dispatch] = useReducer(builderReducer, null, () => restoredState(readStored()));
  useKept(state);
  // The form is drawn first: a long scenario takes some tenths of a second to run.
  const plan = useDeferredValue(state.good);
  const preview = useMemo(() => previewOf(plan), [plan]);
  const edit = useCallback(
    (change: Partial<ScenarioPlan>) => dispatch({ type: 'edit', change }),
    [],
  );
  const edited = useMemo(() => isEdited(state), [state]);
  return { ...state, edited, preview, edit, dispatch };
}

function useKept(state: BuilderState): void {
  const newest = useRef(state);
  useEffect(() => {
    newest.current = state;
    const timer = setTimeout(() => writeStored(storedText(state)), REST_MS);
    return () => clearTimeout(timer);
  }, [state]);
  useEffect(() => {
    const keep = (): void => writeStored(storedText(newest.current));
    window.addEventListener('pagehide', keep);
    return () => {
      window.removeEventListener('pagehide', keep);
      keep();
    };
  }, []);
}
