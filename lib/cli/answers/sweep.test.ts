import { describe, expect, it } from 'vitest';
import { PRODUCER } from '@/lib/engine/replay/engine';
import { capture } from '../testing/captured-io';

const INCIDENT = 'public/samples/production-incident.json';
const GAP = 'public/samples/timing-gap.json';
const FIXTURES = 'lib/readers/importers/formats';
const CLAUDE = `${FIXTURES}/claude-code/fixtures/claude-code/compaction.jsonl`;
const CODEX = `${FIXTURES}/codex/fixtures/codex/compactions.jsonl`;
const GRID = ['--vary', 'window=180000:200000:10000', '--vary', 'cap=5:7.5:2.5'];
const sweep = (...args: readonly string[]) => capture(['sweep', INCIDENT, ...args]);

interface Line {
  readonly session: string;
  readonly policy: string;
  readonly values: Readonly<Record<string, number>>;
  readonly compactions: number;
  readonly overflowSteps: number;
  readonly firstOverflow: number;
  readonly sent: number;
}

describe('highwater sweep', () => {
  it('says what it will cost, and takes a hypercube that its seed makes', async () => {
    const wide = ['--vary', 'window=150000:200000:1000', '--vary', 'cap=1:10:0.1', '--json'];
    const one = await sweep(...wide, '--sample', '30', '--seed', '7');
    expect(one.code).toBe(0);
    expect(one.messages).toMatch(/^30 replays of 4,320 steps in all: less than 0\.1 s\./);
    const cells = (out: string): number => (JSON.parse(out) as { cells: unknown[] }).cells.length;
    expect(cells(one.out)).toBeGreaterThan(30);
    expect((await sweep(...wide, '--sample', '30', '--seed', '7')).out).toBe(one.out);
    expect((await sweep(...wide, '--sample', '30', '--seed', '8')).out).not.toBe(one.out);
    expect((await sweep(...wide, '--sample', '0')).code).toBe(2);
  });

  it('prices cells on request, as `cost` prices their replays', async () => {
    const grid = ['--vary', 'window=180000:200000:10000'];
    const price = ['--price', 'input=5', '--price', 'output=25', '--price', 'cacheRead=0.5'];
    const { code, out } = await sweep(...grid, '--cost', ...price, '--json');
    expect(code).toBe(0);
    const { cells } = JSON.parse(out) as { cells: { costUsd: number; pricedSessions: number }[] };
    const set = ['--policy', 'contextguard-threshold', '--set', 'window=180000'];
    const one = await capture(['cost', INCIDENT, ...set, ...price, '--json']);
    const [session] = (JSON.parse(one.out) as { sessions: { replayed: { total: number } }[] })
      .sessions;
    expect(cells[0]?.pricedSessions).toBe(1);
    expect(cells[0]?.costUsd).toBeCloseTo(session?.replayed.total ?? NaN, 9);
    const { out: csv } = await sweep(...grid, '--cost', ...price, '--csv');
    expect(csv.split('\r\n')[0]).toMatch(/,mayCompactSteps,costUsd,pricedSessions$/);
    const { out: table } = await sweep(...grid, '--cost', ...price);
    expect(table).toMatch(/Cost: dollars of all requests/);
    expect(table).toMatch(/unused +may compact +cost/);
    const { out: lines } = await sweep(...grid, '--cost', ...price, '--ndjson');
    expect((JSON.parse(lines.split('\n')[0] ?? '') as Line & { costUsd: number }).costUsd).toBe(
      cells[0]?.costUsd,
    );
  });

  it('prices nothing unasked, and refuses a price that is none', async () => {
    const grid = ['--vary', 'window=190000:200000:10000'];
    const { out: plain } = await sweep(...grid, '--json');
    expect(plain).not.toContain('costUsd');
    expect((await sweep(...grid, '--cost', '--price', 'gold=1')).code).toBe(2);
  });

  it('prints CSV and JSON, a row a cell, and a line a session and cell', async () => {
    const { out } = await sweep(...GRID, '--csv');
    const rows = out.trimEnd().split('\r\n');
    expect(rows).toHaveLength(7);
    expect(rows[0]).toBe(
      'policy,window,cap,sessions,steps,compactions,per100Steps,passes,overflowingSessions,overflowSteps,loopingSessions,sent,unusedPerCompaction,mayCompactSteps',
    );
    expect(rows[5]).toMatch(/^contextguard-threshold,200000,5,1,144,0,0,0,1,1,0,\d+,,0$/);
    const json = JSON.parse((await sweep(...GRID, '--json')).out) as { readonly cells: unknown[] };
    expect(json).toMatchObject({ producer: PRODUCER, limit: null });
    expect(json.cells).toHaveLength(6);
    const lines = await capture(['sweep', INCIDENT, GAP, ...GRID, '--ndjson']);
    expect(lines.out.trimEnd().split('\n')).toHaveLength(12);
    expect(json.cells[4]).toMatchObject({
      values: { window: 200_000, cap: 5 },
      compactions: 0,
      mayCompact: null,
    });
  });

  it('sweeps several policies, each over the settings that it has', async () => {
    const { out } = await sweep('--policy', 'codex', '--policy', 'cline', ...GRID, '--csv');
    const rows = out.trimEnd().split('\r\n').slice(1);
    expect(rows.filter((row) => row.startsWith('codex,'))).toHaveLength(3);
    expect(rows.filter((row) => row.startsWith('cline,'))).toHaveLength(6);
    expect(rows[0]).toMatch(/^codex,180000,,1,/);
  });

  it('sweeps one policy, version and limit at a time, says which, and takes another one', async () => {
    const both = (...args: readonly string[]) => capture(['sweep', CODEX, CLAUDE, ...args]);
    const window = ['--vary', 'window=100000:200000:50000'];
    const { out } = await both(...window);
    const [first = '', second = ''] = out.split('\n');
    expect(first).toMatch(/^Row 1 is swept: Claude Code.*, limit 200,000, 1 recorded session\.$/);
    expect(second).toMatch(
      /^Row 2 is left to --row 2: Codex.*, limit [\d,]+, 1 recorded session\.$/,
    );
    expect(out).toMatch(/\n1 session, \d+ steps, 3 cells/);
    const json = async (...args: readonly string[]) =>
      JSON.parse((await both(...window, ...args, '--json')).out) as {
        readonly row: number;
        readonly rows: readonly { readonly policy: string }[];
        readonly columns: readonly { readonly policy: string }[];
        readonly sessions: readonly { readonly name: string }[];
      };
    const one = await json();
    const two = await json('--row', '2');
    expect([one.row, two.row]).toEqual([1, 2]);
    expect(one.rows.map(({ policy }) => policy)).toEqual(['claude-code', 'codex']);
    expect(two.columns.map(({ policy }) => policy)).toEqual(['codex']);
    expect([one, two].map(({ sessions }) => sessions.length)).toEqual([1, 1]);
    expect(two.sessions).not.toEqual(one.sessions);
    // What is varied chooses the row that has it; a policy that is named runs over all of one limit.
    const percent = await both('--vary', 'usablePercent=80:90:10');
    expect(percent.out).toMatch(/^Row 1 is left to --row 1: .*\nRow 2 is swept: Codex/);
    const named = await both(...window, '--policy', 'codex', '--limit', '200000', '--json');
    expect(JSON.parse(named.out)).toMatchObject({ row: 1, rows: [{ recorded: 2 }] });
    const gone = await both(...window, '--row', '3');
    expect([gone.code, gone.messages]).toEqual([
      2,
      expect.stringContaining('There is no row 3: the sessions are in 2.'),
    ]);
  });

  it('takes a limit for every session', async () => {
    const { out } = await sweep('--vary', 'window=200000:200000:1', '--limit', '210000', '--csv');
    expect(out).toMatch(/contextguard-threshold,200000,1,144,0,0,0,1,1,/);
    // The recorded refusal stays one, whatever the limit: it was refused.
    const wide = await sweep('--vary', 'window=180000:180000:1', '--limit', '100000', '--csv');
    expect(wide.out).not.toMatch(/180000,1,144,\d+,[\d.]+,\d+,0,/);
  });

  it.each([
    [['--vary', 'window'], '--vary wants setting=from:to:step, not "window".'],
    [['--vary', 'window=1:2:3:4'], '--vary wants setting=from:to:step'],
    [['--vary', 'window=5:1:1'], '--vary window: There is no range from 5 to 1 by 1.'],
    [['--vary', 'gap=1:2:1'], 'contextguard-threshold: no setting "gap".'],
    [['--set', 'gap=1'], 'contextguard-threshold: no setting "gap".'],
    [['--vary', 'cap=-5:1:1'], '--vary cap: contextguard-threshold cap: '],
    [['--limit', 'much'], '--limit wants a number of tokens, not "much".'],
    [['--csv', '--json'], 'Choose one of --json, --csv and --ndjson.'],
    [['--policy', 'guard'], 'There is no policy "guard".'],
    [
      ['--vary', 'window=1000:2000:1', '--vary', 'cap=1:10:0.01', '--vary', 'factor=1:5:0.1'],
      'choose larger steps',
    ],
  ])('refuses %j', async (args, message) => {
    const { code, messages } = await sweep(...args);
    expect(code).toBe(2);
    expect(messages).toContain(message);
  });
});
