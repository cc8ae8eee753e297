'use client';

import { ProgressLine } from './progress-line';
import { phaseOf, readBytes, type UploadItem } from './upload-state';

/** How far everything is: what is sent while something is sent, then what is read. */
export function OverallProgress({ items }: { readonly items: readonly UploadItem[] }) {
  const { label, done, total } = overall(items);
  if (total === 0) return null;
  return <ProgressLine key={label} label={label} done={done} total={total} />;
}

function overall(items: readonly UploadItem[]): { label: string; done: number; total: number } {
  const sending = items.filter(({ record, sending: way }) => {
    return record === null && (way === 'waiting' || way === 'sending');
  });
  const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);
  if (sending.length > 0) {
    const done = sum(sending.map(({ sentBytes }) => sentBytes));
    return { label: 'Sending everything', done, total: sum(sending.map(({ bytes }) => bytes)) };
  }
  const busy = ['queued', 'reading', 'paused'];
  const reading = items.filter((item) => busy.includes(phaseOf(item))).map(readBytes);
  return {
    label: 'Reading everything',
    done: sum(reading.map(({ done }) => done)),
    total: sum(reading.map(({ total }) => total)),
  };
}
