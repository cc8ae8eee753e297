import { join } from 'node:path';
import { expect, test } from 'vitest';
import { loadTrace } from '@/lib/readers/open/testing/load-trace';

const folder = process.env['HIGHWATER_TRACES'] ?? '';

/** Folder, calls and largest prompt by the manifest, and the window that the logs name. */
test.each([
  ['litellm-openhands/llm-logs', 6, 6729, 200000],
  ['litellm-openhands/nonfncall-llm-logs', 4, 9204, 65536],
])('%s: one conversation, a file a call', async (path, calls, largest, window) => {
  const trace = await loadTrace(join(folder, path));
  if (!trace.ok) throw new Error(trace.error.message);
  const { sessions, importer, receipt } = trace.value;
  expect(importer).toBe('openhands-llm-log');
  expect(receipt).toMatchObject({ read: calls, kept: calls, dropped: [], merged: [] });
  const [session] = sessions;
  expect(sessions).toHaveLength(1);
  expect(session?.steps).toHaveLength(calls);
  expect(Math.max(...(session?.steps ?? []).map(({ real }) => real ?? 0))).toBe(largest);
  expect(session?.compactions).toEqual([]);
  expect(session?.limit).toEqual({ tokens: window, source: 'recording' });
  expect(session?.prefix.system).not.toEqual([]);
  // Every request repeats the one before, its answer and one result.
  expect(session?.steps.map(({ entries }) => entries)).toEqual(
    Array.from({ length: calls }, (_, i) => 1 + 2 * i),
  );
});
