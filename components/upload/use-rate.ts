'use client';

import { useEffect, useReducer } from 'react';
import { addSample, rateOf, type RateSample } from './transfer-rate';

const NONE: readonly RateSample[] = [];

/** Bytes per second of something that grows; null before that can be said. */
export function useRate(bytes: number): number | null {
  const [samples, add] = useReducer(addSample, NONE);
  useEffect(() => add({ at: performance.now(), bytes }), [bytes]);
  return rateOf(samples);
}
