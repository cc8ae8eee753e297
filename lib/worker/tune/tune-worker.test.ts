import { describe, expect, it } from 'vitest';
import { runningToday } from '@/lib/analysis/fit/opened/running-today';
import type { GivenPrices } from '@/lib/analysis/cost/rates';
import { openSession } from '@/lib/analysis/fit/opening';
import { formatDollars } from '@/lib/engine/base/format';
import { textSession } from '@/lib/engine/session/testing/text-session';
import { measureSession } from '@/lib/engine/tokens/measure';
import type { Profile } from '@/lib/engine/tokens/profile';
import { encodeProfile } from '@/lib/engine/tokens/profile-codec';
import { claudeCode } from '@/lib/policies/claude-code/policy';
import { plant } from '@/lib/tuning/testing/planted';
import { sweepCells } from '@/lib/tuning/sweep/cells';
import type { SweepPlan } from '@/lib/tuning/sweep/plan';
import { SweepRun } from '@/lib/tuning/sweep/sweep-run';
import { totalsAt } from '@/lib/tuning/sweep/sweep-results';
import { WorkerPair } from '../testing/worker-pair';
import { TuneClient } from './tune-client';
import type { SweepEnd, SweepProgress } from './tune-sweep';
import { Tuner } from './tuner';

const corpus = plant([
  { name: 'calm', results: Array<number>(20).fill(4_000), day: 1 },
  { name: 'near', results: Array<number>(40).fill(18_000), day: 2 },
  { name: 'made', results: Array<number>(40).fill(30_000), ratio: 2, generated: true },
]);
const opened = { policy: '', preset: null };
const carried = corpus.map(({ facts, session }) => ({
  facts,
  opened,
  profile: encodeProfile(session.profile),
}));
const ids = corpus.map(({ facts }) => facts.id);

const plan: SweepPlan = {
  columns: [
    {
      policy: 'contextguard-threshold',
      settings: {},
      axes: [
        { setting: 'cap', values: [2, 3.5, 5, 6.5, 8] },
        { setting: 'window', values: [160_000, 180_000, 200_000] },
      ],
      sample: null,
    },
  ],
  limit: 200_000,
};
const aim = {
  today: { window: 200_000, cap: 5 },
  values: [5, 200_000],
  settable: ['window'],
  most: 200_000,
};
const never = (): AbortSignal => new AbortController().signal;

/** A worker whose clock moves a slice at every look, so that each replay ends one. */
function slowPair(onPause = (): void => undefined) {
  let time = 0;
  return new WorkerPair(
    () =>
      new Tuner({
        now: () => (time += 20),
        pause: () => {
          onPause();
          return new Promise((resolve) => setTimeout(resolve));
        },
      }),
  );
}

async function loaded(onPause?: () => void) {
  const pair = slowPair(onPause);
  const client = new TuneClient(pair.start);
  const answers = await client.call((tuner) => tuner.load(carried));
  return { pair, client, answers };
}

const listener = {
  onProgress: () => undefined,
  onCovered: () => undefined,
  onAnswered: () => undefined,
};

/** A listener that keeps in which order it was told. */
function inOrder() {
  const told: string[] = [];
  return {
    told,
    onProgress: () => void told.push('progress'),
    onCovered: () => void told.push('covered'),
    onAnswered: () => void told.push('answered'),
  };
}

describe('the tuning worker', () => {
  it('prepares sessions, and says which it cannot read', async () => {
    const { client, answers } = await loaded();
    expect(answers.map(({ id, steps, error }) => [id, steps > 0, error])).toEqual(
      ids.map((id) => [id, true, null]),
    );
    const odd = { facts: corpus[0]?.facts ?? fail(), opened, profile: new Uint8Array([1, 2, 3]) };
    const [broken] = await client.call((tuner) => tuner.load([odd]));
    expect(broken?.error).toMatch(/./);
  });

  it('sweeps to the totals of the core, with coverage first and an answer last', async () => {
    const { client } = await loaded();
    const order = inOrder();
    const end = await client.sweep({ ids, plan, aim }, order, never());
    const run = new SweepRun(
      plan,
      corpus.map(({ session }) => session),
    );
    run.advance();
    const cells = [...sweepCells(plan).keys()];
    const read = await client.call((tuner) => tuner.read(cells));
    for (const row of ids.keys()) {
      for (const cell of cells) {
        expect(totalsAt(read, row, cell)).toEqual(totalsAt(run.results, row, cell));
      }
    }
    expect(end.cancelled).toBe(false);
    expect(end.done).toBe(end.total);
    expect(end.recommendation?.choice.kind).toBe('keep');
    expect(end.words?.answer[0]).toEqual({ strong: 'Keep cap 5×, window 200,000:' });
    expect(order.told.slice(0, 2)).toEqual(['covered', 'progress']);
  });

  it('answers before the policies beside the grid are computed', async () => {
    const { client } = await loaded();
    const windows = { setting: 'window', values: [180_000, 200_000] };
    const beside = { policy: 'codex', settings: {}, axes: [windows], sample: null };
    const both = { ...plan, columns: [...plan.columns, beside] };
    const answers: SweepEnd[] = [];
    const order = inOrder();
    const onAnswered = (end: SweepEnd): void => {
      answers.push(end);
      order.onAnswered();
    };
    const end = await client.sweep({ ids, plan: both, aim }, { ...order, onAnswered }, never());
    expect(answers).toHaveLength(1);
    expect(answers[0]?.words).toEqual(end.words);
    expect([...(answers[0]?.sums.beside.recorded.complete ?? [])]).toEqual([0, 0]);
    expect([...end.sums.beside.recorded.complete]).toEqual([1, 1]);
    expect(order.told.indexOf('answered')).toBeLessThan(order.told.lastIndexOf('progress'));

    const run = new SweepRun(
      both,
      corpus.map(({ session }) => session),
    );
    run.advance();
    const read = await client.call((tuner) => tuner.read([14, 15, 16]));
    for (const row of ids.keys()) {
      for (const at of [0, 1, 2]) {
        expect(totalsAt(read, row, at)).toEqual(totalsAt(run.results, row, 14 + at));
      }
    }
  });

  it('answers a drag while it sweeps', async () => {
    const { client } = await loaded();
    let swept = false;
    const sweep = client.sweep({ ids, plan, aim }, listener, never()).then(() => (swept = true));
    const cell = { column: 0, values: [5, 190_000] };
    const totals = await client.call((tuner) => tuner.cells([cell]));
    expect(totals.sessions).toBe(3);
    expect(swept).toBe(false);
    await sweep;
  });

  it('stops where it is cancelled, and goes on to the same end', async () => {
    const whole = await (await loaded()).client.sweep({ ids, plan, aim }, listener, never());
    const { client } = await loaded();
    const stop = new AbortController();
    const seen: SweepProgress[] = [];
    const onProgress = (progress: SweepProgress): void => {
      seen.push(progress);
      stop.abort();
    };
    const stopped = await client.sweep(
      { ids, plan, aim },
      { ...listener, onProgress },
      stop.signal,
    );
    expect(stopped.cancelled).toBe(true);
    expect(stopped.recommendation).toBeNull();
    expect(stopped.done).toBeLessThan(stopped.total);
    expect(seen).toHaveLength(1);
    const end = await client.sweep({ ids, plan, aim }, listener, never());
    expect(end.done).toBe(end.total);
    expect(end.sums).toEqual(whole.sums);
    expect(end.words).toEqual(whole.words);
  });

  it('stops while it replays other assumptions', async () => {
    let pauses = 0;
    let onPause = (): void => undefined;
    const { client } = await loaded(() => {
      pauses++;
      onPause();
    });
    await client.sweep({ ids, plan, aim }, listener, never());
    pauses = 0;
    const whole = await client.call((tuner) => tuner.assure(never()));
    expect(whole.words?.sensitivity).toContain('With summaries of a tenth');
    // The last pause but one is before the last session's assumptions.
    const last = pauses - 1;
    const stop = new AbortController();
    pauses = 0;
    onPause = () => {
      if (pauses === last) stop.abort();
    };
    const stopped = await client.call((tuner) => tuner.assure(stop.signal));
    expect(stopped.words?.sensitivity).toBe('');
    expect(stopped.along).toEqual(whole.along);
  });

  it('prices cells by whole replays, with given prices, and stops where it is cancelled', async () => {
    const { client } = await loaded();
    await client.sweep({ ids, plan, aim }, listener, never());
    const cells = [180_000, 200_000].map((window) => ({ column: 0, values: [5, window] }));
    const task = { figures: ['cost'] as const, cells, prices: { input: 5, output: 25 } };
    const { results } = await client.figures(task, () => undefined, never());
    expect(results).toMatchObject({ figures: ['cost'], sessions: 3, cells: 2 });
    expect(results?.values[0]).toHaveLength(6);
    const stop = new AbortController();
    stop.abort();
    const stopped = await client.figures(task, () => undefined, stop.signal);
    expect(stopped.results).toBeNull();
  });

  it('puts settings side by side once there is an answer, priced as asked', async () => {
    const { client } = await loaded();
    await client.sweep({ ids, plan, aim }, listener, never());
    const compared = (prices: GivenPrices) =>
      client.call((tuner) => tuner.compared(prices, never()));
    const table = (await compared({ input: 5, output: 25 })).find(({ kind }) => kind === 'table');
    if (table?.kind !== 'table') throw new Error('no table');
    expect(table.columns[1]?.head).toBe('today: cap 5×, window 200,000');
    const cells = [{ column: 0, values: [5, 200_000] }];
    const task = { figures: ['cost'] as const, cells, prices: { input: 5, output: 25 } };
    const { results } = await client.figures(task, () => undefined, never());
    // Of the two recorded sessions, the generated one decides nothing.
    const [calm, near] = results?.values[0] ?? [];
    const cost = table.rows.find(([label]) => label === 'cost of a session');
    expect(cost?.[1]).toBe(`~${formatDollars(((calm ?? NaN) + (near ?? NaN)) / 2)}`);
    const dearer = await compared({ input: 50, output: 250 });
    expect(dearer).not.toEqual(await compared({ input: 5, output: 25 }));
  });

  it('prices the cells that cost decides between before it answers', async () => {
    const { client } = await loaded();
    const prices = { input: 5, output: 25 };
    const end = await client.sweep({ ids, plan, aim, preferred: prices }, listener, never());
    const sums = end.recommendation?.region.sums;
    // Caps are constants: three windows at today's, of which the generated session has no say.
    const known = sums?.cost?.dollars.filter((dollars) => !Number.isNaN(dollars));
    expect([known?.length, sums?.cost?.sessions]).toEqual([3, 2]);
    const cells = [{ column: 0, values: [5, 160_000] }];
    const task = { figures: ['cost'] as const, cells, prices };
    const { results } = await client.figures(task, () => undefined, never());
    const [calm = NaN, near = NaN] = results?.values[0] ?? [];
    expect(known?.[0]).toBeCloseTo(calm + near, 10);
    const [first] = await client.call((tuner) => tuner.compared(prices, never()));
    expect(JSON.stringify(first)).toContain('a cost within 1 % of the least');
  });

  it('finds the step at which two settings part', async () => {
    const { client } = await loaded();
    await client.sweep({ ids, plan, aim }, listener, never());
    const today = { column: 0, values: [5, 200_000] };
    const other = { column: 0, values: [5, 160_000] };
    const [calm, near] = await client.call((tuner) => tuner.deciding(ids, [today, other]));
    expect(calm).toBe(-1);
    expect(near).toBeGreaterThan(0);
  });

  it('reports on ratios, generated sessions apart, and writes expectations', async () => {
    const { client } = await loaded();
    await client.sweep({ ids, plan, aim }, listener, never());
    const question = {
      ...{ kind: 'step' as const, shares: [0.01], window: 200_000, threshold: 180_000 },
      ...{ limit: 200_000, today: [5] },
    };
    const report = await client.call((tuner) => tuner.ratios(question));
    expect(report.models.map(({ generated }) => generated)).toEqual([false, true]);
    const task = { settings: { window: 200_000, cap: 5 }, recommendation: null, promise: null };
    const yaml = await client.call((tuner) => tuner.record(task));
    expect(yaml).toContain('name: calm');
    expect(yaml).not.toContain('name: made');
    expect(yaml).not.toContain('promises');
  });

  it('promises what the answer does to the recorded sessions, and records that', async () => {
    const { client } = await loaded();
    await client.sweep({ ids, plan, aim }, listener, never());
    const row = { preset: null, limit: 200_000 };
    const prices = { input: 5, output: 25 };
    const promise = await client.call((tuner) => tuner.promise(row, prices));
    const cells = [{ column: 0, values: [5, 200_000] }];
    const task = { figures: ['cost'] as const, cells, prices };
    const { results } = await client.figures(task, () => undefined, never());
    expect(promise).toMatchObject({
      ...{ policy: 'contextguard-threshold', swept: { cap: 5, window: 200_000 }, settings: {} },
      heldOut: { overflowing: 0, of: 2 },
    });
    expect(promise?.sessions.map(({ steps, dollars }) => [steps > 0, dollars])).toEqual(
      [0, 1].map((at) => [true, results?.values[0]?.[at]]),
    );
    const settings = { window: 200_000, cap: 5 };
    const record = { settings, recommendation: null, promise };
    const yaml = await client.call((tuner) => tuner.record(record));
    expect(yaml).toContain('promises:');
    expect(yaml).toContain(promise?.sessions[1]?.hash ?? 'no session');
  });

  it('fits what runs today to the recordings, as the question does', async () => {
    const pictures = [166_500, 166_400].map((held) => ran(held));
    const claude = pictures.map((profile, at) => ({
      facts: { ...(corpus[0]?.facts ?? fail()), id: `ran${at}`, agent: 'Claude Code' },
      opened: { policy: 'claude-code', preset: null },
      profile: encodeProfile(profile),
    }));
    const { client } = await loaded();
    await client.call((tuner) => tuner.load(claude));
    const task = { ids: ['ran0', 'ran1'], policy: 'claude-code', asked: {} };
    const today = await client.call((tuner) => tuner.today(task, never()));
    const source = { format: 'claude-code', agent: 'Claude Code', agentVersion: '2.1.40' };
    const sessions = pictures.map((profile) => ({
      profile,
      opening: openSession(source, profile),
    }));
    expect(today).toEqual(runningToday(sessions, claudeCode));
    expect([today.basis, today.judged]).toEqual(['fitted', 2]);
    const asked = { ...task, asked: { window: 150_000 } };
    const given = await client.call((tuner) => tuner.today(asked, never()));
    expect([given.basis, given.window]).toEqual(['asked', 150_000]);
  });

  it('says what it cannot do, and goes on', async () => {
    const pair = slowPair();
    const client = new TuneClient(pair.start);
    await expect(client.call((tuner) => tuner.read([0]))).rejects.toThrow('There is no sweep yet.');
    await expect(client.sweep({ ids, plan, aim }, listener, never())).rejects.toThrow(
      'The session calm is not loaded.',
    );
    expect(await client.call((tuner) => tuner.load(carried))).toHaveLength(3);
    expect(pair.started).toBe(1);
  });
});

/** Claude Code compacting by itself past a count. */
function ran(held: number): Profile {
  const picture = `limit 200000\nu 400\n-- ${held - 500}\nm 4\nu 36\n-- ${held}\nm 4\nu 3600\n== compact 40\n-- 20000\nm 4\nu 36\n-- 21000`;
  const session = textSession(picture);
  const compactions = session.compactions.map((one) => {
    return { ...one, trigger: 'auto' as const, preTokens: held + 900 };
  });
  return measureSession({
    ...session,
    compactions,
    source: { ...session.source, format: 'claude-code' },
  });
}

function fail(): never {
  throw new Error('There is no session.');
}
