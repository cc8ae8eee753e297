import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { textSession } from '@/lib/engine/session/testing/text-session';
import type { Session } from '@/lib/engine/session/schema';
import { claudeCode } from '@/lib/policies/claude-code/policy';
import type { Replayable } from '../prepare';
import { replay } from '../replay';
import { preparedSession } from '@/lib/engine/replay/testing/drawn-session';

/** Steps that grow by 1,000 at 100 heuristic tokens × 10, from a first real of 10,000. */
const ordinary = (count: number, first = 10_000): string[] =>
  Array.from({ length: count }, (_, i) => ['m 4000', `-- ${first + 1_300 * i}`]).flat();

const prepared = (lines: readonly string[], change: (session: Session) => Session = (s) => s) =>
  preparedSession(change(textSession(lines.join('\n'))));

const compactedAt = (session: Replayable, step: number): number => {
  const settings = { summary: 'bytes', summaryBytes: 400, sizes: 'none', files: 0 } as const;
  const chosen = claudeCode.settings.parse(settings);
  return replay(session, claudeCode, chosen, { compactAt: [step] }).columns.real[step] ?? 0;
};

describe('growth that a step’s entries cannot explain', () => {
  // Ten ordinary steps at 1.3 per heuristic token; at the 11th, 60,000 more than its 1,300.
  const grown = [...ordinary(10), 'm 4000', `-- ${10_000 + 1_300 * 10 + 60_000}`, 'm 40', '-- ?'];

  it('joined the prefix, does not carry the density, and survives a compaction', () => {
    const session = prepared(grown);
    const { projection } = session;
    expect(projection.density.value).toBeCloseTo(1.3, 5);
    expect(projection.densities.at(-1)?.value).toBeCloseTo(1.3, 5);
    expect([...projection.joined].at(-1)).toBe(60_000);
    expect([...projection.hidden].at(-1)).toBe(0);
    // First real 10,000 less its entry's 1,300; 60,000 that joined; the summary's 100 × 1.3.
    expect(compactedAt(session, 11)).toBe(8_700 + 60_000 + 130);
  });

  it('is hidden where the response before it explains it, and leaves with a compaction', () => {
    const session = prepared(grown, (one) => ({
      ...one,
      steps: one.steps.map((step, i) => (i === 9 ? { ...step, output: 58_000 } : step)),
    }));
    expect([...session.projection.joined].at(-1)).toBe(0);
    expect([...session.projection.hidden].at(-1)).toBe(60_000);
    expect(compactedAt(session, 11)).toBe(8_700 + 130);
  });

  it('is hidden where it leaves by itself', () => {
    const session = prepared([...grown.slice(0, -2), 'm 4000', '-- 31000', 'm 40', '-- ?']);
    expect([...session.projection.joined].at(-1)).toBe(0);
  });

  it('leaves half of a jump below 10,000 in Claude Code, and nothing where a compaction builds the first request anew', () => {
    const jump = ['m 4000', `-- ${10_000 + 1_300 * 10 + 8_000}`, 'm 40', '-- ?'];
    const of = (lines: readonly string[], format: string): number | undefined =>
      prepared(lines, (one) => ({
        ...one,
        source: { ...one.source, format },
      })).projection.joined.at(-1);
    expect(of([...ordinary(10), ...jump], 'claude-code')).toBe(4_000);
    expect(of([...ordinary(10), ...jump], 'test')).toBe(8_000);
    expect(of(grown, 'claude-code')).toBe(60_000);
    expect(of(grown, 'codex')).toBe(0);
  });

  it('leaves with the message of the user that it came with, in Claude Code, from 10,000 on', () => {
    const said = ['m 4', 'u 4000', `-- ${10_000 + 1_300 * 10 + 15_000}`, 'm 40', '-- ?'];
    const of = (format: string): number | undefined =>
      prepared([...ordinary(10), ...said], (one) => ({
        ...one,
        source: { ...one.source, format },
      })).projection.joined.at(-1);
    expect(of('claude-code')).toBe(0);
    expect(of('test')).toBeGreaterThan(10_000);
  });

  it('leaves every recorded number as it was', () => {
    const { requests, profile } = prepared(grown);
    profile.steps.real.forEach((real, i) => {
      if (real >= 0) expect(requests.realWhole(i)).toBe(real);
    });
  });
});

it('gives back every recorded number, whatever joined or left at an uneven density', () => {
  const jump = fc.record({
    bytes: fc.integer({ min: 0, max: 9_000 }),
    growth: fc.integer({ min: -3_000, max: 3_000 }),
    more: fc.oneof(fc.constant(0), fc.integer({ min: 5_000, max: 20_000 })),
    output: fc.integer({ min: 0, max: 8_000 }),
  });
  fc.assert(
    fc.property(fc.array(jump, { minLength: 8, maxLength: 60 }), (jumps) => {
      let real = 30_000;
      const lines = jumps.flatMap(({ bytes, growth, more }) => {
        real = Math.max(0, real + Math.trunc(bytes / 3.037) + growth + more);
        return [`m ${bytes}`, `-- ${real}`];
      });
      const session = prepared(['u 400', '-- 30000', ...lines], (one) => ({
        ...one,
        steps: one.steps.map((step, i) => ({ ...step, output: jumps[i]?.output ?? 0 })),
      }));
      session.profile.steps.real.forEach((recorded, step) => {
        expect(session.requests.realWhole(step)).toBe(recorded);
      });
    }),
  );
});

describe('a recording that starts in the middle', () => {
  const claude = (session: Session): Session => ({
    ...session,
    source: { ...session.source, format: 'claude-code' },
  });
  const lines = [...ordinary(8, 140_000), 'm 40', '-- ?'];

  it('has an unknown head beyond the prefix that its agent begins with, which a compaction covers', () => {
    const session = prepared(lines, claude);
    const { prefix, prefixSource, head } = session.projection;
    expect([prefix, prefixSource]).toEqual([27_423, 'prior']);
    expect(Math.round(head)).toBe(140_000 - 1_300 - 27_423);
    expect(session.requests.realWhole(0)).toBe(140_000);
    expect(compactedAt(session, 8)).toBe(27_423 + 130);
  });

  it('learns the prefix from the first request behind its first compaction', () => {
    const after = ['== compact 400', 'm 400', '-- 50000', 'm 400', '-- 50130', 'm 40', '-- ?'];
    const session = prepared([...ordinary(8, 140_000), ...after], claude);
    const { prefix, prefixSource } = session.projection;
    expect(prefixSource).toBe('learnt');
    expect(prefix).toBeGreaterThan(48_000);
    expect(prefix).toBeLessThan(50_000);
    expect([0, 7, 8, 9].map((step) => session.requests.realWhole(step))).toEqual([
      140_000,
      140_000 + 1_300 * 7,
      expect.any(Number),
      expect.any(Number),
    ]);
  });

  it('holds it from its first request on, with or without usage', () => {
    const session = prepared(['m 400', '-- ?', 'm 400', '-- ?', ...lines], claude);
    const late = session.requests.realWhole(2) - session.requests.realWhole(0);
    expect(Math.abs(late)).toBeLessThan(2_000);
  });

  it('is none of an agent whose sessions were never measured, nor where the prefix is usual', () => {
    expect(prepared(lines).projection.head).toBe(0);
    const usual = prepared([...ordinary(8, 60_000), 'm 40', '-- ?'], claude).projection;
    expect([usual.head, usual.prefixSource]).toEqual([0, 'recorded']);
  });
});

it('never projects a request below its prefix and what it visibly holds', () => {
  // After the replayed compaction at step 9 the recording drops by 12,000 without a cause.
  const session = prepared([...ordinary(10), 'm 400', '-- 10000', 'm 400', '-- 10130']);
  const settings = claudeCode.settings.parse({ summary: 'bytes', summaryBytes: 400, files: 0 });
  const { columns } = replay(session, claudeCode, settings, { compactAt: [9] });
  // Prefix 8,700, summary 100, entries 100 and 200 at no less than 1 per heuristic token.
  expect([columns.real[10], columns.real[11]]).toEqual([8_900, 9_000]);
});
