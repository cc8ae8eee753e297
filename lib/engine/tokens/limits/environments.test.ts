import { describe, expect, it } from 'vitest';
import { SessionBuilder, type StepInput } from '@/lib/engine/session/builder';
import type { SessionDraft } from '@/lib/engine/session/draft';
import { MemoryStore } from '@/lib/engine/session/memory-store';
import { spanAt } from '@/lib/engine/base/search';
import { seededRandom } from '@/lib/engine/base/random';
import { withLimit } from './limits';

function draft(steps: readonly StepInput[]): SessionDraft {
  const source = { format: 'test', file: 'test', agent: 'Test', sessionId: 's' };
  const builder = new SessionBuilder(new MemoryStore(), { name: 'test', source });
  for (const step of steps) builder.step(step);
  return builder.finish();
}

const head = (steps: readonly StepInput[]) => withLimit(draft(steps)).head;

describe('the environment of a step', () => {
  it('has the limit of its model', () => {
    const [opus, haiku] = ['claude-opus-4-7', 'claude-haiku-4-5'];
    const found = head([
      { model: opus, real: 150_000 },
      { model: opus, real: 300_000 },
      { model: haiku, real: 100 },
      { real: 200 },
      { model: opus, real: 310_000 },
    ]);
    expect(found.limit).toEqual({ tokens: 1_000_000, source: 'table' });
    expect(found.environments).toEqual([
      { from: 0 },
      { from: 2, limit: { tokens: 200_000, source: 'table' } },
      { from: 4 },
    ]);
    expect(found.notices).toEqual([]);
  });

  it('raises the limit of the model alone whose request was accepted', () => {
    const found = head([
      { model: 'claude-opus-4-5', real: 300_000 },
      { model: 'claude-opus-4-5', real: 310_000 },
      { model: 'claude-haiku-4-5', real: 100 },
    ]);
    expect(found.limit).toEqual({ tokens: 1_000_000, source: 'raised' });
    expect(found.environments?.[1]).toEqual({
      from: 2,
      limit: { tokens: 200_000, source: 'table' },
    });
  });

  it('has no limit from another model’s refusal', () => {
    const found = head([
      { model: 'gpt-5.5', real: 250_000 },
      { model: 'gpt-5.5', real: 262_000 },
      { model: 'claude-opus-4-6', real: 263_811, rejected: true, limit: 200_000 },
    ]);
    expect(found.limit).toEqual({ tokens: 272_000, source: 'table' });
    expect(found.environments?.[1]).toMatchObject({ from: 2, limit: { tokens: 200_000 } });
    expect(found.notices).toEqual([]);
  });

  it('keeps a window that changes, and takes it for the limit', () => {
    const found = head([
      { model: 'a', real: 160_000, window: 258_400 },
      { model: 'a', real: 160_000 },
      { model: 'b', rejected: true, window: 121_600 },
    ]);
    expect(found.limit).toEqual({ tokens: 258_400, source: 'recording' });
    expect(found.environments).toEqual([
      { from: 0, window: 258_400 },
      { from: 2, window: 121_600, limit: { tokens: 121_600, source: 'recording' } },
    ]);
  });

  it('keeps a window below what was accepted, which tells the limit apart from it', () => {
    const found = head([{ model: 'gpt-5.5', real: 24_960, window: 2_432 }]);
    expect(found.limit).toEqual({ tokens: 272_000, source: 'table' });
    expect(found.environments).toEqual([{ from: 0, window: 2_432 }]);
    expect(found.notices[0]).toMatchObject({
      code: 'limit-raised',
      message:
        'The provider accepted 24,960 tokens, more than the window of 2,432 that the program decided by.',
    });
  });

  it('is not told where one window holds for all steps', () => {
    const found = head([
      { model: 'a', real: 10, window: 258_400 },
      { model: 'b', real: 20, window: 258_400 },
    ]);
    expect(found.limit).toEqual({ tokens: 258_400, source: 'recording' });
    expect(found.environments).toBeUndefined();
  });

  it('is the same when the session is read again', () => {
    for (const steps of [
      [{ model: 'gpt-5.5', real: 24_960, window: 2_432 }],
      [
        { model: 'claude-opus-4-5', real: 300_000 },
        { model: 'claude-haiku-4-5', real: 210_000, rejected: true, limit: 200_000 },
      ],
      [
        { model: 'a', real: 300_000, window: 258_400 },
        { model: 'b', real: 100_000, window: 121_600 },
      ],
    ]) {
      const once = withLimit(draft(steps));
      expect(withLimit(once)).toEqual(once);
    }
  });
});

it('never replaces a recorded window by a raised one, whatever was accepted', () => {
  const random = seededRandom(7);
  const one = <T>(list: readonly T[]): T | undefined => list[Math.floor(random() * list.length)];
  let raised = 0;
  for (let session = 0; session < 500; session++) {
    const steps = Array.from({ length: 1 + Math.floor(random() * 12) }, (): StepInput => {
      const window = one([undefined, 2_432, 95_000, 121_600, 258_400]);
      const rejected = random() < 0.1;
      return {
        model: one(['gpt-5.5', 'claude-haiku-4-5', 'never-heard-of']) ?? null,
        real: Math.floor(random() * 400_000),
        rejected,
        ...(window !== undefined && { window }),
        ...(rejected && { limit: one([null, 100_000]) ?? null }),
      };
    });
    const { limit, environments = [] } = head(steps);
    const named = steps.flatMap(({ window }) => (typeof window === 'number' ? [window] : []));
    // The first window that is named is in force from the first step on.
    let recorded: number | null = named[0] ?? null;
    steps.forEach((step, i) => {
      if (typeof step.window === 'number') recorded = step.window;
      if (recorded === null) return;
      const span = spanAt(environments, i);
      const inForce = span === undefined ? limit : (span.limit ?? limit);
      if (inForce?.source === 'raised') raised++;
      // Without a window of its own the step has the session's limit, which the file then named.
      expect(span?.window ?? limit?.tokens, JSON.stringify(steps)).toBe(recorded);
      if (span?.window === undefined) expect(limit?.source).toBe('recording');
    });
  }
  expect(raised).toBeGreaterThan(100);
});
