import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { loadTrace } from '@/lib/readers/open/testing/load-trace';

const folder = join(process.env['HIGHWATER_TRACES'] ?? '', 'otlp-openinference');

/** Model calls and largest prompt as the traces' manifest counts them. */
const traces = [
  ['agent-prism__rag_earnings_agent.json', 1, 629, 1],
  // The manager, the search agent and a planning call of each: they have no common beginning.
  ['agent-prism__smol_deep_research_agent.json', 6, 6094, 4],
] as const;

describe('real OpenInference traces', () => {
  test.each(traces)('%s', async (file, calls, largest, sessions) => {
    const trace = await loadTrace(join(folder, file));
    if (!trace.ok) throw new Error(trace.error.message);
    const steps = trace.value.sessions.flatMap((session) => session.steps);
    expect(trace.value.importer).toBe('otlp');
    expect(steps).toHaveLength(calls);
    expect(Math.max(...steps.map(({ real }) => real ?? 0))).toBe(largest);
    expect(trace.value.sessions).toHaveLength(sessions);
    expect(trace.value.sessions.flatMap(({ compactions }) => compactions)).toEqual([]);
  });
});
