'use client';

import { startTransition, useEffect, useMemo, useState } from 'react';

/** State of an attempt; `input` is what the rest belongs to. */
interface AttemptState<Input> {
  readonly input: Input | null;
}

/** Reason of an abort that nobody sees. */
const REPLACED = 'replaced';

/** Starts the work for an input; `show` changes the state until a newer input replaces it. */
export type Start<Input, State> = (
  input: Input,
  signal: AbortSignal,
  show: (part: Partial<State>) => void,
) => void;

/**
 * Work that a new input replaces, and that can be cancelled and begun again; null asks for none.
 * `start` and `waiting` must not change.
 */
export function useAttempts<Input, State extends AttemptState<Input>>(
  input: Input | null,
  waiting: State,
  start: Start<Input, State>,
): State & { readonly cancel: () => void; readonly resume: () => void } {
  const [state, setState] = useState(waiting);
  const [attempt, setAttempt] = useState(0);
  const [stop, setStop] = useState<AbortController | null>(null);
  useEffect(() => {
    if (input === null) return;
    const controller = new AbortController();
    const { signal } = controller;
    setStop(controller);
    start(input, signal, (part) => {
      if (signal.reason === REPLACED) return;
      startTransition(() =>
        setState((old) => ({ ...(old.input === input ? old : { ...waiting, input }), ...part })),
      );
    });
    return () => controller.abort(REPLACED);
  }, [input, attempt, waiting, start]);
  return useMemo(
    () => ({
      ...(state.input === input ? state : waiting),
      cancel: () => stop?.abort(),
      resume: () => setAttempt((old) => old + 1),
    }),
    [state, input, stop, waiting],
  );
}
