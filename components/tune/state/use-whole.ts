'use client';

import type { CorpusEvidence, EvidenceInput } from '@/lib/api/contract/tuning/evidence-contract';
import { corpusEvidence } from '@/lib/api/evidence';
import { useAttempts, type Start } from './use-attempts';

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
export const useWhole = (input: EvidenceInput | null): Whole => useAttempts(input, WAITING, ask);

const ask: Start<EvidenceInput, WholeState> = (input, signal, show) => {
  show({ status: 'running', error: null });
  corpusEvidence(input, (done, total) => show({ done, total }), signal).then(
    (evidence) => show({ status: 'done', evidence }),
    (error: unknown) => {
      if (signal.aborted) return show({ status: 'cancelled' });
      show({ status: 'failed', error: error instanceof Error ? error.message : String(error) });
    },
  );
};
