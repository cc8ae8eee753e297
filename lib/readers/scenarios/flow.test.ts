import { describe, expect, it } from 'vitest';
import { MemoryStore } from '@/lib/engine/session/memory-store';
import { sessionSchema, type Session } from '@/lib/engine/session/schema';
import { stepFlag } from '@/lib/engine/tokens/profile';
import { generateSession } from './flow';
import { scenarioSessionSchema } from './schema';
import { generateProfile, policyOfScenario, scenarioSettings } from './simulate';

/** Turns of a user's 40 bytes (10 tokens) and an answer of 20 (5 tokens). */
const plain = { user: { bytes: 40 }, modelBytes: 20 };

function sessionOf(config: object, turns: readonly object[]): Session {
  const store = new MemoryStore();
  const scenario = scenarioSessionSchema.parse({
    config: { contextWindow: 8_000, ...config },
    turns,
  });
  return sessionSchema.parse(store.session(generateSession(store, scenario, 'test')));
}

const reported = (config: object, turns: readonly object[]): string =>
  sessionOf(config, turns)
    .steps.map((step) => (step.reported ? '1' : '0'))
    .join('');

describe('the usage pattern', () => {
  const turns = Array.from({ length: 6 }, () => plain);
  it.each([
    [{}, '111111'],
    [{ hasUsageMetadata: false, usage: { fromTurn: 2 } }, '000000'],
    [{ usage: { fromTurn: 2 } }, '001111'],
    [{ usage: { untilTurn: 4 } }, '111100'],
    [{ usage: { everyStep: 3 } }, '001001'],
    [{ usage: { fromTurn: 1, untilTurn: 5, everyStep: 2 } }, '010100'],
  ])('%j reports on %s', (config, expected) => {
    expect(reported(config, turns)).toBe(expected);
  });

  it('yields to what a turn says of itself', () => {
    const own = turns.map((turn, i) => (i === 3 ? { ...turn, hasUsageMetadata: false } : turn));
    expect(reported({ usage: { fromTurn: 2 } }, own)).toBe('001011');
    const on = turns.map((turn, i) => (i === 0 ? { ...turn, hasUsageMetadata: true } : turn));
    expect(reported({ hasUsageMetadata: false }, on)).toBe('100000');
  });
});

describe('a ratio per category', () => {
  const tokenRatios = { text: 1, call: 3, response: 2.5, inline: 0.1, prefix: 1.5 };
  const config = { tokenRatios, systemBytes: 400, toolHeuristic: 60 };
  const turns = [
    { ...plain, inlineData: [{ mimeType: 'image/png', bytes: 4_000 }] },
    { ...plain, toolCalls: [{ name: 'toolname', responseBytes: 788 }] },
  ];

  it('is real tokens of the whole log by category, not a ratio of the step', () => {
    const { steps } = sessionOf(config, turns);
    expect(steps.every(({ ratio }) => ratio === undefined)).toBe(true);
    // prefix 1.5 × (100 + 60) = 240; text 10; inline 0.1 × (2 + 1,000) = 100.2
    // then text 5 + 10 = 25 altogether
    // then call 3 × (2 + 1 + 1) = 12, response 2.5 × (2 + 200) = 505
    expect(steps.map(({ real }) => real)).toEqual([350, 365, 882]);
    expect(steps.map((step) => step.reported)).toEqual([true, true, true]);
  });

  it('keeps the truth of steps whose usage the policy does not get', () => {
    const { steps } = sessionOf({ ...config, usage: { fromTurn: 1 } }, turns);
    expect(steps.map(({ real, reported: seen }) => [real, seen])).toEqual([
      [350, false],
      [365, true],
      [882, true],
    ]);
  });
});

describe('a length stop', () => {
  it('is the turn’s last step', () => {
    const tools = [
      { name: 'a', responseBytes: 4 },
      { name: 'b', responseBytes: 4 },
    ];
    const stop = { ...plain, lengthStop: true };
    const flags = (turns: readonly object[]): string =>
      sessionOf({}, turns)
        .steps.map((step) => (step.lengthStop === true ? 'L' : '-'))
        .join('');
    expect(flags([plain, stop])).toBe('-L');
    expect(flags([{ ...stop, toolCalls: tools }])).toBe('-L');
    expect(flags([{ ...stop, toolCalls: tools, sequential: true }, plain])).toBe('--L-');
    const scenario = scenarioSessionSchema.parse({ config: { contextWindow: 1 }, turns: [stop] });
    const { profile } = generateProfile(scenario, 'test');
    expect([...profile.steps.flags]).toEqual([stepFlag.reported | stepFlag.lengthStop]);
  });
});

describe('what a scenario asks for', () => {
  const configOf = (config: object) =>
    scenarioSessionSchema.parse({ config: { contextWindow: 8_000, ...config }, turns: [] }).config;

  it('is a policy and its settings; foreign conditions do no harm', () => {
    const sliding = configOf({ strategy: 'sliding_window', maxTurns: 5, colour: 'red' });
    expect(policyOfScenario(sliding)).toBe('contextguard-sliding-window');
    expect(scenarioSettings(sliding)).toEqual({
      window: 8_000,
      attempts: 3,
      quoteRequest: false,
      maxTurns: 5,
    });
    expect(policyOfScenario(configOf({}))).toBe('contextguard-threshold');
    expect(scenarioSettings(configOf({ maxTokens: 180 }))).toEqual({
      window: 180,
      attempts: 3,
      quoteRequest: false,
    });
  });
});
