import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contextGuardThreshold } from '@/lib/policies/contextguard/threshold';
import { recorded } from '@/lib/policies/highwater/recorded';
import { replay } from '@/lib/engine/replay/replay';
import { textSession } from '@/lib/engine/session/testing/text-session';
import { indexSession } from '@/lib/engine/tokens/references/session-references';
import { recallReport, type RecordedRecall } from './recall-report';
import {
  coveredWords,
  keptWords,
  liveWords,
  pinnedWords,
  reworkWords,
  trailingWords,
} from './recall-words';
import { namedEvents, pictureOf } from './testing/recall-session';
import { drawnSession, preparedSession } from '@/lib/engine/replay/testing/drawn-session';

function reportOf(picture: string) {
  const session = textSession(picture);
  const run = replay(preparedSession(session), recorded, recorded.settings.parse({}));
  return recallReport(run, indexSession(session)!).report;
}

const first = (picture: string): RecordedRecall => reportOf(picture).recorded[0]!;

const BEFORE = `
  u "repair the broken reader, please"
  c read {"path":"src/reader.go"}
  r read "package reader\\nfunc readColumn() {}\\n"
  -- 9000
  m "It is readColumn; see docs/plan.md"
  c todo_write {"todos":[{"content":"repair the reader","status":"pending"}]}
  r todo_write "ok"
  -- 9500
`;

describe('a recorded compaction', () => {
  const one = first(`${BEFORE}
    == compact "The reader is broken in readColumn. Open: repair the reader"
    u "go on"
    -- 3000
    m "I read it again: readColumn"
    c read {"path":"src/reader.go"}
    r read "package reader\\nfunc readColumn() {}\\n"
    -- 4000
  `);

  it('names what is needed again, and what of it the summary keeps', () => {
    expect(one.names.map(({ name, kept, asked }) => [name, kept, asked])).toEqual([
      ['src/reader.go', false, true],
      ['readColumn', true, false],
    ]);
    expect([one.kept, one.lost, one.askedAgain]).toEqual([1, 1, 1]);
    expect(keptWords(one)).toBe(
      'Its summary holds 1 of the 2 names (50 %) and lacks 1; the agent says 1 of these again in a call.',
    );
  });

  it('covers the tokens of the lines and entries that hold them', () => {
    expect(one.low).toBeGreaterThan(0);
    expect(one.low).toBeLessThan(one.high);
    expect(one.high).toBeLessThan(one.covered);
    expect(one.entries.map(({ entry }) => entry)).not.toContain(0);
    expect(coveredWords(one)).toContain('are named again in the 4 entries recorded after it');
  });

  it('costs the call that had to be made again', () => {
    expect(one.rework).toMatchObject([
      { call: 2, repeats: 0, step: 2, compaction: 2, reads: true },
    ]);
    expect(one.rework[0]!.tokens).toBeGreaterThan(0);
    expect(reworkWords(one.rework)).toMatch(
      /^1 call repeated with the same arguments and the same/,
    );
  });

  it('says what became of the first request and the open tasks', () => {
    expect(one.pinned.map(({ what, fate }) => [what, fate])).toEqual([
      ['request', 'gone'],
      ['todos', 'in the summary'],
    ]);
    expect(pinnedWords(one.pinned[0]!)).toBe('the first request (entry 0): gone');
  });

  it('keeps verbatim what stays in the request', () => {
    const kept = first(`${BEFORE}\n== compact "short" kept 0-1\nu "go on"\n-- 3000`);
    expect(kept.pinned[0]).toMatchObject({ what: 'request', fate: 'verbatim' });
  });

  it('cannot tell what a summary without a text keeps', () => {
    const sealed = first(`${BEFORE}\n== compact\nu "go on"\n-- 3000\nm "readColumn"\n-- 3100`);
    expect([sealed.kept, sealed.lost]).toEqual([null, null]);
    expect(sealed.pinned.map(({ fate }) => fate)).toEqual(['unknown', 'unknown']);
  });

  it('behind the last step is counted: nothing follows it', () => {
    const report = reportOf(`${BEFORE}\n== compact "short"`);
    expect([report.recorded, report.trailing]).toEqual([[], 1]);
    expect(trailingWords(report)).toMatch(/^1 recorded compaction after the last step/);
  });

  it('loses nothing that the agent puts back before it is said again', () => {
    const back = first(
      `${BEFORE}\n== compact "short"\nu "file: readColumn"\n-- 3000\nm "readColumn"\n-- 4000`,
    );
    expect(back.names).toEqual([]);
  });
});

describe('rework', () => {
  const after = (...lines: readonly string[]): RecordedRecall['rework'] =>
    first([BEFORE, '== compact "short"', 'u "go on"', '-- 3000', ...lines].join('\n')).rework;
  const READ = 'c read {"path":"src/reader.go"}';
  const SAME = 'r read "package reader\\nfunc readColumn() {}\\n"\n-- 4000';

  it.each<[string, readonly string[], number]>([
    ['a repeated read', [READ, SAME], 1],
    ['only the first of two', [READ, SAME, READ, SAME], 1],
    ['none with another result', [READ, 'r read "package other"\n-- 4000'], 0],
    ['none of another file', ['c read {"path":"src/writer.go"}', SAME], 0],
    [
      'none once that file was written',
      ['c edit {"path":"src/reader.go"}', 'r edit "ok"\n-- 3500', READ, SAME],
      0,
    ],
    [
      'one though another file was written',
      ['c edit {"path":"src/other.go"}', 'r edit "ok"\n-- 3500', READ, SAME],
      1,
    ],
    ['none without an answer', [READ, '-- 4000'], 0],
  ])('is %s', (_, lines, count) => {
    expect(after(...lines)).toHaveLength(count);
  });

  it('is none before a compaction: the result is still there', () => {
    expect(first(`${BEFORE}\n${READ}\n${SAME}\n== compact "s"\nu "go on"\n-- 3000`).rework).toEqual(
      [],
    );
  });
});

describe('a compaction of a replay', () => {
  it('covers what the recording names again behind it', () => {
    const session = textSession(
      `${BEFORE}\nu "go on"\n-- 9800\nu "more"\n-- 9900\nm "readColumn"\nu "end"\n-- 9950`,
    );
    const settings = contextGuardThreshold.settings.parse({ window: 100_000 });
    const run = replay(preparedSession(session), contextGuardThreshold, settings, {
      faults: [{ kind: 'compact', step: 3 }],
    });
    const { recorded: none, replayed, totals } = recallReport(run, indexSession(session)!).report;
    expect(none).toEqual([]);
    expect(replayed).toHaveLength(1);
    const { low = 0, high = 0 } = replayed[0] ?? {};
    expect(low).toBeGreaterThan(0);
    expect(totals).toEqual({ regret: low, regretHigh: high, repeated: 0, rework: 0 });
    expect(replayed[0]).toMatchObject({ step: 3, names: [{ name: 'readColumn', kept: null }] });
  });

  it('refuses the names of another session', () => {
    const run = replay(drawnSession(BEFORE), recorded, recorded.settings.parse({}));
    expect(() => recallReport(run, indexSession(textSession('m "x"\n-- 1'))!)).toThrow(RangeError);
  });
});

describe('what is named again in the largest request', () => {
  const largest = { tokens: 9_500, low: 12, high: 40, chanceLow: 0, chanceHigh: 0 };

  it('is named by the steps after it, and in the last one by its response', () => {
    expect(liveWords({ largest: { ...largest, step: 1, after: 3 } })).toBe(
      '12–40 of the 9,500 tokens in the request of step 1 are named again in the 3 steps after it.',
    );
    expect(liveWords({ largest: { ...largest, step: 4, after: 0 } })).toBe(
      '12–40 of the 9,500 tokens in the request of step 4 are named again by its own response.',
    );
  });
});

it('sums up the recorded compactions where the replay is the recording', () => {
  fc.assert(
    fc.property(namedEvents, (events) => {
      const { totals, recorded: all } = reportOf(pictureOf(events));
      const rework = all.flatMap((one) => one.rework);
      expect(totals).toEqual({
        regret: all.reduce((sum, { low }) => sum + low, 0),
        regretHigh: all.reduce((sum, { high }) => sum + high, 0),
        repeated: rework.length,
        rework: rework.reduce((sum, { tokens }) => sum + tokens, 0),
      });
    }),
    { numRuns: 60 },
  );
});
