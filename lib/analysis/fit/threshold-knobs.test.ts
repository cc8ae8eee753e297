import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { claudeCode, codex, pi } from '@/lib/policies/builtin';
import { textSession } from '@/lib/engine/session/testing/text-session';
import { measureSession } from '@/lib/engine/tokens/measure';
import { knobRange, thresholdUnder } from './knob-range';
import { openSession } from './opening';
import type { Profile } from '@/lib/engine/tokens/profile';
import type { Sibling } from './knob-evidence';
import { thresholdKnobs } from './threshold-knobs';

/** The settings that explain a recording, with its siblings where it has some. */
function knobsOf(
  held: number,
  fired: number,
  limit = 1_000_000,
  siblings: readonly Sibling[] = [],
) {
  const { profile, own, prefixTokens } = recordingOf(held, fired, limit);
  return thresholdKnobs(profile, own, prefixTokens, siblings);
}

/** A recording of Claude Code that went on at `held`, and compacted by itself at `fired`. */
function recordingOf(held: number, fired: number, limit = 1_000_000): Sibling {
  const drawn = textSession(
    `limit ${limit}\nu 400\n-- ${held}\nm 400\n-- ${fired - 100}\n== compact 40\nm 400\n-- 20000`,
  );
  const session = {
    ...drawn,
    source: {
      ...drawn.source,
      format: 'claude-code',
      agent: 'Claude Code',
      agentVersion: '2.1.99',
    },
    compactions: drawn.compactions.map((one) => ({
      ...one,
      trigger: 'auto' as const,
      preTokens: fired,
    })),
  };
  const profile = measureSession(session);
  const { own, prefixTokens } = openSession(session.source, profile);
  return { profile, own: own!, prefixTokens };
}

describe('the settings that explain a threshold', () => {
  it('explain the siblings too: their counts narrow the search, other windows are tried', () => {
    const sibling = recordingOf(460_000, 470_000);
    const both = knobsOf(430_000, 490_000, 1_000_000, [sibling]);
    expect(both.held).toMatchObject({ tokens: 460_000, sibling: true });
    for (const { threshold } of both.candidates) {
      expect(threshold > 460_000 && threshold <= 470_000).toBe(true);
    }
    // 94,000 of 200,000: a percentage explains both, a window of 500,000 does not.
    const small = recordingOf(80_000, 90_000, 200_000);
    const apart = knobsOf(454_485, 468_102, 1_000_000, [small]);
    expect(apart.candidates[0]?.change).toEqual({ percent: 47 });
  });

  it('begin with the simplest, with the line that sets it', () => {
    const { candidates, explained, initial } = knobsOf(454_485, 468_102);
    expect([explained, initial]).toEqual([false, 967_000]);
    expect(candidates[0]).toMatchObject({
      change: { window: 500_000 },
      from: 487_486,
      to: 501_102,
      threshold: 467_000,
    });
    expect(candidates[0]?.lines[0]).toEqual({
      target: 'Environment',
      code: 'export CLAUDE_CODE_AUTO_COMPACT_WINDOW=500000\n',
    });
  });

  it('hold a window and a share of it together, where both are what people give', () => {
    // BaseInfinity/claude-sdlc-harness#520: 350,000 and 35 % are 115,500.
    const { candidates } = knobsOf(115_000, 116_000, 1_000_000);
    expect(candidates).toContainEqual(
      expect.objectContaining({ change: { window: 350_000, percent: 35 }, threshold: 115_500 }),
    );
  });

  it('are none where the agent’s own explain it, or where nothing can', () => {
    expect(knobsOf(966_000, 967_200)).toMatchObject({ explained: true });
    expect(knobsOf(500_000, 400_000)).toMatchObject({ explained: false, candidates: [] });
  });

  it('each put the threshold between the two counts', () => {
    const two = fc.tuple(
      fc.integer({ min: 50_000, max: 900_000 }),
      fc.integer({ min: 1, max: 40_000 }),
    );
    fc.assert(
      fc.property(two, ([held, more]) => {
        for (const { threshold } of knobsOf(held, held + more).candidates) {
          expect(threshold).toBeGreaterThan(held);
          expect(threshold).toBeLessThanOrEqual(held + more);
        }
      }),
      { numRuns: 30 },
    );
  });
});

describe('the range of a setting', () => {
  const grids = [
    [claudeCode, { key: 'window', unit: 1, from: 1, to: 2_000_000 }],
    [claudeCode, { key: 'percent', unit: 1, from: 1, to: 100 }],
    [codex, { key: 'limit', unit: 1, from: 1, to: 2_000_000 }],
    [pi, { key: 'reserve', unit: 1, from: 0, to: 200_000 }],
  ] as const;

  it('holds every value that puts the threshold there, and no other', () => {
    const bounds = fc.tuple(
      fc.constantFrom(...grids),
      fc.integer({ min: 0, max: 300_000 }),
      fc.integer({ min: 0, max: 50_000 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
    );
    fc.assert(
      fc.property(bounds, ([[policy, grid], above, more, at]) => {
        const settings = policy.settings.parse({}) as Record<string, unknown>;
        const upTo = above + more;
        const fits = (value: number): boolean => {
          const threshold = thresholdUnder(policy, { ...settings, [grid.key]: value });
          return threshold > above && threshold <= upTo;
        };
        const range = knobRange(policy, settings, grid, { above, upTo });
        const value = grid.from + Math.floor((grid.to - grid.from) * at);
        expect(fits(value)).toBe(range !== null && value >= range.from && value <= range.to);
        for (const end of range === null ? [] : [range.from, range.to, range.roundest]) {
          expect(fits(end)).toBe(true);
        }
      }),
    );
  });
});

/** A recording of pi, which does not write what triggered a compaction: at these counts, having gone on at `held`, and at last at `later`. */
function unnamedOf(
  held: number,
  fired: readonly number[],
  later = 2_000,
  doubtful: Profile['head']['counted'] = [],
) {
  const drawn = textSession(
    `limit 200000\nu 400\n${fired
      .map(() => `m 400\n-- ${held}\nm 400\n-- ${held + 1}\n== compact 40\nm 400\n-- 2000\n`)
      .join('')}m 400\n-- ${later}\nm 400\n-- ${later}`,
  );
  const session = {
    ...drawn,
    source: { ...drawn.source, format: 'pi', agent: 'pi', agentVersion: '1.6.0' },
    compactions: drawn.compactions.map((one, i) => ({
      ...one,
      trigger: 'unknown' as const,
      preTokens: fired[i] ?? 0,
    })),
  };
  const measured = measureSession(session);
  const profile = { ...measured, head: { ...measured.head, counted: doubtful } };
  const { own, prefixTokens } = openSession(session.source, profile);
  return thresholdKnobs(profile, own!, prefixTokens);
}

describe('a compaction whose trigger the file does not name', () => {
  const tokensOf = (list: readonly { readonly tokens: number }[]) =>
    list.map(({ tokens }) => tokens);

  it('is weighed where an automatic one would stand', () => {
    for (const fired of [[30_000, 31_000], [30_000], [9_500, 9_800]]) {
      const held = fired[0]! - 1_500;
      const { unnamed, explained, candidates, ...bounds } = unnamedOf(held, fired);
      expect([tokensOf(unnamed.weighed), unnamed.left, explained]).toEqual([fired, [], false]);
      expect(bounds.fired).toMatchObject({ tokens: fired[0], unnamed: true });
      // pi compacts above its threshold.
      for (const { threshold } of candidates) {
        expect(threshold >= held && threshold < fired[0]!).toBe(true);
      }
      expect(candidates.length).toBeGreaterThan(0);
    }
  });

  it('is not where it stands alone far below every threshold, or below what was sent without one', () => {
    expect(unnamedOf(8_000, [9_500])).toMatchObject({
      ...{ fired: null, explained: true, candidates: [] },
      unnamed: { weighed: [], left: [{ tokens: 9_500 }] },
    });
    expect(unnamedOf(38_000, [40_000, 41_000], 60_000)).toMatchObject({
      ...{ fired: null, explained: true },
      unnamed: { weighed: [], left: [{ tokens: 40_000 }, { tokens: 41_000 }] },
    });
  });

  it('is not behind a count that cannot be one request: the agent compared that one', () => {
    const doubtful = [{ step: 1, kind: 'doubtful', tokens: 930_012, reason: 'A sum.' }] as const;
    expect(unnamedOf(148_000, [931_132], 2_000, doubtful)).toMatchObject({
      ...{ fired: null, explained: true },
      unnamed: { weighed: [], left: [] },
    });
  });
});
