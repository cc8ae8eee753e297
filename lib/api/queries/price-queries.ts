'use client';

import { useQueries } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { RatesOf } from '@/lib/analysis/cost/recorded-bill';
import { path, request } from '../client';
import { pricesSchema, type Prices } from '../contract/workbench/prices-contract';
import { useAnswer } from './use-answer';

const urlOf = (id: string): string => path`/api/sessions/${id}/prices`;

/** What a session's models cost on the day it began. */
export const usePrices = (id: string) =>
  useAnswer(['prices', id], pricesSchema, urlOf(id), { staleTime: Infinity });

/** The rates of a session's models by their names. */
export function ratesOfModels({ models }: Pick<Prices, 'models'>): RatesOf {
  const rates = new Map(models.map((one) => [one.model, one.rates]));
  return (model) => (model === null ? null : (rates.get(model) ?? null));
}

/** The rates of several sessions by their ids, as far as they have arrived. */
export function useRatesOf(ids: readonly string[]): ReadonlyMap<string, RatesOf> {
  const prices = useQueries({
    queries: ids.map((id) => ({
      queryKey: ['prices', id],
      queryFn: ({ signal }: { readonly signal: AbortSignal }) =>
        request(pricesSchema, urlOf(id), { signal }),
      staleTime: Infinity,
    })),
    combine: dataOf,
  });
  return useMemo(
    () =>
      new Map(
        ids.flatMap((id, i) => {
          const known = prices[i];
          return known === undefined ? [] : [[id, ratesOfModels(known)] as const];
        }),
      ),
    [ids, prices],
  );
}

const dataOf = (results: readonly { readonly data?: Prices | undefined }[]) =>
  results.map(({ data }) => data);
