import { join } from 'node:path';
import { expect, test } from 'vitest';
import { loadTrace } from '@/lib/readers/open/testing/load-trace';
import { measureSession } from '@/lib/engine/tokens/measure';

const folder = process.env['HIGHWATER_TRACES'] ?? '';

/**
 * Calls and largest prompt. The manifest counts those of the archive; the JSON logs' were counted
 * here, in events of kind `model` (the graders' among them).
 */
test.each([
  ['inspect/docent-sample.eval', 15, 147, 9447],
  ['inspect/inspect_ai__2025-05-12T20-27-36-04-00_browser.json', 1, 5, 5915],
  ['inspect/inspect_ai__2025-05-12T20-28-26-04-00_security-guide.json', 6, 6, 268],
])('%s', async (path, sessions, calls, largest) => {
  const trace = await loadTrace(join(folder, path));
  if (!trace.ok) throw new Error(trace.error.message);
  const { importer } = trace.value;
  expect(importer).toBe('inspect');
  expect(trace.value.sessions).toHaveLength(sessions);
  const steps = trace.value.sessions.flatMap((session) => session.steps);
  expect(steps).toHaveLength(calls);
  expect(Math.max(...steps.map(({ real }) => real ?? 0))).toBe(largest);
  expect(trace.value.sessions.flatMap(({ compactions }) => compactions)).toEqual([]);
});

test('what the requests hold explains what the provider counted', async () => {
  const trace = await loadTrace(join(folder, 'inspect/docent-sample.eval'));
  if (!trace.ok) throw new Error(trace.error.message);
  const ratios = trace.value.sessions.flatMap((session) => {
    const profile = measureSession(session);
    const prefix = (profile.head.system ?? 0) + (profile.head.tools ?? 0);
    return session.steps.map(
      ({ entries, real }) => (real ?? 0) / (prefix + (profile.sum[entries] ?? 0)),
    );
  });
  const sorted = ratios.toSorted((a, b) => a - b);
  // The manifest's own parser found 0.81 / 1.06 / 1.27 (p10, median, p90).
  expect(sorted[Math.floor(sorted.length / 2)]).toBeCloseTo(1.06, 1);
});
