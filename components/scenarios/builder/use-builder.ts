'use client';

import { useCallback, useDeferredValue, useEffect, useMemo, useReducer, useRef } from 'react';
import type { ScenarioPlan } from '@/lib/readers/scenarios/plan';
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

/** Pause in typing before the state is stored for a reload. */
const REST_MS = 250;

function readStored(): string | null {
  try {
    return sessionStorage.getItem(STORED);
  } catch {
    return null;
  }
}

/** Keeps unsaved work for a reload unless storage is full or forbidden. */
function writeStored(text: string): void {
  try {
    sessionStorage.setItem(STORED, text);
  } catch (error) {
    console.warn('Unsaved work will not survive a reload:', error);
  }
}

/** The builder's state, which survives reloads, and its preview. */
export interface Builder extends BuilderState {
  readonly edited: boolean;
  /** Preview of the newest good plan, or of an earlier one while it is computed. */
  readonly preview: Preview;
  readonly edit: (change: Partial<ScenarioPlan>) => void;
  readonly dispatch: (action: BuilderAction) => void;
}

/** The plan as typed, its errors by the field's path, and a setter. */
export type PlanDraft = Pick<Builder, 'draft' | 'errors' | 'edit'>;

/** State of the builder's page; browser only. */
export function useBuilder(): Builder {
  const [state, dispatch] = useReducer(builderReducer, null, () => restoredState(readStored()));
  useKept(state);
  // Draw the form first: a long scenario takes some tenths of a second to run.
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
