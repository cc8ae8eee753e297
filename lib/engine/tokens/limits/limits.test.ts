import { describe, expect, it } from 'vitest';
import { SessionBuilder, type StepInput } from '@/lib/engine/session/builder';
import { MemoryStore } from '@/lib/engine/session/memory-store';
import { tableLimit, withLimit } from './limits';

function draft(model: string, steps: readonly StepInput[]) {
  const source = {
    format: 'test',
    file: 'test',
    agent: 'Test',
    agentVersion: null,
    sessionId: 's',
    lane: 'main',
    parent: null,
  };
  const builder = new SessionBuilder(new MemoryStore(), { name: 'test', source });
  for (const step of steps) builder.step({ model, ...step });
  return withLimit(builder.finish()).head;
}

describe('tableLimit', () => {
  it.each([
    ['claude-sonnet-4-20250514', 200_000],
    ['claude-opus-4-5-20251101', 200_000],
    ['claude-opus-4-6', 200_000],
    ['claude-opus-4-7', 1_000_000],
    ['gemini-2.5-flash', 1_048_576],
    ['gpt-5.4', 272_000],
    ['never-heard-of', null],
    [null, null],
  ])('%s → %s', (model, limit) => expect(tableLimit(model)).toBe(limit));
});

describe('withLimit', () => {
  it('takes the limit a rejection names over the table', () => {
    const head = draft('claude-opus-4-7', [
      { real: 150_000 },
      { real: 200_819, rejected: true, limit: 200_000 },
    ]);
    expect(head.limit).toEqual({ tokens: 200_000, source: 'recording' });
    expect(head.notices).toEqual([]);
  });

  it('is raised by an accepted request above it, with a notice that names the step', () => {
    const head = draft('claude-opus-4-6', [{ real: 10 }, { real: 360_421 }]);
    // Claude's models have 200,000 or a million, whatever others have between.
    expect(head.limit).toEqual({ tokens: 1_000_000, source: 'raised' });
    expect(draft('gpt-5', [{ real: 360_421 }]).limit?.tokens).toBe(400_000);
    expect(head.notices[0]).toMatchObject({ code: 'limit-raised', at: ['step 1'] });
    expect(head.notices[0]?.message).toContain('360,421');
  });

  it('stays unknown for an unknown model', () => {
    expect(draft('never-heard-of', [{ real: 10 }]).limit).toBeNull();
  });
});
