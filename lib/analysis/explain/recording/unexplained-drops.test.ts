import { describe, expect, it } from 'vitest';
import { none, recorded } from '@/lib/policies/builtin';
import { replay } from '@/lib/engine/replay/replay';
import { railEvents } from '../policy-events';
import { dropText, dropsText, unexplainedDrops } from './unexplained-drops';
import { drawnSession } from '@/lib/engine/replay/testing/drawn-session';

const prepared = (...lines: readonly string[]) => drawnSession(lines.join('\n'));
const dropsOf = (...lines: readonly string[]) => unexplainedDrops(prepared(...lines));

/** Five steps that each add 1,000 tokens, up to `real`. */
const grows = (real: number): readonly string[] =>
  Array.from({ length: 5 }, (_, i) => ['m 4000', `-- ${real - (4 - i) * 1_000}`]).flat();

describe('drops without a recorded cause', () => {
  it('are requests far smaller than the one before, nothing recorded between', () => {
    expect(dropsOf(...grows(50_000), 'u 400', '-- 44000')).toEqual([
      { step: 5, from: 4, before: 50_000, real: 44_000 },
    ]);
  });

  it.each([
    ['exactly 10 % and 5,000 tokens', 50_000, 45_000, 1],
    ['less than 10 %', 60_000, 54_001, 0],
    ['less than 5,000 tokens', 20_000, 15_001, 0],
    ['growth', 50_000, 51_000, 0],
  ])('%s', (_, before, after, found) => {
    expect(dropsOf(...grows(before), 'u 400', `-- ${after}`)).toHaveLength(found);
  });

  it('are measured from the newest request with usage', () => {
    const [drop] = dropsOf(...grows(50_000), 'u 400', '-- ?', 'm 400', '-- 30000');
    expect(drop).toEqual({ step: 6, from: 4, before: 50_000, real: 30_000 });
  });

  it.each([
    ['a recorded compaction', ['== compact 4000']],
    ['a recorded elision', ['== elide 1 2']],
    ['another model', ['model another']],
  ])('are not those behind %s', (_, between) => {
    expect(dropsOf('model one', ...grows(50_000), ...between, 'u 400', '-- 30000')).toEqual([]);
  });

  it('are not thoughts that the source strips at the next turn', () => {
    // 24,000 bytes of thoughts are 6,000 heuristic tokens at a density of 1: they explain 6,000 of 6,100.
    const thinks = (after: number) => [
      'thoughts stripped',
      'u 4000',
      ...grows(50_000),
      't 24000',
      '-- 56000',
      'u 400',
      `-- ${after}`,
    ];
    expect(dropsOf(...thinks(49_900))).toEqual([]);
    expect(dropsOf(...thinks(40_000))).toHaveLength(1);
  });
});

describe('a drop', () => {
  const session = prepared(
    ...grows(50_000),
    'u 400',
    '-- 44000',
    ...grows(60_000),
    'u 4',
    '-- 40000',
  );

  it('is an event of the recording, whatever the policy does', () => {
    expect(railEvents(replay(session, none, {})).drop).toEqual([5, 11]);
    expect(railEvents(replay(session, recorded, {})).drop).toEqual([5, 11]);
    expect(railEvents(replay(session, none, {}), { from: 6, to: 11 }).drop).toEqual([11]);
  });

  it('has a sentence of its own, and one for all of a recording', () => {
    const drops = unexplainedDrops(session);
    expect(drops.map(dropText)).toEqual([
      '6,000 tokens fewer than step 4 sent (50,000 → 44,000); the recording does not say why.',
      '20,000 tokens fewer than step 10 sent (60,000 → 40,000); the recording does not say why.',
    ]);
    expect(dropsText(drops)).toBe(
      '2 drops without a recorded cause at steps 5 and 11: the request shrinks by 10 % and 5,000 tokens or more, and no compaction or elision is recorded.',
    );
    expect(dropsText([])).toBeNull();
  });
});
