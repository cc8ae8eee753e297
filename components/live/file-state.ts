import type { WatchedFileRecord } from '@/lib/api/watch-contract';
import { formatInteger } from '@/lib/base/format';

/** How a watched file stands, in a few words. */
export function fileState({ status, error, sessionCount, format }: WatchedFileRecord): string {
  if (status === 'queued') return 'waits to be read';
  if (status === 'running') return 'is read';
  if (status === 'cancelled') return 'was cancelled';
  if (error !== null) return 'was not read';
  if (status === null) return 'is gone';
  const counted = sessionCount === 1 ? '1 session' : `${formatInteger(sessionCount)} sessions`;
  return format === null ? counted : `${counted}, ${format}`;
}
