import { afterEach, describe, expect, it } from 'vitest';
import { costTotal } from '@/lib/analysis/cost/cost-total';
import { flat, type Rates } from '@/lib/analysis/cost/rates';
import { candidatesOf } from '@/lib/analysis/detectors/cures/candidates';
import { cureEffect, type CureEffect } from '@/lib/analysis/detectors/cures/cure-effect';
import { findings } from '@/lib/analysis/detectors/registry';
import { effectOf } from '@/lib/analysis/explain/cause/remedies/effect';
import type { RemedyEffect } from '@/lib/analysis/explain/cause/remedies/remedy';
import { remedyList } from '@/lib/analysis/explain/cause/remedies/remedy-list';
import { causeSubject } from '@/lib/analysis/explain/cause/subject';
import { openSession } from '@/lib/analysis/fit/opening';
import { holdFrozenTables } from '@/lib/engine/sizes/known-tables';
import { parseFault } from '@/lib/engine/replay/faults/faults';
import { prepare, type Replayable } from '@/lib/engine/replay/prepare';
import { replay, type Replay } from '@/lib/engine/replay/replay';
import { productionIncident } from '@/lib/readers/scenarios/testing/production-incident';
import { measureSession } from '@/lib/engine/tokens/measure';
import { WorkerPair } from '../testing/worker-pair';
import { RemedyClient, type RemedyQuestion } from './remedy-client';
import { RemedyRunner, type RemedyJob } from './remedy-runner';

/** A runner and a client connected like page and worker; keeps what the page asks. */
class Pair extends WorkerPair {
  readonly asked: RemedyJob[] = [];
  readonly client = new RemedyClient(this.start);

  constructor() {
    super(() => {
      const runner = new RemedyRunner({
        pause: () => new Promise((resolve) => setTimeout(resolve)),
        cures: () => import('@/lib/analysis/detectors/cures/cure-effect'),
      });
      const run: RemedyRunner['run'] = (job, onEffect, signal) => {
        this.asked.push(job);
        return runner.run(job, onEffect, signal);
      };
      return { run };
    });
  }

  /** Asks, and waits for the end. */
  async effects(question: RemedyQuestion): Promise<readonly (RemedyEffect | null)[]> {
    const effects: (RemedyEffect | null)[] = [];
    const onEffect = (effect: RemedyEffect | null): void => void effects.push(effect);
    await this.client.effects(question, onEffect, never());
    return effects;
  }

  /** For each question sent, whether it carries the session. */
  carried(): readonly boolean[] {
    return this.asked.map(({ carried }) => carried !== null);
  }
}

const never = (): AbortSignal => new AbortController().signal;

const incident = productionIncident.build();
const profile = measureSession(incident);
const opening = openSession(incident.source, profile);
const session = prepare(profile, opening.prefixTokens);

/** Dollars of a million tokens, as a price list has them. */
const rates: Rates = {
  input: flat(3),
  output: flat(15),
  cacheRead: flat(0.3),
  cacheWrite: flat(3.75),
  cacheWriteHour: null,
};
const prices = [['claude-sonnet-4-6', rates]] as const;

interface Other {
  readonly of?: Replayable;
  readonly faults?: readonly string[];
  readonly rates?: RemedyQuestion['rates'];
}

/** The remedies of a step under some settings. */
function question(
  step: number,
  change: object = {},
  { of = session, faults = [], rates = null }: Other = {},
): RemedyQuestion {
  const struck = faults.flatMap((text) => {
    const parsed = parseFault(text);
    return parsed.ok ? [parsed.value] : [];
  });
  const subject = causeSubject(of, opening, { agent: 'an agent', tools: null });
  const settings = { ...opening.settings, ...change };
  const current = replay(of, opening.policy, settings, { faults: struck });
  const list = remedyList(current, step, subject, 'Would have compacted');
  if (list === null) throw new Error('The step has no remedy');
  return { session: of, step, list, rates };
}

/** The effects as the page's own thread computes them. */
const expected = ({ session: of, step, list, rates: known }: RemedyQuestion) => {
  const ratesOf = (model: string | null): Rates | null =>
    known?.find(([name]) => name === model)?.[1] ?? null;
  const dollarsOf = known === null ? null : (run: Replay) => costTotal(run, ratesOf);
  const asked = { step, aim: list.aim, dollarsOf };
  return list.remedies.map((remedy) => effectOf(of, list.base, asked, remedy));
};

afterEach(() => holdFrozenTables([]));

describe('the worker for remedies', () => {
  it.each([
    ['a step that held', question(143)],
    ['a change that turns nothing', question(100, { window: 150_000 })],
    ['a change on top of a what-if', question(143, { cap: 7.5 })],
    ['a session whose prices are known', question(143, {}, { rates: prices })],
    [
      'a session with faults',
      question(143, {}, { faults: ['usage-stops@60', 'window@90=190000'] }),
    ],
  ])('answers with what a replay on the page gives: %s', async (_, asked) => {
    const effects = await new Pair().effects(asked);
    expect(effects).toEqual(expected(asked));
    expect(effects.length).toBeGreaterThan(0);
  });

  it('tells the dollars of a change where prices are known', async () => {
    const [effect] = await new Pair().effects(question(143, {}, { rates: prices }));
    expect(effect?.text).toMatch(/~\$\d+\.\d\d → ~\$\d+\.\d\d$/);
  });

  it('carries a session once, and another one when it is asked about', async () => {
    const pair = new Pair();
    await pair.effects(question(143));
    await pair.effects(question(50));
    expect(await pair.effects(question(60, { window: 150_000 }))).toEqual(
      expected(question(60, { window: 150_000 })),
    );
    const other = prepare(profile, opening.prefixTokens + 1_000);
    const asked = question(143, {}, { of: other });
    expect(await pair.effects(asked)).toEqual(expected(asked));
    expect(pair.carried()).toEqual([true, false, false, true]);
    expect(pair.started).toBe(1);
  });

  it('drops an older question for a newer one, and keeps the session it brought', async () => {
    const pair = new Pair();
    const stop = new AbortController();
    const seen: unknown[] = [];
    const see = (effect: RemedyEffect | null): void => {
      expect(stop.signal.aborted).toBe(false);
      seen.push(effect);
      stop.abort();
    };
    const old = pair.client.effects(question(143), see, stop.signal);
    const before = pair.client.effects(question(120), see, AbortSignal.abort());
    expect(await pair.effects(question(50))).toEqual(expected(question(50)));
    await Promise.all([old, before]);
    expect(seen).toHaveLength(1);
    expect(pair.carried()).toEqual([true, false, false]);
  });

  it('knows the frozen tables that the page knows', async () => {
    const rows = [1, 2, 3, 4].map((first) => ({
      ...{ agent: 'contextguard', version: null, model: 'one', first },
      ...{ summaryBytes: 400_000, back: 0, rest: 0 },
    }));
    const pair = new Pair();
    await pair.effects(question(143));
    holdFrozenTables([{ id: 'mine', rows }]);
    await pair.effects(question(143));
    expect(pair.asked[1]?.carried?.tables).toEqual([{ id: 'mine', rows }]);
  });

  it('brings the session again after a worker that broke', async () => {
    const pair = new Pair();
    const asked = question(143);
    const broken = pair.effects(asked);
    pair.break('Out of memory');
    await expect(broken).rejects.toThrow('The computation stopped. Out of memory');
    expect(await pair.effects(asked)).toEqual(expected(asked));
    expect([pair.started, pair.carried()]).toEqual([2, [true, true]]);
  });

  it('rejects a question that it cannot replay, and goes on with the next', async () => {
    const pair = new Pair();
    const asked = question(143);
    const odd = {
      ...asked,
      list: { ...asked.list, base: { ...asked.list.base, settings: { window: -1 } } },
    };
    await expect(pair.effects(odd)).rejects.toThrow(/window/);
    expect(await pair.effects(asked)).toEqual(expected(asked));
    expect(pair.started).toBe(1);
  });

  it('answers for a finding what the command line prints, and null for no setting', async () => {
    const base = replay(session, opening.policy, opening.settings);
    const about = { agent: '', notices: [] };
    const pair = new Pair();
    await pair.effects(question(143));
    let asked = 0;
    for (const finding of findings(base, about)) {
      const changes = [...candidatesOf(base, finding).map((one) => one.settings), { cap: -1 }];
      const effects: (CureEffect | null)[] = [];
      const { detector } = finding;
      await pair.client.cures(
        { session, base, detector, changes },
        (effect) => effects.push(effect),
        never(),
      );
      expect(effects).toEqual(changes.map((change) => cureEffect(session, base, detector, change)));
      expect(effects.at(-1)).toBeNull();
      asked += changes.length - 1;
    }
    expect(asked).toBeGreaterThan(5);
    expect(pair.carried().filter(Boolean)).toHaveLength(1);
  });
});
