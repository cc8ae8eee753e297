import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import extra from '@/lib/readers/scenarios/fixtures/extra-scenarios.json';
import multiTurn from '@/lib/readers/scenarios/fixtures/scenarios.json';
import { PRICE_LIST } from '@/lib/answers/prices/price-list';
import { PRODUCER } from '@/lib/engine/replay/engine';
import { capture, parsed, type Simulated } from '../testing/captured-io';

const FOLDER = 'lib/readers/scenarios/fixtures';

/** The file without the reference simulator's own record, which Highwater does not compute. */
function withoutResults(file: { scenarios: { sessions: object[] }[] }): object {
  const scenarios = file.scenarios.map((scenario) => ({
    ...scenario,
    sessions: scenario.sessions.map((session) => ({ ...session, result: undefined })),
  }));
  return { ...file, scenarios };
}

const sessionOf = (out: string) => parsed<Simulated>(out).scenarios[0]?.sessions[0];

const scenario = (config: object, turns: readonly object[], more: object = {}): string =>
  JSON.stringify({ ...more, scenarios: [{ name: 'one', sessions: [{ config, turns }] }] });

describe('simulate', () => {
  it.each([
    ['scenarios.json', multiTurn],
    ['extra-scenarios.json', extra],
  ])('gives %s back with every step and total as the reference has it', async (name, file) => {
    const { code, out, messages } = await capture(['simulate', `${FOLDER}/${name}`, '--json']);
    expect(code).toBe(0);
    expect(messages).toBe('');
    expect(JSON.parse(out)).toEqual({ producer: PRODUCER, ...withoutResults(file) });
  });

  it('gives sliding-window.json back, by the policy its scenarios name', async () => {
    const name = `${FOLDER}/sliding-window.json`;
    const { code, out } = await capture(['simulate', name, '--json']);
    expect(code).toBe(0);
    type File = { scenarios: { steps: unknown; totals: Record<string, number> }[] };
    const given = parsed<File>(readFileSync(name, 'utf8'));
    const computed = parsed<File>(out);
    expect(computed.scenarios).toHaveLength(15);
    computed.scenarios.forEach(({ steps, totals }, i) => {
      const reference = given.scenarios[i]!;
      expect(steps).toEqual(reference.steps);
      // The reference's totals of the sliding window have additional names.
      const shared = Object.keys(totals).filter((key) => key in reference.totals);
      expect(shared).toContain('summarizerCalls');
      for (const key of shared) expect(totals[key], key).toBe(reference.totals[key]);
    });
    // The output is valid input.
    const again = await capture(['simulate', '-', '--json'], out);
    expect(JSON.parse(again.out)).toEqual(JSON.parse(out));
  });

  it('replays the sliding window’s scenarios by another policy, in the same fields', async () => {
    const name = `${FOLDER}/sliding-window.json`;
    const { out } = await capture(['simulate', name, '--policy', 'none', '--json']);
    const [first] = parsed<{ scenarios: { steps: unknown[][] }[] }>(out).scenarios;
    // No compaction: the last step sends all 39 entries of 20 turns.
    expect(first?.steps[19]?.[12]).toBe(39);
  });

  it.each([
    ['8b854ce', 'contextguard-tail@v0.7.0'],
    ['5bdd637', 'contextguard-tail@v0.8.0'],
    ['e2d01e0', 'contextguard-threshold@pr7-first'],
    ['1468dc1', 'contextguard-threshold@pr7-hardened'],
    ['dc1ea47', 'contextguard-threshold@v0.9.0'],
  ])('gives the rows that commit %s made, by --policy %s', async (commit, policy) => {
    const history = parsed<{
      stepFields: string[];
      versionsTrueUsage: Record<string, Record<string, unknown>>;
    }>(readFileSync(`${FOLDER}/history.json`, 'utf8'));
    const rows = history.versionsTrueUsage[commit] ?? {};
    const scenarios = multiTurn.scenarios.filter(({ name }) => name in rows);
    expect(scenarios).toHaveLength(4);
    const file = JSON.stringify({ stepFields: history.stepFields, scenarios });
    const { out } = await capture(['simulate', '-', '--json', '--policy', policy], file);
    const computed = parsed<{ scenarios: { name: string; sessions: { steps: unknown }[] }[] }>(out);
    for (const { name, sessions } of computed.scenarios) {
      expect(sessions[0]?.steps, name).toEqual(rows[name]);
    }
  });

  it('ignores the steps that it is given', async () => {
    const [first] = multiTurn.scenarios;
    const forged = structuredClone({ ...multiTurn, scenarios: [first] });
    for (const session of forged.scenarios[0]?.sessions ?? []) session.steps = [];
    const { out } = await capture(['simulate', '-', '--json'], JSON.stringify(forged));
    expect(sessionOf(out)?.steps).toEqual(first?.sessions[0]?.steps);
  });

  it('computes the fields that are asked for, in their order', async () => {
    const text = scenario({ contextWindow: 8000 }, [{ user: { bytes: 400 } }], {
      stepFields: ['threshold', 'label', 'heuristicRaw'],
    });
    const { out } = await capture(['simulate', '-', '--json'], text);
    expect(sessionOf(out)?.steps).toEqual([[6400, 'user-msg', 100]]);
  });

  it('counts text where sizes may stand', async () => {
    const config = { contextWindow: 8000 };
    const sized = [
      {
        user: { bytes: 12 },
        modelBytes: 9,
        toolCalls: [{ name: 'grep', responseBytes: 40 }],
      },
    ];
    const text = [
      {
        user: '日本語の',
        modelBytes: 'nine byte',
        toolCalls: [{ name: 'grep', responseBytes: 'x'.repeat(40) }],
      },
    ];
    const run = async (turns: object[]): Promise<unknown> => {
      const { out } = await capture(['simulate', '-', '--json'], scenario(config, turns));
      return sessionOf(out)?.steps;
    };
    expect(await run(text)).toEqual(await run(sized));
  });

  it('lets settings override the scenario’s conditions', async () => {
    const text = scenario({ contextWindow: 8000 }, [{ user: { bytes: 20_000 } }]);
    const compactions = async (...args: string[]): Promise<unknown> => {
      const { out } = await capture(['simulate', '-', '--json', ...args], text);
      return sessionOf(out)?.totals.stepsCompacted;
    };
    expect(await compactions()).toBe(1);
    expect(await compactions('--set', 'factor=1')).toBe(0);
    expect(await compactions('--set', 'window=200000')).toBe(0);
    expect(await compactions('--policy', 'none')).toBe(0);
  });

  it.each([
    ['', ':1: There is nothing to read.'],
    ['{"scenarios":[\n{', ':2: The JSON is cut off.'],
    ['{"scenarios":[]}\n{}', ':1: Other content follows'],
    ['[1,\n2,\noops]', ':3: This is not JSON.'],
    ['['.repeat(100_000), 'stdin'],
    ['['.repeat(1000) + ']'.repeat(1000), 'deeper than 200'],
    ['{"scenarios":3}', ' at $.scenarios: '],
    [scenario({ contextWindow: 'wide' }, []), '$.scenarios[0].sessions[0].config.contextWindow'],
    [
      '{"scenarios":[{"name":"alone","config":{"contextWindow":"wide"},"turns":[]}]}',
      ' at $.scenarios[0].config.contextWindow: ',
    ],
    [
      scenario({ contextWindow: 8 }, [], { stepFields: ['turn', 'calibrated', 'passes'] }),
      '$.stepFields[2]: these fields belong to different kinds of rows',
    ],
    [
      scenario({ contextWindow: 8 }, [], { stepFields: ['turn', 'mood'] }),
      '$.stepFields[1]: no field "mood"',
    ],
  ])('%.40j cannot be read', async (text, message) => {
    const { code, out, messages } = await capture(['simulate', '-', '--json'], text);
    expect(code).toBe(3);
    expect(out).toBe('');
    expect(messages).toContain('stdin');
    expect(messages).toContain(message);
  });

  it('prices each session as a model that is named', async () => {
    const name = `${FOLDER}/scenarios.json`;
    const plain = await capture(['simulate', name, '--json']);
    const { code, out } = await capture([
      ...['simulate', name, '--json', '--model', 'claude-opus-4-8', '--at', '2026-05-01'],
    ]);
    expect(code).toBe(0);
    type Priced = {
      prices: object;
      scenarios: { sessions: { steps: unknown; totals: unknown; costUsd: number }[] }[];
    };
    const { prices, scenarios } = parsed<Priced>(out);
    expect(prices).toEqual({
      ...{ model: 'claude-opus-4-8', entry: 'anthropic/claude-opus-4-8' },
      ...{ list: PRICE_LIST, day: '2026-05-01', given: {} },
    });
    const sessions = scenarios.flatMap((one) => one.sessions);
    expect(sessions.every(({ costUsd }) => costUsd > 0)).toBe(true);
    const before = parsed<Simulated>(plain.out).scenarios.flatMap((one) => one.sessions);
    expect(sessions.map(({ steps, totals }) => ({ steps, totals }))).toMatchObject(
      before.map(({ steps, totals }) => ({ steps, totals })),
    );
    expect(plain.out).not.toContain('costUsd');

    // Half the price, half the cost; the table says the same.
    const given = ['input', 'cacheRead', 'cacheWrite', 'cacheWriteHour', 'output'].flatMap(
      (one) => ['--price', `house:${one}=2`],
    );
    const two = parsed<Priced>(
      (await capture(['simulate', name, '--json', '--model', 'house', ...given])).out,
    );
    const four = parsed<Priced>(
      (
        await capture([
          'simulate',
          name,
          '--json',
          '--model',
          'house',
          ...given.map((one) => one.replace('=2', '=4')),
        ])
      ).out,
    );
    const total = ({ scenarios: all }: Priced): number =>
      all.flatMap((one) => one.sessions).reduce((sum, { costUsd }) => sum + costUsd, 0);
    expect(total(four)).toBeCloseTo(2 * total(two), 9);
    const table = await capture(['simulate', name, '--model', 'house', ...given]);
    expect(table.out).toMatch(/overflow steps +cost\n/);
    expect(table.out).toMatch(/ ~\$\d+\.\d+\n/);
    expect(table.out).toContain('if the model were house (');
  });

  it('wants prices for a model that the list does not know', async () => {
    const { code, messages } = await capture([
      ...['simulate', `${FOLDER}/scenarios.json`, '--model', 'house'],
    ]);
    expect(code).toBe(2);
    expect(messages).toContain('has no model "house": give --price input=5');
  });
});
