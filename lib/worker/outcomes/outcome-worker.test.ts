import { describe, expect, it } from 'vitest';
import { contextGuardThreshold } from '@/lib/policies/contextguard/threshold';
import { policies, policyOrDefault } from '@/lib/policies/registry';
import type { GivenPrices } from '@/lib/analysis/cost/rates';
import { PRICE_LIST } from '@/lib/answers/prices/price-list';
import { matrixColumns, type MatrixPrices } from '@/lib/answers/report/outcome/matrix';
import { prepareScenario, scenarioOutcome } from '@/lib/answers/report/outcome/scenario-outcome';
import { findScenario, scenarioCatalogue } from '@/lib/readers/scenarios/catalogue';
import { WorkerPair } from '../testing/worker-pair';
import { OutcomeClient } from './outcome-client';
import { OutcomeRunner, type OutcomeCell } from './outcome-runner';

/** A runner and a client connected like page and worker. */
class Pair extends WorkerPair {
  readonly client = new OutcomeClient(this.start);
  /** Milliseconds added by each read of the clock. */
  tick = 5;

  constructor() {
    let clock = 0;
    super(
      () =>
        new OutcomeRunner({
          pause: () => new Promise((resolve) => setTimeout(resolve)),
          now: () => (clock += this.tick),
        }),
    );
  }
}

const onPrices = (): void => undefined;
const never = (): AbortSignal => new AbortController().signal;

const reference = { key: 'reference', policy: 'contextguard-threshold', settings: {} };
const none = { key: 'never', policy: 'none', settings: {} };
const ids = scenarioCatalogue.map(({ id }) => id);

describe('the outcome worker', () => {
  it('answers with what a replay on the page gives, cell by cell, in order', async () => {
    const { client } = new Pair();
    const cells: OutcomeCell[] = [];
    const seen: number[] = [];
    const end = await client.run(
      { scenarios: ids.slice(0, 10), columns: [reference, none], sparks: true, prices: null },
      {
        onPrices,
        onCells: (some, done) => {
          cells.push(...some);
          seen.push(done);
        },
      },
      never(),
    );
    expect(end).toEqual({ done: 20, cancelled: false });
    expect(seen.length).toBeGreaterThan(3);
    expect(seen).toEqual(seen.toSorted((a, b) => a - b));
    expect(cells.map(({ scenario, column }) => [scenario, column])).toEqual(
      ids.slice(0, 10).flatMap((id) => [
        [id, 'reference'],
        [id, 'never'],
      ]),
    );
    const scenario = findScenario(ids[3] ?? '');
    if (!scenario) throw new Error('no scenario');
    expect(cells[6]?.outcome).toEqual(
      scenarioOutcome(prepareScenario(scenario.session, ''), contextGuardThreshold),
    );
  });

  it('stops when cancelled, and sends nothing after', async () => {
    const pair = new Pair();
    pair.tick = 20;
    const stop = new AbortController();
    let last = 0;
    const end = await pair.client.run(
      { scenarios: ids, columns: [reference], sparks: false, prices: null },
      {
        onPrices,
        onCells: (_, done) => {
          expect(stop.signal.aborted).toBe(false);
          last = done;
          if (done >= 3) stop.abort();
        },
      },
      stop.signal,
    );
    expect(end.cancelled).toBe(true);
    expect(last).toBe(3);
    expect(end.done).toBeLessThan(ids.length);
    // The same worker continues with the next run.
    const job = { scenarios: ids.slice(0, 1), columns: [reference], sparks: false, prices: null };
    const next = await pair.client.run(job, { onPrices, onCells: () => undefined }, never());
    expect(next).toEqual({ done: 1, cancelled: false });
    expect(pair.started).toBe(1);
  });

  it('has for every policy and preset what a replay in columns of its own gives', async () => {
    const { client } = new Pair();
    const columns = matrixColumns(policies).map(({ key, policy, settings }) => ({
      key,
      policy,
      settings,
    }));
    const scenarios = ids.filter((_, i) => i % 6 === 0);
    const cells: OutcomeCell[] = [];
    const end = await client.run(
      { scenarios, columns, sparks: true, prices: null },
      { onPrices, onCells: (some) => void cells.push(...some) },
      never(),
    );
    expect(end).toEqual({ done: scenarios.length * columns.length, cancelled: false });
    expect(cells.filter(({ error }) => error !== null)).toEqual([]);
    // The worker replays a scenario's columns into those of the cell before.
    const alone = scenarios.flatMap((id) => {
      const scenario = findScenario(id);
      if (scenario === undefined) throw new Error('a scenario');
      const prepared = prepareScenario(scenario.session, '');
      return columns.map(({ policy, settings }) =>
        scenarioOutcome(prepared, policyOrDefault(policy), settings),
      );
    });
    expect(cells.map(({ outcome }) => outcome)).toEqual(alone);
  });

  it('prices cells as a model that is named, by which list, without charts that nobody asked for', async () => {
    const { client } = new Pair();
    const run = async (model: string, given: GivenPrices = {}) => {
      const cells: OutcomeCell[] = [];
      const basis: MatrixPrices[] = [];
      await client.run(
        { scenarios: ids.slice(0, 4), columns: [none], sparks: false, prices: { model, given } },
        {
          onCells: (some) => void cells.push(...some),
          onPrices: (prices) => void basis.push(prices),
        },
        never(),
      );
      expect(cells.every(({ outcome }) => outcome?.spark === null)).toBe(true);
      return { costs: cells.map(({ outcome }) => outcome?.costUsd), basis };
    };
    const { costs, basis } = await run('anthropic/claude-opus-4.8');
    expect(costs).toHaveLength(4);
    expect(costs.every((cost) => (cost ?? 0) > 0)).toBe(true);
    expect(basis).toMatchObject([{ entry: 'anthropic/claude-opus-4-8', list: PRICE_LIST }]);
    const own = await run('house', { models: { house: { input: 5, output: 25 } } });
    expect(own.basis[0]?.entry).toBeNull();
    expect(own.costs.every((cost) => (cost ?? 0) > 0)).toBe(true);
    expect((await run('house')).costs).toEqual([null, null, null, null]);
  });

  it('says why a cell has no outcome', async () => {
    const { client } = new Pair();
    const cells: OutcomeCell[] = [];
    const odd = { ...reference, key: 'odd', settings: { window: -1 } };
    await client.run(
      {
        scenarios: ['stress/none', ids[0] ?? ''],
        columns: [{ ...none, policy: 'wizard' }, odd],
        sparks: false,
        prices: null,
      },
      { onPrices, onCells: (some) => void cells.push(...some) },
      never(),
    );
    expect(cells.map(({ outcome }) => outcome)).toEqual([null, null, null, null]);
    expect(cells.map(({ error }) => error)).toEqual([
      'There is no scenario stress/none.',
      'There is no scenario stress/none.',
      'There is no policy wizard.',
      expect.stringContaining('window'),
    ]);
  });
});
