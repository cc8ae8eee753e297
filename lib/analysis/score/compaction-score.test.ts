import { describe, expect, it } from 'vitest';
import { shareInterval } from '@/lib/engine/base/stats';
import { claudeCode } from '@/lib/policies/claude-code/policy';
import { sizeTable } from '@/lib/engine/sizes/known-tables';
import { measuredSizes } from '@/lib/engine/sizes/size-table';
import type { Entry, RecordedCompaction, Session } from '@/lib/engine/session/schema';
import { textSession } from '@/lib/engine/session/testing/text-session';
import { measureSession } from '@/lib/engine/tokens/measure';
import { scoreCompactions } from './compaction-score';
import { projectionTotals } from './projection-totals';

const source = { format: 'claude-code', agent: 'Claude Code', agentVersion: '2.1.40' };

/** Eight steps of 1,000 heuristic tokens each that cost 1,300, from 30,000 on. */
const grown = Array.from({ length: 8 }, (_, i) => `m 4000\n-- ${30_000 + 1_300 * i}`).join('\n');

function session(tail: string, said: Partial<RecordedCompaction> = { trigger: 'auto' }): Session {
  const one = textSession(`limit 200000\n${grown}\n${tail}`);
  return {
    ...one,
    source: { ...one.source, format: 'claude-code' },
    compactions: one.compactions.map((compaction) => ({ ...compaction, ...said })),
  };
}

const scored = (one: Session) => scoreCompactions(source, measureSession(one), 0);

const sizes = measuredSizes(
  sizeTable(claudeCode.settings.parse({}).sizes) ?? { id: '', rows: [] },
  'claude-code',
  30_000,
);
/** First real 30,000 less the 1,300 of its entry. */
const PREFIX = 28_700;
const summaryTokens = (bytes: number): number => 1.3 * Math.floor(bytes / 4);

describe('a recorded compaction, projected from what came before it', () => {
  it('is prefix, measured summary and what came back of sessions without known files', () => {
    const [one] = scored(session('== compact 9000\n-- 41000'));
    if (one === undefined || !sizes?.back) throw new Error('There is evidence');
    const { value } = sizes.back;
    expect([one.step, one.first, one.before, one.recorded]).toEqual([8, 30_000, 39_100, 41_000]);
    expect(one.projected).toBe(
      Math.trunc(PREFIX + summaryTokens(sizes.summaryBytes.value) + value),
    );
    expect(one.low).toBeLessThan(one.projected);
    expect(one.high).toBeGreaterThan(one.projected);
    // The row for the table: with its own summary the rest is what came back.
    expect(one.summaryBytes).toBe(9_000);
    expect(one.back).toBe(Math.round(41_000 - PREFIX - summaryTokens(9_000)));
    expect(one.rest).toBeNull();
  });

  it('tells its error by part', () => {
    const [one] = scored(session('== compact 9000\n-- 41000'));
    if (one === undefined || !sizes?.back) throw new Error('There is evidence');
    const { summary, kept, density, prefix, hidden, back } = one.parts;
    const bytes = sizes.summaryBytes.value;
    expect(Math.abs(summary - (summaryTokens(bytes) - summaryTokens(9_000)))).toBeLessThan(2);
    expect([density, prefix, hidden]).toEqual([0, 0, 0]);
    // What came back: the median of the table beside what fills the request. The summary has no wrapper here.
    expect(Math.abs(back - (sizes.back.value - (one.back ?? 0)))).toBeLessThan(30);
    expect(summary + kept + density + prefix + hidden + back).toBe(one.projected - one.recorded);
  });

  it('says what came back beside the files where they are known', () => {
    const bare = session('== compact 9000\n-- 41000');
    const entries = bare.entries.map((entry, i): Entry => {
      const file = { file: '/a', bytes: 3_910, lines: 10, whole: true };
      return i === 7 ? { ...entry, files: [file] } : entry;
    });
    const [one] = scored({ ...bare, entries });
    // (3,910 + 9 × 10) ÷ 4 × 1.3
    expect((one?.back ?? 0) - (one?.rest ?? 0)).toBe(1_300);
  });

  it('knows nothing of what follows it', () => {
    const [one] = scored(session('== compact 9000\n-- 41000'));
    const [other] = scored(session('== compact 90\n-- 99000\nm 400000\n-- 99500'));
    expect([other?.projected, other?.low, other?.high]).toEqual([
      one?.projected,
      one?.low,
      one?.high,
    ]);
  });

  it('is scored however soon it follows others', () => {
    const more = Array.from({ length: 5 }, (_, i) => `m 400\n== compact 400\n-- ${41_000 + i}`);
    const all = session(more.join('\n'));
    expect(scored(all).map(({ recorded }) => recorded)).toEqual(
      [0, 1, 2, 3, 4].map((i) => 41_000 + i),
    );
  });

  it('adds what the user said after asking for it', () => {
    const [auto] = scored(session('== compact 9000\nu 4000\n-- 41000'));
    const [manual] = scored(session('== compact 9000\nu 4000\n-- 41000', { trigger: 'manual' }));
    expect((manual?.projected ?? 0) - (auto?.projected ?? 0)).toBe(1_300);
  });

  it('adds what a picture costs that came with it', () => {
    const picture = '== compact 9000\nu 4000\n+ i image/png 800000 2000x1500\n-- 41000';
    const of = (trigger: RecordedCompaction['trigger']): number => {
      const one = session(picture, { trigger });
      const steps = one.steps.map((step) => ({ ...step, model: 'claude-opus-4-6' }));
      return scored({ ...one, steps })[0]?.projected ?? 0;
    };
    expect(of('manual') - of('auto')).toBe(1_300 + 1_564);
  });

  it.each([
    ['no request with usage follows', session('== compact 9000\n-- ?')],
    ['no request follows', session('== compact 9000')],
    ['its request has no tokens', session('== compact 9000\n-- 0')],
  ])('is not scored where %s', (_, one) => {
    expect(scored(one)).toEqual([]);
  });

  it('is not scored where no policy models the agent', () => {
    const profile = measureSession(session('== compact 9000\n-- 41000'));
    expect(scoreCompactions({ ...source, format: 'openai-log' }, profile, 0)).toEqual([]);
  });
});

describe('totals', () => {
  const one = (recorded: number, projected: number) => ({
    recorded,
    projected,
    low: projected - 10,
    high: projected + 10,
  });

  it('are medians of the errors, and the share inside with its interval', () => {
    const totals = projectionTotals([one(100, 90), one(100, 104), one(100, 150)]);
    expect(totals).toEqual({
      n: 3,
      signed: 0.04,
      absolute: 0.1,
      inside: 2,
      interval: shareInterval(2, 3),
      width: 20,
      // 20 wide; the third is 40 below its band.
      score: 20 + (10 * 40) / 3,
    });
    expect(projectionTotals([])).toBeNull();
  });

  it('have the interval of Wilson', () => {
    // 8 of 10: 49.0 % to 94.3 %.
    const [low, high] = shareInterval(8, 10);
    expect(low).toBeCloseTo(0.49, 3);
    expect(high).toBeCloseTo(0.943, 3);
    expect(shareInterval(0, 0)).toEqual([0, 1]);
  });
});
