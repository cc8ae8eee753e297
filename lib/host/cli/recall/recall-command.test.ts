import { describe, expect, it } from 'vitest';
import type { RecallReport } from '@/lib/analysis/recall/recall-report';
import { capture, parsed } from '../testing/captured-io';

const CLAUDE = 'lib/importers/formats/claude-code/fixtures/claude-code/compaction.jsonl';
const INCIDENT = 'public/samples/production-incident.json';
const NUMBERS = 'lib/importers/formats/canonical/fixtures/canonical/numbers-only.json';

interface Recalled {
  readonly sessions: readonly (RecallReport & {
    readonly available: boolean;
    readonly steps: Readonly<Record<string, readonly number[]>>;
  })[];
}

describe('recall', () => {
  it('prints what is used again, and what the recorded compaction took', async () => {
    const { code, out } = await capture(['recall', CLAUDE]);
    expect(code).toBe(0);
    expect(out).toMatch(/[\d,–]+ of the [\d,]+ tokens in the request of step \d+/);
    expect(out).toMatch(/Recorded compaction at step \d+:\n {2}Covers [\d,]+ tokens/);
    expect(out).toContain('Chance level not known');
    expect(out).toContain('seen with hindsight');
    expect(out).toContain('Regret is no forecast.');
  });

  it('lists the moments that cover least, as hindsight, the least first', async () => {
    const { out } = await capture(['recall', CLAUDE]);
    expect(out).toMatch(
      /Seen with hindsight, these would have covered least that is named again:\n {2}step \d+, (where a turn has ended|inside of a turn): [\d,–]+ of ~?[\d,]+ tokens/,
    );
    expect(out).toContain('Turn ends were not surely cheaper');
    const json = await capture(['recall', CLAUDE, '--json']);
    const { within, steps } = parsed<Recalled>(json.out).sessions[0]!;
    expect(within.best.length).toBeGreaterThan(0);
    for (const { step, low } of within.best) expect(low).toBe(steps['regret']![step]);
    const lows = within.best.map(({ low }) => low);
    expect(lows).toEqual(lows.toSorted((a, b) => a - b));
  });

  it('has the same as JSON, with a value for every step', async () => {
    const { out } = await capture(['recall', CLAUDE, '--against', INCIDENT, '--json']);
    const [one] = parsed<Recalled>(out).sessions;
    expect(one?.available).toBe(true);
    expect(one?.recorded.length).toBeGreaterThan(0);
    expect(one?.steps['liveLow']?.length).toBe(one?.steps['regret']?.length);
  });

  it('knows no names of numbers alone', async () => {
    const { code, out } = await capture(['recall', NUMBERS]);
    expect(code).toBe(0);
    expect(out).toContain('Numbers only: names are not known');
  });

  it('says which file it cannot read', async () => {
    const { code } = await capture(['recall', CLAUDE, '--against', 'nowhere.jsonl']);
    expect(code).toBe(3);
  });
});
