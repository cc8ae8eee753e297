import { describe, expect, it } from 'vitest';
import { capture, parsed } from '../testing/captured-io';

const INCIDENT = 'public/samples/production-incident.json';
const CLAUDE = 'lib/readers/importers/formats/claude-code/fixtures/claude-code/compaction.jsonl';

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

  it('prints the same as a table, and its metrics as CSV', async () => {
    const text = await capture(['compare', INCIDENT, ...CAP]);
    expect(text.out).toContain('B leaves A at step 143: B compacted');
    expect(text.out).toMatch(/Peak real +200,819 +~[\d,]+ +−[\d,]+ +tokens +lower/);
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
