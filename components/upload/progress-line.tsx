'use client';

import { useEffect, useReducer } from 'react';
import { formatBytes } from '@/lib/engine/base/format';
import { rateText, addSample, rateOf, type RateSample } from './transfer-rate';

/** A bar with the amount done, the rate and the remaining time. */
export function ProgressLine(props: {
  /** "Sending a.jsonl". */
  readonly label: string;
  readonly done: number;
  readonly total: number;
  readonly className?: string;
}) {
  const { label, done, total, className } = props;
  const rate = useRate(done);
  const share = total > 0 ? Math.min(1, done / total) : 0;
  const speed = rateText(rate, total - done);
  return (
    <div className={className}>
      <div
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.round(share * 100)}
        className="h-1 overflow-hidden rounded-full bg-line"
      >
        <div
          className="h-full rounded-full bg-accent transition-[width]"
          style={{ width: `${share * 100}%` }}
        />
      </div>
      <p className="mt-1 text-xs text-ink2 tabular-nums">
        {formatBytes(done)} of {formatBytes(total)}
        {speed === '' ? '' : ` · ${speed}`}
      </p>
    </div>
  );
}

const NONE: readonly RateSample[] = [];

/** Bytes per second of a growing amount; null before two samples. */
function useRate(bytes: number): number | null {
  const [samples, add] = useReducer(addSample, NONE);
  useEffect(() => add({ at: performance.now(), bytes }), [bytes]);
  return rateOf(samples);
}
