import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import extra from './fixtures/extra-scenarios.json';
import multiTurn from './fixtures/scenarios.json';
import { newPlan, planDraftSchema, planSteps, scenarioPlanSchema, type ScenarioPlan } from './plan';
import { exportPlan, importPlans } from './plan-file';
import { planOfSession, planScenario, planSession } from './plan-scenario';
import { scenarioFileSchema } from './schema';
import { generateProfile } from './simulate';

const size = fc.integer({ min: 0, max: 60_000 });
const ratio = fc.double({ min: 0.01, max: 6, noNaN: true });
const tool = fc.record({
  name: fc.constantFrom('tool', 'get_logs', 'ツール'),
  bytes: size,
  times: fc.integer({ min: 1, max: 4 }),
  every: fc.integer({ min: 1, max: 5 }),
});
const inline = fc.record({
  mimeType: fc.constantFrom('image/png', 'application/pdf'),
  bytes: size,
  every: fc.integer({ min: 1, max: 5 }),
});
const usage = fc
  .record({
    on: fc.boolean(),
    from: fc.integer({ min: 0, max: 9 }),
    more: fc.integer({ min: 0, max: 9 }),
    every: fc.integer({ min: 1, max: 4 }),
  })
  .map(({ more, ...rest }) => ({ ...rest, until: more === 0 ? 0 : rest.from + more }));

const arbitraryPlan: fc.Arbitrary<ScenarioPlan> = fc
  .record({
    window: fc.integer({ min: 1, max: 1_000_000 }),
    maxTokens: fc.integer({ min: 0, max: 200_000 }),
    attempts: fc.integer({ min: 0, max: 5 }),
    quoteRequest: fc.boolean(),
    policy: fc.constantFrom('contextguard-threshold', 'contextguard-sliding-window'),
    systemBytes: size,
    toolTokens: size,
    turns: fc.integer({ min: 1, max: 40 }),
    userBytes: size,
    modelBytes: size,
    tools: fc.array(tool, { maxLength: 3 }),
    sequential: fc.boolean(),
    inline: fc.array(inline, { maxLength: 2 }),
    ratioBy: fc.constantFrom('request' as const, 'category' as const),
    ratio,
    ratios: fc.record({ text: ratio, call: ratio, response: ratio, inline: ratio, prefix: ratio }),
    usage,
    summary: fc.constantFrom('policy', 'bytes', 'fail', 'empty', 'script'),
    summaryBytes: size,
    summaryScript: fc.constantFrom('100', '30000, fail,empty', ' empty , 7 '),
  } as const)
  .map((some) => ({ ...newPlan, ...some }));

describe('a plan', () => {
  it('is valid to begin with', () => {
    expect(scenarioPlanSchema.parse(newPlan)).toEqual(newPlan);
    expect(planDraftSchema.parse(newPlan)).toEqual(newPlan);
  });

  it('makes a scenario that can be measured, with as many steps as it says', () => {
    fc.assert(
      fc.property(arbitraryPlan, (plan) => {
        expect(scenarioPlanSchema.safeParse(plan).error).toBeUndefined();
        const { profile } = generateProfile(planSession(plan), plan.name);
        expect(profile.stepCount).toBe(planSteps(plan));
      }),
    );
  });

  it('comes back from its file as it was, and the file is its scenario', () => {
    fc.assert(
      fc.property(arbitraryPlan, (plan) => {
        const text = exportPlan(plan);
        expect(importPlans(text)).toEqual({ ok: true, value: [plan] });
        const file = scenarioFileSchema.parse(JSON.parse(text));
        expect(file.scenarios).toEqual([planScenario(plan)]);
      }),
    );
  });
});

describe.each([
  ['scenarios.json', multiTurn],
  ['extra-scenarios.json', extra],
])('every session of %s', (_, file) => {
  it('becomes a plan that runs to the same profile and the same settings', () => {
    for (const { name, sessions } of scenarioFileSchema.parse(file).scenarios) {
      for (const session of sessions) {
        const again = planSession(planOfSession(name, session));
        expect(generateProfile(again, name)).toEqual(generateProfile(session, name));
      }
    }
  });
});

describe('an edited file', () => {
  it('keeps its own turns when the form no longer makes them', () => {
    const file = JSON.parse(exportPlan(newPlan)) as {
      scenarios: { sessions: { turns: { modelBytes: number }[] }[] }[];
    };
    file.scenarios[0]!.sessions[0]!.turns[3]!.modelBytes = 5;
    const read = importPlans(JSON.stringify(file));
    const [plan] = read.ok ? read.value : [];
    expect(plan?.fixed).toHaveLength(60);
    expect(plan?.fixed[3]?.modelBytes).toBe(5);
    const again = importPlans(exportPlan(plan!));
    expect(again).toEqual(read);
  });

  it('may hold one scenario alone, or several sessions', () => {
    const session = { config: { contextWindow: 8_000 }, turns: [{ user: { bytes: 4 } }] };
    const alone = importPlans(JSON.stringify({ name: 'Alone', sessions: [session] }));
    expect(alone.ok && alone.value.map(({ name }) => name)).toEqual(['Alone']);
    const sliding = { name: 'Sliding', ...session };
    const one = importPlans(JSON.stringify({ scenarios: [sliding] }));
    expect(one.ok && one.value.map(({ name }) => name)).toEqual(['Sliding']);
    const two = { scenarios: [{ name: 'Two', sessions: [session, session] }] };
    const both = importPlans(JSON.stringify(two));
    expect(both.ok && both.value.map(({ name }) => name)).toEqual([
      'Two (session 1)',
      'Two (session 2)',
    ]);
  });

  it.each([
    ['', '$', 'The file is empty. Choose a file written by Export JSON.'],
    ['{', '$', 'Line 1: the JSON is cut off. Choose a file written by Export JSON.'],
    ['{}\n{}', '$', /^Line 1: this is not JSON\./],
    ['\ufeff{\n"a":\nhello}', '$', /^Line 3: this is not JSON\./],
    ['{\n"a":\nhello}', '$', 'Line 3: this is not JSON. Choose a file written by Export JSON.'],
    ['{"scenarios":[]}', '$', 'The file holds no turn.'],
    ['{"scenarios":[{"name":"x"}]}', '$.scenarios[0].sessions', /expected array/],
    [`${'['.repeat(300)}${']'.repeat(300)}`, '$', 'The JSON nests too deep.'],
  ])('says what is wrong with %s', (text, at, message) => {
    const read = importPlans(text);
    expect(read).toMatchObject({ ok: false, error: { at } });
    if (!read.ok) expect(read.error.message).toMatch(message);
  });
});

describe('what cannot be run', () => {
  const wordsOf = (change: Partial<ScenarioPlan>): readonly string[] =>
    (scenarioPlanSchema.safeParse({ ...newPlan, ...change }).error?.issues ?? []).map(
      ({ path, message }) => `${path.join('.')}: ${message}`,
    );
  it.each<[Partial<ScenarioPlan>, string]>([
    [{ name: '  ' }, 'name: Give a name'],
    [{ window: NaN }, 'window: Give a number'],
    [{ window: 0 }, 'window: At least 1'],
    [{ turns: 5_001 }, 'turns: At most 5,000'],
    [{ turns: 2.5 }, 'turns: Give a whole number'],
    [{ summary: 'script', summaryScript: '4000; fail' }, 'summaryScript: Write sizes in bytes'],
    [{ usage: { on: true, from: 5, until: 5, every: 1 } }, 'usage.until: After the first turn'],
    [
      { turns: 5_000, sequential: true, tools: [{ name: 't', bytes: 1, times: 4, every: 1 }] },
      'turns: 25,000 steps; at most 20,000',
    ],
    [{ turns: 5_000, userBytes: 100_000_000 }, 'turns: 275,0'],
    [{ tools: [{ name: '', bytes: -1, times: 1, every: 1 }] }, 'tools.0.bytes: At least 0'],
  ])('%j says why', (change, words) => {
    expect(wordsOf(change).some((text) => text.startsWith(words))).toBe(true);
    expect(planDraftSchema.safeParse({ ...newPlan, ...change }).success).toBe(true);
  });
});
