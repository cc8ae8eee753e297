import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { loadTrace } from '@/lib/readers/open/testing/load-trace';

const folder = process.env['HIGHWATER_TRACES'] ?? '';

/**
 * Model calls and largest prompt as the traces' manifest counts them, over all sessions and lanes.
 * The JSON sessions report no usage: their calls are counted here, in events of role `model`.
 */
const traces = [
  ['adk-db/akns1312-ovs.session.db', 'adk-database', 26, 1741],
  ['adk-db/nameless0l-agriculture.session.db', 'adk-database', 8, 2924],
  ['adk-json/adk-python__context_update.session.json', 'adk-session', 3, null],
  ['adk-json/adk-python__flow_complex_spark.session.json', 'adk-session', 6, null],
  ['adk-json/adk-samples__customer-service-123.session.json', 'adk-session', 17, null],
  ['adk-json/adk-samples__image_search_denim_skirt.session.json', 'adk-session', 16, null],
  ['adk-json/adk-samples__text_search_floral_dress.session.json', 'adk-session', 20, null],
] as const;

describe('real ADK traces', () => {
  test.each(traces)('%s', async (file, importer, calls, largest) => {
    const trace = await loadTrace(join(folder, file));
    if (!trace.ok) throw new Error(trace.error.message);
    const steps = trace.value.sessions.flatMap((session) => session.steps);
    const prompts = steps.flatMap(({ real }) => (real === null ? [] : [real]));
    expect(trace.value.importer).toBe(importer);
    expect(steps).toHaveLength(calls);
    expect(prompts.length === 0 ? null : Math.max(...prompts)).toBe(largest);
    expect(trace.value.sessions.flatMap(({ compactions }) => compactions)).toEqual([]);
  });
});
