import { processWide } from '@/lib/server/process-wide';

/** Takes the place of the processes that import: the tests of a file import what waits themselves. */
export function idleImportHost(wake = (): void => undefined): void {
  processWide('importHost', () => ({ wake, isRunning: false }))();
}
