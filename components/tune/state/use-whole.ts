'use client';

import { startTransition, useEffect, useMemo, useState } from 'react';
import type {
  CorpusEvidence,
  EvidenceInput,
} from '@/lib/host/api/contract/tuning/evidence-contract';
import { corpusEvidence } from '@/lib/host/api/evidence';

interface WholeState {
  /** The input that the rest belongs to. */
  readonly input: EvidenceInput | null;
  readonly status: 'waiting' | 'running' | 'done' | 'cancelled' | 'failed';
  readonly done: number;
  readonly total: number;
  readonly evidence: CorpusEvidence | null;
  readonly error: string | null;
}

/** The evidence of a whole corpus, of which the page's worker has a sample. */
export interface Whole extends WholeState {
  readonly cancel: () => void;
  readonly resume: () => void;
}

const WAITING: WholeState = {
  input: null,
  status: 'waiting',
  ...{ done: 0, total: 0, evidence: null, error: null },
};

/** Asks the server for the evidence of a corpus; a new input replaces the one before, null asks nothing. */
export function useWhole(input: EvidenceInput | null): Whole {
  const [state, setState] = useState(WAITING);
  const [attempt, setAttempt] = useState(0);
  const [stop, setStop] = useState<AbortController | null>(null);
  useEffect(() => {
    if (input === null) return;
    const controller = new AbortController();
    setStop(controller);
    const show = (part: Partial<WholeState>): void => {
      if (controller.signal.reason === REPLACED) return;
      startTransition(() =>
        setState((old) => ({ ...(old.input === input ? old : { ...WAITING, input }), ...part })),
      );
    };
    show({ status: 'running', error: null });
    corpusEvidence(input, (done, total) => show({ done, total }), controller.signal).then(
      (evidence) => show({ status: 'done', evidence }),
      (error: unknown) => {
        if (controller.signal.aborted) return show({ status: 'cancelled' });
        show({ status: 'failed', error: error instanceof Error ? error.message : String(error) });
      },
    );
    return () => controller.abort(REPLACED);
  }, [input, attempt]);
  return useMemo(
    () => ({
      ...(state.input === input ? state : WAITING),
      cancel: () => stop?.abort(),
      resume: () => setAttempt((old) => old + 1),
    }),
    [state, input, stop],
  );
}

/** Reason of an abort that nobody sees. */
const REPLACED = 'replaced';
