import { describe, expect, it } from 'vitest';
import { inProject } from '@/lib/server/project.mjs';

type Count = (
  units: number,
  round: { readonly real?: number | null; readonly compacts?: boolean },
  compacted: boolean,
) => number;

const { recordedCounts } = (await import(
  inProject('lib/conformance/own-files/recorded-counts.mjs')
)) as { readonly recordedCounts: (recorded: { readonly perUnit: number }) => Count };

describe('counts of the scripted model', () => {
  it('are those of the recording until a compaction, then its tokens of a unit', () => {
    const count = recordedCounts({ perUnit: 9 });
    const before = [100, 200, 300].map((units) => count(units, { real: 50 + units / 2 }, false));
    expect(before).toEqual([100, 150, 200]);
    // The recording's own count is of another request from here on.
    expect(count(40, { real: 999 }, true)).toBe(70);
    expect(count(140, { real: 999 }, false)).toBe(120);
  });

  it('leave the recording too where it compacts alone, and take its density while little is known', () => {
    const count = recordedCounts({ perUnit: 0.25 });
    expect(count(400, { real: 500 }, false)).toBe(500);
    expect(count(800, { real: 80, compacts: true }, false)).toBe(600);
    const dense = recordedCounts({ perUnit: 9 });
    expect(dense(400, { real: 500 }, false)).toBe(500);
    expect(dense(40, { real: 500 }, true)).toBe(50);
  });
});
