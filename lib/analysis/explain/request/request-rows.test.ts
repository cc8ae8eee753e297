import { describe, expect, it } from 'vitest';
import { claudeCode, contextGuardThreshold } from '@/lib/policies/builtin';
import { replay, type Replay } from '@/lib/engine/replay/replay';
import { textSession } from '@/lib/engine/session/testing/text-session';
import { ToolNameCollector } from '@/lib/engine/tokens/text/tool-names';
import { EntryParts } from '../growth/entry-parts';
import { NamedEntries } from '../growth/named-entries';
import { differenceText } from './difference-text';
import { requestDifference } from './request-difference';
import { requestLines, type RequestLine } from './request-lines';
import { requestParts } from './request-parts';
import { requestRows, type RequestChoice } from './request-rows';
import { drawnSession, preparedSession } from '@/lib/engine/replay/testing/drawn-session';

/** Two turns: the first with a large result, the second with many small ones; text costs 1.5. */
const picture = [
  ...['system 400', 'u "first question"', 'c grep {"a":"b"}', 'r grep 4000', '-- 12000'],
  ...['m 400', 'u "second question"', '-- 12300'],
  ...Array.from({ length: 14 }, (_, i) => [
    `c read {"n":${i}}`,
    `r read ${400 + i * 4}`,
    `-- ${12_500 + i * 170}`,
  ]).flat(),
].join('\n');

function request(lines: string, step: number, other: number | null = step - 1) {
  const session = textSession(lines);
  const prepared = preparedSession(session);
  const collector = new ToolNameCollector();
  for (const entry of session.entries) collector.push(entry);
  const log = new NamedEntries(prepared.profile, collector.finish());
  const parts = new EntryParts(prepared.profile, log);
  const made: Replay = replay(
    prepared,
    contextGuardThreshold,
    contextGuardThreshold.settings.parse({}),
  );
  const difference = other === null ? null : requestDifference(made, step, other);
  const own = requestLines({ replay: made, step, log, parts, difference });
  return { profile: prepared.profile, made, lines: own };
}

const choice: RequestChoice = {
  view: 'turn',
  newestFirst: true,
  toggled: new Set(),
  whole: new Set(),
  part: null,
  found: null,
  onlyNew: false,
};

const briefOf = (line: RequestLine): string =>
  line.kind === 'entry' ? `${line.entry} ${line.part}` : line.kind;

describe('a request', () => {
  const { profile, lines, made } = request(picture, 15);
  const rows = (change: Partial<RequestChoice>): readonly string[] =>
    requestRows(profile, lines, { ...choice, ...change }).map((row) => {
      if (row.kind === 'line') return briefOf(row.line);
      if (row.kind === 'turn') return `${row.open ? '▾' : '▸'} turn ${row.turn}: ${row.lines}`;
      return `more ${row.lines}`;
    });

  it('adds up, whatever it is arranged by', () => {
    expect(lines.reduce((sum, { tokens }) => sum + tokens, 0)).toBe(made.columns.real[15]);
    expect(lines.reduce((sum, { counted }) => sum + (counted ?? 0), 0)).toBe(
      made.columns.heuristicSent[15],
    );
  });

  it('is grouped by turn, the newest first and open, its largest entries shown', () => {
    const all = rows({});
    expect(all.filter((row) => row.includes('turn'))).toEqual([
      expect.stringMatching(/^▾ turn -1: /),
      '▾ turn 2: 29',
      '▸ turn 1: 4',
    ]);
    // Eight largest, the question that begins the turn, and what is new: the last call and result.
    expect(all).toContain('4 user');
    expect(all.slice(all.indexOf('▾ turn 2: 29') + 1, -2)).toEqual(
      [
        ...[32, 30, 28, 26, 24, 22, 20, 18].map((entry) => `${entry} result:read`),
        ...['4 user', '31 call'].sort(),
      ].sort((a, b) => all.indexOf(a) - all.indexOf(b)),
    );
    expect(all.at(-2)).toBe('more 19');
  });

  it('opens and closes turns, and shows all of one', () => {
    expect(rows({ toggled: new Set([2, 1]) }).filter((row) => row.includes('turn'))).toEqual([
      expect.stringMatching(/^▾ turn -1: /),
      '▸ turn 2: 29',
      '▾ turn 1: 4',
    ]);
    expect(rows({ whole: new Set([2]) }).filter((row) => /^\d/.test(row))).toHaveLength(29);
  });

  it('is sorted by tokens, and stands in order from either end', () => {
    const sizes = requestRows(profile, lines, { ...choice, view: 'tokens' }).map((row) =>
      row.kind === 'line' ? row.line.tokens : NaN,
    );
    expect(sizes).toEqual([...sizes].sort((a, b) => b - a));
    const order = rows({ view: 'order', newestFirst: false });
    expect(rows({ view: 'order', newestFirst: true })).toEqual([...order].reverse());
    const entries = order.filter((row) => /^\d/.test(row)).map((row) => Number.parseInt(row, 10));
    expect(entries).toEqual(Array.from({ length: 33 }, (_, i) => i));
  });

  it('keeps one part, what a search found, or what is new', () => {
    expect(rows({ view: 'order', part: 'result:grep' })).toEqual(['2 result:grep']);
    expect(rows({ part: 'result:grep' })).toEqual(['▾ turn 1: 1', '2 result:grep']);
    expect(rows({ view: 'order', newestFirst: false, found: new Set([4, 5]) })).toEqual([
      '4 user',
      '5 call',
    ]);
    expect(rows({ view: 'order', newestFirst: false, onlyNew: true })).toEqual([
      '31 call',
      '32 result:read',
    ]);
    expect(rows({ part: 'no such part' })).toEqual([]);
  });

  it('has parts that add up to it, the prefix first and then the largest', () => {
    const parts = requestParts(lines);
    expect(parts.reduce((sum, { tokens }) => sum + tokens, 0)).toBe(made.columns.real[15]);
    expect(parts.map(({ key }) => key).slice(0, 3)).toEqual([
      'prefix',
      'result:read',
      'result:grep',
    ]);
    expect(parts[0]?.unrecorded).toBe(true);
  });
});

describe('the difference to another request', () => {
  it('names what came, and says so in tokens that add up', () => {
    const { made } = request(picture, 15);
    const difference = requestDifference(made, 15, 14);
    expect(difference.onlyHere.map(({ from, to, elsewhere }) => [from, to, elsewhere])).toEqual([
      [31, 33, 'absent'],
    ]);
    expect(difference.onlyThere).toEqual([]);
    expect(differenceText(made, 15, difference)).toMatch(
      /^Against step 14: \+170 tokens; 2 entries only here \(\d+\); 0 only there; [+−]?\d+ in no entry\.$/,
    );
  });

  it('of an earlier step with a later one turns around', () => {
    const { made } = request(picture, 15);
    const difference = requestDifference(made, 2, 15);
    expect(difference.onlyHere).toEqual([]);
    expect(difference.onlyThere.map(({ from, to }) => [from, to])).toEqual([[7, 33]]);
    expect(differenceText(made, 2, difference)).toContain('26 not yet in the log here');
  });

  it('says what a compaction summarised meanwhile', () => {
    const session = drawnSession(picture);
    const settings = claudeCode.settings.parse({ summary: 'bytes', summaryBytes: 400, files: 0 });
    const made = replay(session, claudeCode, settings, { compactAt: [10] });
    const difference = requestDifference(made, 10, 9);
    expect(difference.onlyThere.every(({ elsewhere }) => elsewhere === 'summarised')).toBe(true);
    expect(differenceText(made, 10, difference)).toMatch(
      /only there \(.*: \d+ summarised meanwhile\)/,
    );
  });
});
