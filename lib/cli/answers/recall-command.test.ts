import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RecallReport } from '@/lib/analysis/recall/recall-report';
import { textSession } from '@/lib/engine/session/testing/text-session';
import { capture, parsed } from '../testing/captured-io';

const CLAUDE = 'lib/readers/importers/formats/claude-code/fixtures/claude-code/compaction.jsonl';
const INCIDENT = 'public/samples/production-incident.json';
const NUMBERS = 'lib/readers/importers/formats/canonical/fixtures/canonical/numbers-only.json';

interface Recalled {
  readonly sessions: readonly (RecallReport & {
    readonly available: boolean;
    readonly name: string;
    readonly against: { readonly name: string; readonly kin: string } | null;
    readonly steps: Readonly<Record<string, readonly number[]>>;
  })[];
}

describe('recall', () => {
  it('prints what is used again, and what the recorded compaction took', async () => {
    const { code, out } = await capture(['recall', CLAUDE]);
    expect(code).toBe(0);
    expect(out).toMatch(/[\d,–]+ of the [\d,]+ tokens in the request of step \d+/);
    expect(out).toMatch(/Recorded compaction at step \d+:\n {2}Covers [\d,]+ tokens/);
    expect(out).toContain('No other session to measure chance against: ');
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

const folder = mkdtempSync(join(tmpdir(), 'highwater-recall-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** A session that reads files, is compacted, and reads them again. */
function written(name: string, ...paths: readonly string[]): string {
  const reads = (real: number): string =>
    paths
      .map((path, i) => `c read {"path":"${path}"}\nr read "package ${path}"\n-- ${real + i * 500}`)
      .join('\n');
  const picture = `u "repair it"\n${reads(9_000)}\n== compact "done"\nu "go on"\n${reads(3_500)}`;
  const { source, ...session } = textSession(picture, name);
  const file = join(folder, `${name}.json`);
  writeFileSync(file, JSON.stringify({ ...session, source: { ...source, sessionId: name } }));
  return file;
}

describe('the chance level of recall', () => {
  const [own, long, short] = ['own', 'long', 'short'];
  let files: readonly string[] = [];
  beforeAll(() => {
    files = [
      written(own, 'src/reader.go', 'src/writer.go'),
      written(short, 'src/other.go'),
      written(long, 'src/reader.go', 'src/third.go', 'src/fourth.go'),
    ];
  });
  const recalled = async (...args: readonly string[]) => {
    const { out } = await capture(['recall', ...args, '--set', 'window=6000', '--json']);
    return parsed<Recalled>(out).sessions;
  };

  it('is told by the longest other session of the files', async () => {
    const sessions = await recalled(...files);
    expect(sessions.map(({ name, against }) => [name, against?.name])).toEqual([
      [own, long],
      [short, long],
      [long, own],
    ]);
    const [alone] = await recalled(files[0]!);
    expect(alone).toMatchObject({ against: null, chance: 'unknown', shared: 0 });
    expect(sessions[0]).toMatchObject({ chance: 'subtracted', against: { kin: 'apart' } });
    expect(sessions[0]!.shared).toBeGreaterThan(0);
    expect(sessions[0]!.totals.regret).toBeLessThan(alone!.totals.regret);
    const { out } = await capture(['recall', ...files, '--session', own]);
    expect(out).toContain('Chance level subtracted: ');
    expect(out).toMatch(/The other session is long \(.*long\.json\), the longest recorded one/);
  });

  it('is told by the file that is named, and left out for none', async () => {
    const [chosen] = await recalled(files[0]!, '--against', files[1]!);
    expect(chosen?.against?.name).toBe(short);
    const { out } = await capture(['recall', files[0]!, '--against', files[1]!]);
    expect(out).toContain('as chosen');
    const [none] = await recalled(...files, '--against', 'none', '--session', own);
    const [alone] = await recalled(files[0]!);
    expect(none).toMatchObject({ against: null, chance: 'unknown', totals: alone!.totals });
    const words = await capture(['recall', ...files, '--against', 'none']);
    expect(words.out).toContain('Chance level not subtracted, as asked');
  });

  it('is not told by the session itself', async () => {
    const { code, messages } = await capture(['recall', files[0]!, '--against', files[0]!]);
    expect(code).toBe(2);
    expect(messages).toContain('holds no session but 1 own');
  });
});
