'use client';

import { useMemo } from 'react';
import type { GivenPrices } from '@/lib/analysis/cost/rates';
import type { Block } from '@/lib/answers/model/block';
import { tuneClient } from '@/lib/worker/tune/tune-client';
import { useAttempts, type Start } from './use-attempts';
import type { Sweep } from './use-sweep';

interface ComparedInput {
  readonly prices: GivenPrices;
}

/** What an answer compares; null until it is computed. */
export interface ComparedAnswer {
  readonly blocks: readonly Block[] | null;
  readonly error: string | null;
}

interface ComparedState extends ComparedAnswer {
  readonly input: ComparedInput | null;
}

const WAITING: ComparedState = { input: null, blocks: null, error: null };

const start: Start<ComparedInput, ComparedState> = ({ prices }, signal, show) => {
  tuneClient
    .call((tuner) => tuner.compared(prices, signal))
    .then(
      (blocks) => show({ blocks }),
      (error: unknown) => show({ error: error instanceof Error ? error.message : String(error) }),
    );
};

/** Compares today's settings with the recommended ones and the runner-up once the answer has its edges. */
export function useCompared({ end, assured }: Sweep, prices: GivenPrices): ComparedAnswer {
  const answer = assured ? end : null;
  const input = useMemo(() => (answer === null ? null : { prices, answer }), [answer, prices]);
  return useAttempts<ComparedInput, ComparedState>(input, WAITING, start);
}
