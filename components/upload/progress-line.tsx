'use client';

import { formatBytes } from '@/lib/base/format';
import { rateText } from './transfer-rate';
import { useRate } from './use-rate';

/** A bar, and beside it how much is done, how fast, and how long the rest takes. */
export function ProgressLine({
  label,
  done,
  total,
  className,
}: {
  /** "Sending a.jsonl". */
  readonly label: string;
  readonly done: number;
  readonly total: number;
  readonly className?: string;
}) {
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
