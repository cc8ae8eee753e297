/** Cline's own compaction, and hand-worked cases. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { prepare } from '@/lib/engine/replay/prepare';
import { replay } from '@/lib/engine/replay/replay';
import { kindsAt, runPicture } from '../testing/run-picture';
import { sizedLog } from '../testing/sized-log';
import { cline } from './policy';
import { targetTokens } from './settings';

/** What the package did before a request. */
type GoldenStep = readonly [estimate: number, compacts: number, covered: number];

interface Golden {
  readonly package: string;
  readonly version: string;
  readonly license: string;
  readonly runs: readonly {
    readonly window: number;
    readonly maxInput: number;
    readonly system: number;
    readonly ratio: number;
    readonly summary: number;
    readonly log: string;
    readonly steps: readonly GoldenStep[];
  }[];
}

const golden = JSON.parse(
  readFileSync('lib/policies/cline/fixtures/cline-core-0.0.86.json', 'utf8'),
) as Golden;

function replayed(session: Golden['runs'][number]) {
  const { window, maxInput, system, ratio, summary: summaryBytes, log } = session;
  const settings = cline.settings.parse({ window, maxInput, summary: 'bytes', summaryBytes });
  const { columns } = replay(prepare(sizedLog(log, ratio), system), cline, settings);
  return [...columns.covered].map((covered, step): GoldenStep => [
    columns.heuristic[step] ?? NaN,
    columns.compacted[step] ?? NaN,
    covered,
  ]);
}

describe('@cline/core 0.0.86', () => {
  it('is what the provenance names', () => {
    const { package: name, version, license } = golden;
    expect(cline.provenance.version).toBe(`${name} ${version}`);
    expect(license).toBe('Apache-2.0');
    expect(golden.runs.length).toBeGreaterThanOrEqual(200);
  });

  it('estimates, compacts and covers the same in every session', () => {
    const wrong = golden.runs.flatMap((session, i) =>
      replayed(session).flatMap((made, step) => {
        const was = session.steps[step];
        const same = was !== undefined && made.every((number, k) => number === was[k]);
        return same ? [] : [`session ${i}, step ${step}: ${made.join(' ')}, was ${was?.join(' ')}`];
      }),
    );
    expect(wrong).toEqual([]);
    const steps = golden.runs.flatMap((session) => session.steps);
    expect(steps).toHaveLength(4_332);
    expect(steps.filter(([, compacts]) => compacts === 1)).toHaveLength(659);
  });
});

describe('the trigger', () => {
  it.each([
    // 90 % of 90 % of the window; of the smaller limit.
    [{ window: 200_000 }, 162_000],
    [{ window: 128_000 }, 103_680],
    [{ window: 200_000, maxInput: 100_000 }, 90_000],
    [{ window: 90_000, maxInput: 100_000 }, 81_000],
  ])('%o is %i', (given, threshold) => {
    expect(cline.decision?.threshold(cline.settings.parse(given), 0)).toBe(threshold);
  });

  // The request's 43 chars 15, the user's message ⌈(29 + 25 + 30,000) ÷ 3⌉ = 10,018, the model's 5 chars
  // more = 10,020, the call ⌈(34 + 83 + 4) ÷ 3⌉ = 41, its result ⌈(29 + 66 + 20) ÷ 3⌉ = 39.
  const request = (real: number): string => `u 30000\n-- ${real}\nm 30000\nc t\nr t 4\n-- ?`;

  it.each([
    // The estimate of the second request is 20,133: reals below it correct nothing.
    [10_000, 20_133],
    [40_000, 40_000],
    [80_532, 80_532],
    [90_000, 80_532],
  ])('a last real of %i makes %i', (real, value) => {
    const { columns } = runPicture(cline, request(real), {});
    expect(columns.heuristic[1]).toBe(20_133);
    expect(columns.decision[1]).toBe(value);
    expect(columns.correction[1]).toBe(value / 20_133);
  });

  it('is reached by the corrected estimate', () => {
    const fires = (window: number) =>
      runPicture(cline, request(40_000), { window, maxInput: window, keep: 1 }).columns
        .compacted[1];
    // 90 % of 44,444 is 39,999.6; of 44,446 it is 40,001.4.
    expect([fires(44_444), fires(44_446)]).toEqual([1, 0]);
  });

  it('begins a turn without a last real', () => {
    const { columns } = runPicture(cline, 'u 30000\n-- 40000\nm 300\nu 300\n-- ?', {});
    expect(columns.lastReal[1]).toBe(0);
    expect(columns.decision[1]).toBe(columns.heuristic[1]);
  });
});

describe('the target', () => {
  const settings = (given: object) => cline.settings.parse({ maxInput: 100_000, ...given });

  it.each([
    // 70 % of 90,000, a little less in floating point; half of 100,000; the same of limits
    // divided by 2; an output limit that is not below.
    [{}, 1, 4, 62_999],
    [{}, 1, 5, 50_000],
    [{}, 2, 4, 31_499],
    [{}, 2, 5, 25_000],
    [{ maxOutput: 100_000 }, 1, 5, 62_999],
  ])('of %o, corrected %i ×, %i exchanges: %i', (given, correction, pairs, target) => {
    expect(targetTokens(settings(given), correction, pairs)).toBe(target);
  });
});

describe('the cut', () => {
  const settings = {
    window: 10_000,
    maxInput: 10_000,
    summary: 'bytes',
    summaryBytes: 42,
  } as const;
  const rest = (kept: number) => ({ ...settings, keep: kept });

  it('is at the user’s latest prompt where less than that would stay', () => {
    const made = runPicture(cline, 'u 30000\nm 300\nu 300\nm 300\nu 300\nm 300\n-- ?', rest(10));
    expect(made.columns.covered[0]).toBe(4);
    // The summary: ⌈(242 − 4 + 2 × (58 + 42)) ÷ 3⌉ = 146; 118 of the user's, 120 of the model's.
    expect(made.columns.heuristicSent[0]).toBe(15 + 146 + 118 + 120);
  });

  it('moves back from a result to the message that called', () => {
    const made = runPicture(cline, 'u 30000\nm 300\nu 300\nc t\nr t 3000\n-- ?\nm 4\n-- ?', {
      ...rest(900),
    });
    expect(made.columns.covered[0]).toBe(2);
    const single = runPicture(cline, 'u 30000\nc t\nr t 3000\n-- ?', rest(900));
    expect(single.columns.covered[0]).toBe(1);
  });

  it('in front of everything summarises nothing', () => {
    const made = runPicture(cline, 'u 30000\nm 300\n-- ?', rest(20_000));
    expect(kindsAt(made, 0)).toEqual(['no-op']);
  });

  it('says what a failed summariser leads to', () => {
    const script = [{ fail: true as const }];
    const made = runPicture(cline, 'u 30000\nm 300\nu 300\n-- ?', rest(10), { script });
    expect(kindsAt(made, 0)).toEqual(['failure']);
  });
});
