import { describe, expect, it } from 'vitest';
import { textSession } from '@/lib/session/testing/text-session';
import { measureSession } from '@/lib/tokens/measure';
import { librarySummary } from './library-summary';

const summaryOf = (picture: string) => librarySummary(measureSession(textSession(picture)));

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

  it('has no peak without steps', () => {
    expect(summaryOf('u 400')).toMatchObject({ steps: 0, peakReal: null, sparkline: [] });
  });
});
