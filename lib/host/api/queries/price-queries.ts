'use client';

import { path } from '../client';
import { pricesSchema } from '../contract/workbench/cost-contract';
import { useAnswer } from './use-answer';

/** What a session's models cost on the day it began. */
export const usePrices = (id: string) =>
  useAnswer(['prices', id], pricesSchema, path`/api/sessions/${id}/prices`, {
    staleTime: Infinity,
  });
