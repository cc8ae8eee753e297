import { describe, expect, it } from 'vitest';
import { seededRandom } from '@/lib/engine/base/random';
import { promiseSchema, type SettingsPromise } from './schema';
import { scorePromise, type LaterSession } from './score-promise';

type Figures = Partial<LaterSession>;

const session = (group: number, figures: Figures = {}): LaterSession => ({
  ...{ hash: `${group}`, startedAt: 1_000 + group, group, steps: 100, compactions: 2 },
  ...{ overflows: false, dollars: 4, prefix: 20_000, model: 'model-1', preset: null },
  ...figures,
});

const sessions = (count: number, figures: (at: number) => Figures = () => ({})) =>
  Array.from({ length: count }, (_, at) => session(at, figures(at)));

/** Of 20 repositories: 1 to 3 compactions in 100 steps, $3 to $5. */
const spread = (at: number): Figures => ({ compactions: 1 + (at % 3), dollars: 3 + (at % 3) });

const promise = (of = sessions(20, spread)): SettingsPromise => ({
  ...{ policy: 'claude-code', preset: null, limit: 200_000 },
  ...{ swept: { window: 175_000 }, settings: {} },
  heldOut: { overflowing: 0, of: of.length },
  sessions: of.map(({ preset: _, ...one }) => one),
});

const standings = (later: readonly LaterSession[], of = promise()) =>
  Object.fromEntries(scorePromise(of, later).figures.map(({ id, standing }) => [id, standing]));

describe('a promise', () => {
  it('is of the form that is kept', () => {
    expect(promiseSchema.safeParse(promise()).success).toBe(true);
  });

  it('waits while nothing was recorded', () => {
    expect(scorePromise(promise(), [])).toMatchObject({ standing: 'waiting', figures: [] });
  });

  it('is kept by sessions like those that it rests on', () => {
    const score = scorePromise(promise(), sessions(5, spread));
    expect(score).toMatchObject({ standing: 'kept', later: 5, groups: 5 });
    expect(standings(sessions(5, spread))).toEqual({
      ...{ overflow: 'inside', compactions: 'inside', cost: 'inside' },
    });
  });

  it('is broken by more compactions, and by a higher cost', () => {
    const more = sessions(5, () => ({ compactions: 9 }));
    expect(standings(more)).toMatchObject({ compactions: 'above', cost: 'inside' });
    expect(scorePromise(promise(), more).standing).toBe('broken');
    expect(standings(sessions(5, () => ({ dollars: 9 })))).toMatchObject({ cost: 'above' });
  });

  it('is not broken by what is below', () => {
    const less = sessions(20, () => ({ compactions: 0, dollars: 1 }));
    expect(standings(less)).toMatchObject({ compactions: 'below', cost: 'below' });
    expect(scorePromise(promise(), less).standing).toBe('kept');
  });

  it('is broken by overflows that its interval leaves no room for', () => {
    // 0 of 20: up to 16.8 %. 1 of 5 is 0.5 to 71.6 %, 3 of 5 is 14.7 to 94.7 %, 4 of 5 from 28.4 % on.
    const failing = (count: number) => sessions(5, (at) => ({ overflows: at < count }));
    expect([1, 3, 4].map((count) => standings(failing(count))['overflow'])).toEqual([
      ...['inside', 'inside', 'above'],
    ]);
  });

  it('counts sessions of a repository once', () => {
    const one = sessions(5, () => ({ group: 0, overflows: true }));
    expect(standings(one)).toMatchObject({ overflow: 'inside' });
  });

  it('promises room where nothing ever compacted, as many steps leave it', () => {
    const none = promise(sessions(20, () => ({ compactions: 0 })));
    // 0 of 2,000 steps: up to 0.18 %. 1 in 500 may be that, 9 in 500 may not.
    const of = (compactions: number) =>
      standings(
        sessions(5, (at) => ({ compactions: at === 0 ? compactions : 0 })),
        none,
      )['compactions'];
    expect([of(1), of(9)]).toEqual(['inside', 'above']);
  });

  it('promises no range from one repository', () => {
    const alone = promise(sessions(3, () => ({ group: 0 })));
    expect(standings(sessions(2), alone)).toMatchObject({
      ...{ compactions: 'unknown', cost: 'unknown', overflow: 'inside' },
    });
  });

  it('leaves out what has no price', () => {
    const unpriced = sessions(5, () => ({ dollars: null }));
    expect(standings(unpriced)).not.toHaveProperty('cost');
  });

  it('names another model, version and prefix', () => {
    const { changes } = scorePromise(
      promise(),
      sessions(3, () => ({ model: 'model-2', preset: '2-1', prefix: 30_000 })),
    );
    expect(changes).toEqual({ models: ['model-2'], preset: '2-1', prefix: [20_000, 30_000] });
    expect(scorePromise(promise(), sessions(3)).changes).toEqual({
      ...{ models: null, preset: null, prefix: null },
    });
  });

  it('is kept in 19 of 20 draws of the same population', () => {
    const random = seededRandom(7);
    const draw = (): Figures => ({
      compactions: Math.floor(random() * 6),
      dollars: 2 + random() * 6,
    });
    let broken = 0;
    const draws = 200;
    for (let at = 0; at < draws; at++) {
      const { standing } = scorePromise(promise(sessions(15, draw)), sessions(6, draw));
      if (standing === 'broken') broken++;
    }
    // Two figures may each be above by chance in 2.5 of 100.
    expect(broken / draws).toBeLessThan(0.08);
  });
});
