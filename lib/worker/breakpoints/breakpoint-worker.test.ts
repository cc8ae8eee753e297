/** What the worker answers, against the search on the page's own thread. */
import { describe, expect, it } from 'vitest';
import { openSession } from '@/lib/analysis/fit/opening';
import { prepare } from '@/lib/engine/replay/prepare';
import { measureSession } from '@/lib/engine/tokens/measure';
import { productionIncident } from '@/lib/readers/scenarios/testing/production-incident';
import { breakpoints } from '@/lib/tuning/breakpoints/breakpoints';
import { WorkerPair } from '../testing/worker-pair';
import { BreakpointClient } from './breakpoint-client';
import { BreakpointRunner, type BreakpointJob } from './breakpoint-runner';

/** A runner and a client connected like page and worker; every read of the clock ends a slice. */
class Pair extends WorkerPair {
  readonly asked: BreakpointJob[] = [];
  readonly client = new BreakpointClient(this.start);
  slices = 0;

  constructor() {
    super(() => {
      let clock = 0;
      const runner = new BreakpointRunner({
        pause: () => {
          this.slices++;
          return new Promise((resolve) => setTimeout(resolve));
        },
        now: () => (clock += 20),
      });
      const find: BreakpointRunner['find'] = (job, signal) => {
        this.asked.push(job);
        return runner.find(job, signal);
      };
      return { find };
    });
  }
}

const incident = productionIncident.build();
const profile = measureSession(incident);
const { policy, settings, prefixTokens } = openSession(incident.source, profile);
const session = prepare(profile, prefixTokens);
const along = (setting: string, from: number, to: number) => ({
  ...{ session, policy, settings, setting },
  range: { from, to, limit: 200_000 },
});
const never = (): AbortSignal => new AbortController().signal;

describe('the worker for outcomes', () => {
  it.each([along('window', 100_000, 260_000), along('cap', 1, 10), along('factor', 0.5, 6)])(
    'answers with what the page would find along $setting, in slices',
    async (asked) => {
      const pair = new Pair();
      const found = await pair.client.find(asked, never());
      const { setting, range } = asked;
      expect(found).toEqual(breakpoints(session, policy, settings, setting, range));
      expect(found?.pieces.length).toBeGreaterThan(0);
      expect(pair.slices).toBeGreaterThan(1);
    },
  );

  it('carries a session once, and leaves a question that is cancelled', async () => {
    const pair = new Pair();
    const stop = new AbortController();
    const old = pair.client.find(along('window', 100_000, 260_000), stop.signal);
    stop.abort();
    const next = await pair.client.find(along('cap', 1, 10), never());
    expect(await old).toBeNull();
    // 150,000 ÷ 18,000 measured, 180,000 ÷ 24,000 = 7.5 needed: below it the request is refused.
    expect(next?.pieces.map(({ from, outcome }) => [from, outcome.fired])).toEqual([
      [1, []],
      [7.5, [143]],
    ]);
    expect(pair.asked.map(({ carried }) => carried !== null)).toEqual([true, false]);
  });

  it('rejects what it cannot replay, brings the session again, and goes on', async () => {
    const pair = new Pair();
    await expect(pair.client.find(along('no-setting', 1, 2), never())).rejects.toThrow(
      'has no setting "no-setting"',
    );
    expect(await pair.client.find(along('cap', 1, 10), never())).not.toBeNull();
    expect(pair.asked.map(({ carried }) => carried !== null)).toEqual([true, true]);
  });
});
