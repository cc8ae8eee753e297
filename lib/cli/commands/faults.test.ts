import { describe, expect, it } from 'vitest';
import { faultForm, faultKinds } from '@/lib/engine/replay/faults/faults';
import { capture, parsed, type Simulated } from '../testing/captured-io';

const INCIDENT = 'public/samples/production-incident.json';
const KUBERNETES = 'public/samples/kubernetes-agent.json';

interface FaultJson {
  readonly fault: string;
  readonly step: number | null;
  readonly text: string;
}

interface Replayed {
  readonly sessions: readonly {
    readonly policy: string;
    readonly preset: string | null;
    readonly divergence: number | null;
    readonly faults: readonly FaultJson[];
    readonly limits: readonly unknown[];
    readonly events: readonly unknown[];
    readonly totals: Readonly<Record<string, number>>;
    readonly steps: readonly Readonly<Record<string, unknown>>[];
  }[];
}

async function replayed(...args: readonly string[]): Promise<Replayed['sessions'][number]> {
  const { code, out, messages } = await capture(['replay', ...args, '--json']);
  expect({ code, messages }).toEqual({ code: 0, messages: '' });
  return parsed<Replayed>(out).sessions[0]!;
}

const SCENARIO = JSON.stringify({
  scenarios: [
    {
      name: 'tools',
      sessions: [
        {
          config: { contextWindow: 8_000, summarizer: { bytes: 500 } },
          turns: Array.from({ length: 12 }, () => ({
            user: { bytes: 400 },
            modelBytes: 400,
            toolCalls: [{ name: 'grep', responseBytes: 3_000 }],
          })),
        },
      ],
    },
  ],
});

interface Faulted {
  readonly totals: Readonly<Record<string, number>>;
  readonly faults?: readonly FaultJson[];
  readonly steps: readonly (readonly unknown[])[];
}

async function simulated(...args: readonly string[]): Promise<Faulted> {
  const { code, out } = await capture(['simulate', '-', '--json', ...args], SCENARIO);
  expect(code).toBe(0);
  return parsed<Simulated>(out).scenarios[0]?.sessions[0] as Faulted;
}

describe('--fault', () => {
  it('is in the JSON with the step at which it took hold', async () => {
    const session = await replayed(INCIDENT, '--fault', 'usage-stops@100', '--fault', 'window@7=9');
    expect(session.faults.map(({ fault, step }) => [fault, step])).toEqual([
      ['usage-stops@100', 100],
      ['window@7=9', 7],
    ]);
    expect(session.limits).toEqual([{ from: 7, tokens: 9, by: 'fault' }]);
    expect(session.steps[6]).toMatchObject({ window: 200_000 });
    expect(session.steps[7]).toMatchObject({ window: 9, overflow: true });
  });

  it('is printed above the table, and beside CSV', async () => {
    const args = ['replay', KUBERNETES, '--fault', 'summariser-fails@1'];
    const table = await capture(args);
    expect(table.out).toMatch(/^fault summariser-fails@1: The summariser fails .*at step \d+\.$/m);
    const csv = await capture([...args, '--csv']);
    expect(csv.out).not.toContain('fault');
    expect(csv.messages).toMatch(/^fault summariser-fails@1: /m);
  });

  it('goes into simulations', async () => {
    const plain = await simulated();
    expect(plain).not.toHaveProperty('faults');
    const failing = await simulated('--fault', 'summariser-fails@2');
    expect(failing.faults).toHaveLength(1);
    const step = failing.faults?.[0]?.step ?? 0;
    expect(failing.steps.slice(0, step)).toEqual(plain.steps.slice(0, step));
    expect(failing.steps[step]).not.toEqual(plain.steps[step]);
    const lost = await simulated('--fault', 'state-lost@20');
    // Field 19 is the watermark before the step: a restarted process has none.
    expect(plain.steps[20]?.[19]).toBeGreaterThan(0);
    expect(lost.steps[20]?.[19]).toBe(0);
  });

  it('leaves nothing behind: what came out goes in again', async () => {
    const args = ['simulate', '-', '--json'];
    const first = await capture([...args, '--fault', 'keep-calibration'], SCENARIO);
    const again = await capture([...args, '--fault', 'keep-calibration'], first.out);
    expect(again.out).toBe(first.out);
    const without = await capture(args, first.out);
    expect(without.out).toBe((await capture(args, SCENARIO)).out);
  });

  it('has every kind in the help', async () => {
    for (const command of ['replay', 'simulate']) {
      const { out } = await capture([command, '--help']);
      for (const kind of faultKinds) expect(out).toContain(faultForm(kind).form);
    }
  });

  it('may be given a hundred times', async () => {
    const many = Array.from({ length: 101 }, (_, i) => ['--fault', `usage-stops@${i}`]).flat();
    const { code, messages } = await capture(['replay', INCIDENT, ...many]);
    expect(code).toBe(2);
    expect(messages).toContain('at most 100 faults');
  });
});

describe('--policy <id>@<preset>', () => {
  it('takes the preset’s settings; --set goes before them', async () => {
    const id = 'contextguard-threshold@workaround';
    const session = await replayed(INCIDENT, '--policy', id);
    expect(session).toMatchObject({ policy: 'contextguard-threshold', preset: 'workaround' });
    expect(session.steps[0]).toMatchObject({ window: 180_000 });
    const other = await replayed(INCIDENT, '--policy', id, '--set', 'window=190000');
    expect(other.steps[0]).toMatchObject({ window: 190_000 });
  });

  it('prints what the policy does besides deciding', async () => {
    const session = await replayed(
      KUBERNETES,
      '--policy',
      'goat-as-coded',
      '--set',
      'window=50000',
    );
    expect(session.events.length).toBeGreaterThan(0);
    const { out } = await capture([
      ...['replay', KUBERNETES, '--policy', 'goat-as-coded', '--set', 'window=50000'],
    ]);
    expect(out).toMatch(/, (hook|boundary|prune)/);
  });
});
