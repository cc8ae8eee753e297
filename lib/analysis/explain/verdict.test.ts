import { describe, expect, it } from 'vitest';
import { contextGuardThreshold, none, recorded } from '@/lib/policies/builtin';
import { replay } from '@/lib/engine/replay/replay';
import { stepList } from './step-list';
import { wordsText } from '@/lib/engine/base/answer/words';
import { verdict } from './verdict';
import { drawnSession } from '@/lib/engine/replay/testing/drawn-session';

const sentence = (picture: string, settings: object = {}, policyId = 'threshold'): string => {
  const session = drawnSession(picture);
  const run =
    policyId === 'none'
      ? replay(session, none, {})
      : policyId === 'recorded'
        ? replay(session, recorded, {})
        : replay(session, contextGuardThreshold, contextGuardThreshold.settings.parse(settings));
  return wordsText(verdict(run, { agent: 'Claude Code' }));
};

const incident = `
  limit 200000
  u 72000
  -- 150000
  m 24000
  -- 200819 > 200000
`;

describe('verdict', () => {
  it('reports a recorded overflow that the what-if does not prevent', () => {
    expect(sentence(incident)).toBe(
      'Recorded: no compaction; overflow at step 1 (200,819 > 200,000). ' +
        'What-if (ContextGuard threshold): would not compact (at step 1 it estimated 150,000, needs 180,000); ' +
        'overflows at step 1 (200,819 > 200,000).',
    );
  });

  it('reports a what-if that fires in time, and the first projected step', () => {
    expect(sentence(incident, { window: 187_500 })).toBe(
      'Recorded: no compaction; overflow at step 1 (200,819 > 200,000). ' +
        'What-if (ContextGuard threshold): compacts at step 1 (150,000 ≥ 150,000); nothing overflows. ' +
        'From step 1 on, real tokens are projected.',
    );
  });

  it('never judges overflow by a limit nobody knows', () => {
    expect(sentence('u 4000\n-- 1000')).toContain(
      'overflow cannot be judged: the limit is unknown.',
    );
  });

  it('says that no usage was reported, and what the projection assumes', () => {
    expect(sentence('limit 200000\nu 4000\n-- ?')).toBe(
      'Recorded: no compaction; no usage reported. ' +
        'What-if (ContextGuard threshold): would not compact (at step 0 it estimated 2,500, needs 180,000); ' +
        'nothing overflows. All real tokens are projected: heuristic × 1, assumed.',
    );
  });

  it('names recorded compactions, and one after the last step', () => {
    const picture = 'limit 200000\nu 4000\n-- 9000\n== compact 400\nm 400\n-- 500\n== compact 100';
    expect(sentence(picture, {}, 'recorded')).toBe(
      'Recorded: Claude Code compacted at step 1, at 9,000 tokens, and after the last step. ' +
        'What-if (As recorded): the recording’s own compactions; nothing overflows.',
    );
  });

  it('says which recorded compactions were manual', () => {
    const at = (...triggers: readonly string[]): string =>
      sentence(
        `limit 200000\nu 4000\n-- 9000\n${triggers
          .map((trigger) => `== compact 400 ${trigger}\nm 400\n-- 7000\n`)
          .join('')}`,
        {},
        'recorded',
      );
    expect(at('manual')).toContain('compacted manually at step 1, at 9,000 tokens.');
    expect(at('auto', 'manual')).toContain(
      'compacted at steps 1 and 2 (manual), at 9,000 and 7,000 tokens.',
    );
    expect(at('manual', 'manual')).toContain('compacted manually at steps 1 and 2, at');
    expect(at('auto', 'auto')).toContain('compacted at steps 1 and 2, at');
    expect(at('auto', 'auto', 'auto', 'auto', 'manual', 'manual')).toContain(
      'at steps 1, 2, 3, 4 and 2 more (2 manual), at',
    );
  });

  it('says that one after the last step was manual', () => {
    const picture = 'limit 200000\nu 4000\n-- 9000\n== compact 100 manual';
    expect(sentence(picture, {}, 'recorded')).toContain(
      'Claude Code compacted manually after the last step.',
    );
  });

  it('names the size of every compaction', () => {
    const at = (first: number, second: number): string =>
      sentence(
        `limit 200000\nu 4000\n-- ${first}\n== compact 400\nm 400\n-- ${second}\n== compact 400\nm 400\n-- 500`,
        {},
        'recorded',
      );
    expect(at(9_000, 7_000)).toContain('at steps 1 and 2, at 9,000 and 7,000 tokens.');
    expect(at(9_000, 9_050)).toContain('at steps 1 and 2, at 9,000 and 9,050 tokens.');
  });

  it('names the densities of every model where no usage was reported', () => {
    const text = 'limit 200000\nmodel claude-opus-4-6\nu 4000\n-- ?\nmodel never\nm 4000\n-- ?';
    expect(sentence(text)).toContain(
      'All real tokens are projected: heuristic × 1 to 1.4, by model.',
    );
  });

  it('has a density to name without a step', () => {
    expect(sentence('u 400')).not.toContain('Infinity');
  });

  it('does not claim decisions for a policy without any', () => {
    expect(sentence('limit 200000\nu 4000\n-- 1000', {}, 'none')).toBe(
      'Recorded: no compaction. What-if (No compaction): never compacts; nothing overflows.',
    );
  });

  it('says when no attempt is allowed', () => {
    expect(sentence(incident, { window: 150_000, attempts: 0 })).toContain(
      'would not compact (0 attempts allowed; reached 150,000 at step 1)',
    );
  });

  it('marks a projected overflow as such', () => {
    const over = sentence(
      'limit 20000\nu 40000\n-- 10000\nm 4000\n-- 11000\nm 80000\n-- 31000 > 20000',
      { window: 5_000, summary: 'bytes', summaryBytes: 80_000 },
    );
    expect(over).toMatch(/overflows .*\(~[\d,]+ > 20,000\)/);
  });
});

describe('stepList', () => {
  it.each([
    [[159], 'step 159'],
    [[159, 225], 'steps 159 and 225'],
    [[1, 2, 3, 4], 'steps 1, 2, 3 and 4'],
    [[1, 2, 3, 4, 5, 1_000], 'steps 1, 2, 3, 4 and 2 more'],
  ])('writes %j', (steps, text) => {
    expect(stepList(steps)).toBe(text);
  });
});
