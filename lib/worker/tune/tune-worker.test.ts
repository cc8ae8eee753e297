import { describe, expect, it } from 'vitest';
import { encodeProfile } from '@/lib/engine/tokens/profile-codec';
import { plant } from '@/lib/tuning/testing/planted';
import { sweepCells } from '@/lib/tuning/sweep/cells';
import type { SweepPlan } from '@/lib/tuning/sweep/plan';
import { SweepRun } from '@/lib/tuning/sweep/sweep-run';
import { totalsAt } from '@/lib/tuning/sweep/sweep-results';
import { WorkerPair } from '../testing/worker-pair';
import { TuneClient, type SweepEnd, type SweepProgress } from './tune-client';
import type { TuneReply } from './tune-messages';
import { TuneServer } from './tune-server';

const corpus = plant([
  { name: 'calm', results: Array<number>(20).fill(4_000), day: 1 },
  { name: 'near', results: Array<number>(40).fill(18_000), day: 2 },
  { name: 'made', results: Array<number>(40).fill(30_000), ratio: 2, generated: true },
]);
const carried = corpus.map(({ facts, session }) => ({
  facts,
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
};
const never = (): AbortSignal => new AbortController().signal;

/** A worker whose clock moves a slice at every look, so that each replay ends one. */
function slowPair(onPause = (): void => undefined) {
  let time = 0;
  return new WorkerPair<TuneReply>(
    (post) =>
      new TuneServer({
        post,
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
  const answers = await client.load(carried, never());
  return { pair, client, answers };
}

const listener = {
  onProgress: () => undefined,
  onCovered: () => undefined,
  onAnswered: () => undefined,
};

describe('the tuning worker', () => {
  it('prepares sessions, and says which it cannot read', async () => {
    const { client, answers } = await loaded();
    expect(answers.map(({ id, steps, error }) => [id, steps > 0, error])).toEqual(
      ids.map((id) => [id, true, null]),
    );
    const [broken] = await client.load(
      [{ facts: corpus[0]?.facts ?? fail(), profile: new Uint8Array([1, 2, 3]) }],
      never(),
    );
    expect(broken?.error).toMatch(/./);
  });

  it('sweeps to the totals of the core, with coverage first and an answer last', async () => {
    const { pair, client } = await loaded();
    const end = await client.sweep({ ids, plan, aim }, listener, never());
    const run = new SweepRun(
      plan,
      corpus.map(({ session }) => session),
    );
    run.advance();
    const cells = [...sweepCells(plan).keys()];
    const read = await client.read(cells, never());
    for (const row of ids.keys()) {
      for (const cell of cells) {
        expect(totalsAt(read, row, cell)).toEqual(totalsAt(run.results, row, cell));
      }
    }
    expect(end.cancelled).toBe(false);
    expect(end.done).toBe(end.total);
    expect(end.recommendation?.choice.kind).toBe('keep');
    expect(end.words?.answer[0]).toEqual({ strong: 'Keep cap 5×, window 200,000:' });
    const kinds = pair.said.map(({ kind }) => kind);
    expect(kinds.indexOf('covered')).toBeLessThan(kinds.indexOf('progress'));
  });

  it('answers before the policies beside the grid are computed', async () => {
    const { pair, client } = await loaded();
    const windows = { setting: 'window', values: [180_000, 200_000] };
    const beside = { policy: 'codex', settings: {}, axes: [windows], sample: null };
    const both = { ...plan, columns: [...plan.columns, beside] };
    const answers: SweepEnd[] = [];
    const onAnswered = (end: SweepEnd): void => void answers.push(end);
    const end = await client.sweep({ ids, plan: both, aim }, { ...listener, onAnswered }, never());
    expect(answers).toHaveLength(1);
    expect(answers[0]?.words).toEqual(end.words);
    expect([...(answers[0]?.sums.beside.recorded.complete ?? [])]).toEqual([0, 0]);
    expect([...end.sums.beside.recorded.complete]).toEqual([1, 1]);
    const kinds = pair.said.map(({ kind }) => kind);
    expect(kinds.indexOf('answered')).toBeLessThan(kinds.lastIndexOf('progress'));

    const run = new SweepRun(
      both,
      corpus.map(({ session }) => session),
    );
    run.advance();
    const read = await client.read([14, 15, 16], never());
    for (const row of ids.keys()) {
      for (const at of [0, 1, 2]) {
        expect(totalsAt(read, row, at)).toEqual(totalsAt(run.results, row, 14 + at));
      }
    }
  });

  it('answers a drag while it sweeps', async () => {
    const { pair, client } = await loaded();
    const sweep = client.sweep({ ids, plan, aim }, listener, never());
    const totals = await client.cells([{ column: 0, values: [5, 190_000] }], never());
    expect(totals.sessions).toBe(3);
    await sweep;
    const kinds = pair.said.map(({ kind }) => kind);
    expect(kinds.indexOf('totals')).toBeLessThan(kinds.indexOf('swept'));
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
    const whole = await client.assure(never());
    expect(whole.words?.sensitivity).toContain('With summaries of a tenth');
    // The last pause but one is before the last session's assumptions.
    const last = pauses - 1;
    const stop = new AbortController();
    pauses = 0;
    onPause = () => {
      if (pauses === last) stop.abort();
    };
    const stopped = await client.assure(stop.signal);
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

  it('finds the step at which two settings part', async () => {
    const { client } = await loaded();
    await client.sweep({ ids, plan, aim }, listener, never());
    const today = { column: 0, values: [5, 200_000] };
    const other = { column: 0, values: [5, 160_000] };
    const [calm, near] = await client.deciding({ ids, cells: [today, other] }, never());
    expect(calm).toBe(-1);
    expect(near).toBeGreaterThan(0);
  });

  it('reports on ratios, generated sessions apart, and writes expectations', async () => {
    const { client } = await loaded();
    await client.sweep({ ids, plan, aim }, listener, never());
    const report = await client.ratios(
      {
        ...{ kind: 'step', shares: [0.01], window: 200_000, threshold: 180_000 },
        ...{ limit: 200_000, today: [5] },
      },
      never(),
    );
    expect(report.models.map(({ generated }) => generated)).toEqual([false, true]);
    const yaml = await client.record(
      { settings: { window: 200_000, cap: 5 }, recommendation: null },
      never(),
    );
    expect(yaml).toContain('name: calm');
    expect(yaml).not.toContain('name: made');
  });

  it('says what it cannot do, and goes on', async () => {
    const pair = slowPair();
    const client = new TuneClient(pair.start);
    await expect(client.read([0], never())).rejects.toThrow('There is no sweep yet.');
    await expect(client.sweep({ ids, plan, aim }, listener, never())).rejects.toThrow(
      'The session calm is not loaded.',
    );
    expect(await client.load(carried, never())).toHaveLength(3);
    expect(pair.started).toBe(1);
  });
});

function fail(): never {
  throw new Error('There is no session.');
}
