/** Hand-worked cases of Mastra's token limiter. */
import { describe, expect, it } from 'vitest';
import { prepare } from '@/lib/engine/replay/prepare';
import { replay } from '@/lib/engine/replay/replay';
import { productionIncident } from '@/lib/readers/scenarios/incident/production-incident';
import { measureSession } from '@/lib/engine/tokens/measure';
import { kindsAt, textsOf } from '../testing/run-picture';
import { sizedLog } from '../testing/sized-log';
import { mastraLimiter } from './limiter';

const run = (log: string, settings: object) => {
  const chosen = mastraLimiter.settings.parse({ per: 6, ...settings });
  return replay(prepare(sizedLog(log, 1), 0), mastraLimiter, chosen);
};

/** Entries of a request that come before the newest part, and those of them that stay. */
const keptAt = ({ columns, notes }: ReturnType<typeof run>, step: number) => [
  columns.covered[step],
  notes.kept.find((one) => one.step === step)?.ranges,
];

describe('the count', () => {
  it('has 3.8 a message, 24 a conversation, and takes 12 off for arguments', () => {
    const { decision } = run('u20 - c10 r56 -', {}).columns;
    // system: ⌈6 ÷ 6⌉ + 3.8; user: ⌈24 ÷ 6⌉ + 3.8; 24 more.
    expect(decision[0]).toBe(Math.ceil(4.8 + 7.8 + 24));
    // The call: assistantread 3, { "pa" : } 4, its argument ⌈12 ÷ 6⌉, + 3.8 − 12; the result: 10 + 3.8.
    expect(decision[1]).toBe(Math.ceil(4.8 + 7.8 + 24 + 0.8 + 13.8));
  });
});

describe('a request above the limit', () => {
  // 4 + 3.8 of the first, 102.8 of the long answer (9 + 585 chars), 4 + 3.8 of the last.
  const log = 'u20 m585 u20 -';

  it('leaves out what does not fit, and sends older messages that do', () => {
    const made = run(log, { limit: 60 });
    expect(made.columns.decision[0]).toBe(148);
    expect(keptAt(made, 0)).toEqual([2, [[0, 1]]]);
    expect(made.columns.contentsSent[0]).toBe(2);
    expect(textsOf(made, 'lost')).toEqual([
      '1 entry is left out of this request: no summary stands for them.',
    ]);
    expect(keptAt(run(log, { limit: 60, trimMode: 'contiguous' }), 0)).toEqual([2, []]);
  });

  it('may miss the newest message', () => {
    const made = run('u20 m15 u585 -', { limit: 60 });
    expect(keptAt(made, 0)).toEqual([3, [[0, 2]]]);
    expect(textsOf(made, 'lost')[0]).toContain('the newest among them');
  });

  it('keeps a call and its results together', () => {
    const made = run('u20 - c10 r56 m20 u585 u20 -', { limit: 60 });
    // Of 31.2 the last has 7.8, the answer 8.8; the pair has 14.6, with which it is exactly 31.2.
    expect(keptAt(made, 1)).toEqual([5, [[1, 4]]]);
    expect(keptAt(run('u20 - c10 r58 m20 u585 u20 -', { limit: 60 }), 1)).toEqual([
      5,
      [
        [0, 1],
        [3, 4],
      ],
    ]);
  });

  it('is cut from the whole log each time', () => {
    const made = run('u20 m585 u20 - m20 u20 -', { limit: 60 });
    expect([...made.columns.compacted]).toEqual([1, 1]);
    expect([...made.columns.decision]).toEqual([148, 164]);
    expect(made.columns.heuristic[1]).toBe(164);
  });

  it('ends the run where nothing fits', () => {
    expect(kindsAt(run('u585 -', { limit: 60 }), 0)).toEqual(['exit']);
    expect(kindsAt(run('u20 -', { limit: 28 }), 0)).toEqual(['exit']);
  });
});

describe('the production incident', () => {
  it('is refused all the same: it counts 26,290 at most, without hidden tokens and tools', () => {
    const session = prepare(measureSession(productionIncident.build()));
    const { columns } = replay(session, mastraLimiter, mastraLimiter.settings.parse({}));
    expect([columns.compacted.indexOf(1), Math.max(...columns.real)]).toEqual([-1, 200_819]);
    expect(Math.max(...columns.decision)).toBe(26_290);
  });
});
