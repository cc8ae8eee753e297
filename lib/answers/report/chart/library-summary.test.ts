import { describe, expect, it } from 'vitest';
import { textSession } from '@/lib/engine/session/testing/text-session';
import { measureSession } from '@/lib/engine/tokens/measure';
import type { ClaimSource } from '@/lib/analysis/fit/claimed-policy';
import { openedRun } from '@/lib/analysis/fit/opened/opened-run';
import { librarySummary } from './library-summary';

const picture: ClaimSource = { format: 'picture', agent: 'Painter', agentVersion: null };

const summaryOf = (text: string, source = picture) =>
  librarySummary(openedRun(source, measureSession(textSession(text))));

describe('librarySummary', () => {
  it('draws what was reported, also where steps after a compaction report nothing', () => {
    const { sparkline, peakReal, peakProjected } = summaryOf(`
      limit 200000
      u 400000
      -- 100000
      m 40000
      -- ?
      == compact 400
      u 4000
      -- ?
      m 4000
      -- 1500
    `);
    expect(sparkline).toEqual([100_000, 1_500]);
    expect(peakReal).toBe(100_000);
    expect(peakProjected).toBe(false);
  });

  it('projects the requests as recorded compactions left them where nobody reports', () => {
    const { sparkline, peakReal, peakProjected } = summaryOf(`
      limit 200000
      u 400000
      -- ?
      == compact 400
      u 4000
      -- ?
    `);
    expect(peakProjected).toBe(true);
    expect(peakReal).toBe(sparkline[0]);
    expect(sparkline).toHaveLength(2);
    expect(sparkline[0]).toBeGreaterThanOrEqual(100_000);
    expect(sparkline[1]).toBeLessThan(2_000);
  });

  it('draws a request under another limit by its share of that one', () => {
    const { sparkline, limit } = summaryOf(
      'window 200000\nu 400\n-- 50000\nm 4\n-- 100000\nwindow 100000\nm 4\n-- 100000',
    );
    expect([sparkline, limit]).toEqual([[50_000, 100_000, 200_000], 200_000]);
  });

  it('has no peak without steps', () => {
    expect(summaryOf('u 400')).toMatchObject({ steps: 0, peakReal: null, sparkline: [] });
  });

  it('counts as the session opens: under its own policy, in its version', () => {
    // 154,000 + 2,000 is above 155,000, the threshold of Claude Code 2.1.20, and below ContextGuard's.
    const text = 'limit 200000\nu 400\n-- 154000\nm 4\nu 8000\n== compact 4000 auto\n-- 30000';
    const claude = { format: 'claude-code', agent: 'Claude Code', agentVersion: '2.1.20' };
    expect(summaryOf(text, claude)).toMatchObject({
      opening: {
        ...{ policy: 'claude-code', preset: 'to-2.1.20', label: 'Claude Code', own: true },
        version: '2.1.14 to 2.1.20: 155,000 of 200,000',
      },
      compactions: 1,
    });
    // No policy models a painter.
    expect(summaryOf(text)).toMatchObject({
      opening: {
        policy: 'contextguard-threshold',
        preset: null,
        label: 'ContextGuard',
        own: false,
      },
      compactions: 0,
    });
  });
});
