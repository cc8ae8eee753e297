import { afterAll, describe, expect, it } from 'vitest';
import type { RecallTotals } from '@/lib/analysis/recall/recall-totals';
import { Scratch } from '@/lib/host/open/testing/scratch';
import { capture, parsed } from '../testing/captured-io';
import { forgottenSession } from '../testing/forgotten-session';

const INCIDENT = 'public/samples/production-incident.json';
const scratch = new Scratch();
afterAll(() => scratch.remove());
const FORGOTTEN = scratch.file(JSON.stringify(forgottenSession()));
const NUMBERS = 'lib/importers/formats/canonical/fixtures/canonical/numbers-only.json';
const CLAUDE = 'lib/importers/formats/claude-code/fixtures/claude-code/compaction.jsonl';

interface Compared {
  readonly baseline: number;
  readonly lanes: readonly {
    readonly name: string;
    readonly policy: string;
    readonly divergence: { readonly kind: string; readonly step: number } | null;
    readonly sentence: string;
  }[];
  readonly metrics: readonly {
    readonly id: string;
    readonly values: readonly ({ readonly value: number; readonly projected: boolean } | null)[];
    readonly differences: readonly ({ readonly value: number } | null)[];
  }[];
  readonly changes: readonly (readonly ({
    readonly step: number;
    readonly did: string;
    readonly value: number;
    readonly threshold: number;
    readonly operands: readonly { readonly id: string; readonly value: number }[];
  } | null)[])[];
}

const CAP = ['--lane', 'own', '--lane', 'own:cap=7.5'];

describe('compare', () => {
  it('says where the incident leaves what would have held it, with both operands', async () => {
    const { code, out } = await capture(['compare', INCIDENT, ...CAP, '--json']);
    expect(code).toBe(0);
    const { lanes, changes, metrics } = parsed<Compared>(out);
    expect(lanes.map(({ divergence }) => divergence?.step ?? null)).toEqual([null, 143]);
    expect(lanes[1]?.sentence).toBe(
      'B leaves A at step 143: B compacted (180,000 ≥ 180,000); A held, refused (150,000 < 180,000).',
    );
    expect(changes).toHaveLength(1);
    expect(changes[0]?.map((one) => [one?.did, one?.value, one?.threshold])).toEqual([
      ['held, refused', 150_000, 180_000],
      ['compacted', 180_000, 180_000],
    ]);
    expect(changes[0]?.[0]?.operands.find(({ id }) => id === 'correction')?.value).toBe(5);
    const peak = metrics.find(({ id }) => id === 'peak-real');
    expect(peak?.values[0]).toEqual({ value: 200_819, projected: false });
    expect(peak?.values[1]?.projected).toBe(true);
  });

  it('tells regret and rework as `recall` does, and which lane has no names', async () => {
    const lanes = ['--lane', '1:contextguard-threshold:window=6000', '--lane', '2:own'];
    const { out } = await capture(['compare', FORGOTTEN, NUMBERS, ...lanes, '--json']);
    const { metrics } = parsed<Compared>(out);
    const valuesOf = (id: string) => metrics.find((one) => one.id === id)?.values;
    const set = ['--policy', 'contextguard-threshold', '--set', 'window=6000'];
    const one = await capture(['recall', FORGOTTEN, ...set, '--json']);
    const [session] = parsed<{ readonly sessions: readonly { readonly totals: RecallTotals }[] }>(
      one.out,
    ).sessions;
    expect(session!.totals.regret).toBeGreaterThan(0);
    expect(valuesOf('regret')).toEqual([{ value: session?.totals.regret, projected: false }, null]);
    expect(valuesOf('rework')).toEqual([{ value: session?.totals.rework, projected: false }, null]);
    const text = await capture(['compare', FORGOTTEN, NUMBERS, ...lanes]);
    expect(text.out).toMatch(/Regret, at least +\d+ +– +–/);
    expect(text.out).toContain('Regret and rework are not available for B (1 of 2): numbers alone');
  });

  it('prints the same as a table, and its metrics as CSV', async () => {
    const text = await capture(['compare', INCIDENT, ...CAP]);
    expect(text.out).toContain('B leaves A at step 143: B compacted');
    expect(text.out).toMatch(/Peak real +200,819 +~[\d,]+ +~−[\d,]+ +tokens +lower/);
    expect(text.out).toContain('1 decision differs, by step:');
    const csv = await capture(['compare', INCIDENT, ...CAP, '--csv']);
    expect(csv.out.split('\r\n')[0]).toBe('metric,unit,better,lane,value,kind,difference');
    expect(csv.out).toContain('peak-real,tokens,lower,A,200819,measured,');
  });

  it('compares with another lane, and sessions of several files', async () => {
    const swapped = await capture(['compare', INCIDENT, ...CAP, '--baseline', '2', '--json']);
    const { baseline, lanes } = parsed<Compared>(swapped.out);
    expect(baseline).toBe(1);
    expect(lanes[0]?.sentence).toContain('A leaves B at step 143');
    const two = await capture(['compare', INCIDENT, CLAUDE, '--by', 'share']);
    expect(two.code).toBe(0);
    expect(two.out).toContain('B is another recording than A');
  });

  it.each([
    [['--lane', '9:own'], 'There is no session "9". The files have: 1 '],
    [['--lane', 'own:speed=3'], 'has no setting "speed"'],
    [['--lane', 'nobody'], 'There is no policy "nobody"'],
    [['--lane', 'a:b:c'], 'is no lane'],
    [['--baseline', '3'], 'there are 1 lanes'],
    [Array.from({ length: 7 }, () => ['--lane', 'own']).flat(), '6 are compared at once'],
  ])('refuses %j', async (args, said) => {
    const { code, messages } = await capture(['compare', INCIDENT, ...args]);
    expect(code).toBe(2);
    expect(messages).toContain(said);
  });
});
