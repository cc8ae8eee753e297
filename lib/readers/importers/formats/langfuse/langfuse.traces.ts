import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { loadTrace } from '@/lib/readers/open/testing/load-trace';

const folder = join(process.env['HIGHWATER_TRACES'] ?? '', 'langfuse');

/**
 * Model calls, largest prompt, sessions. The manifest counts generations, which differs in two:
 * agno has 4 with 1,568 there, but each call is recorded twice, by a wrapper (whose 1,568 Langfuse
 * estimated from the printed request; the provider's response in it says 663) and by the generation
 * inside. The AI SDK's `ai.generateText` wraps its `.doGenerate`: 1 call, not 2.
 */
const traces = [
  ['agno-2025-06-11', 2, 663, 1],
  ['beeai-2025-08-01', 3, 2359, 1],
  ['claude-agent-2025-12-22', 4, 19, 1],
  ['google-adk-2025-08-28', 2, 39, 1],
  ['langgraph-python-2025-08-22', 2, 108, 1],
  ['openai-agents-2025-09-30', 2, 85, 1],
  // The agent and the evaluator that judges it.
  ['pydantic-ai-tools-2025-12-04', 4, 502, 2],
  ['vercel-aisdk-2025-11-17', 1, 62, 1],
] as const;

describe('real Langfuse traces', () => {
  test.each(traces)('%s', async (name, calls, largest, sessions) => {
    const trace = await loadTrace(join(folder, `langfuse__${name}.trace.json`));
    if (!trace.ok) throw new Error(trace.error.message);
    const steps = trace.value.sessions.flatMap((session) => session.steps);
    expect(trace.value.importer).toBe('langfuse');
    expect(steps).toHaveLength(calls);
    expect(Math.max(...steps.map(({ real }) => real ?? 0))).toBe(largest);
    expect(trace.value.sessions).toHaveLength(sessions);
    expect(trace.value.sessions.flatMap(({ compactions }) => compactions)).toEqual([]);
  });

  test('agno: the call is taken from its response, since no request holds it', async () => {
    const trace = await loadTrace(join(folder, 'langfuse__agno-2025-06-11.trace.json'));
    if (!trace.ok) throw new Error(trace.error.message);
    const parts = trace.value.sessions.flatMap(({ entries }) => entries.map((one) => one.parts[0]));
    expect(parts.map((part) => part?.kind)).toEqual(['text', 'call', 'response', 'text']);
    expect(parts[1]).toMatchObject({ args: { query: 'currently trending on Twitter' } });
  });
});
