import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, assert, describe, expect, it } from 'vitest';
import { inProject } from '@/lib/server/project.mjs';
import { holdFrozenTables } from '@/lib/engine/sizes/known-tables';
import { parseFrozenTable } from '@/lib/engine/sizes/frozen-table';
import { ClaudeCodeLog } from '@/lib/readers/importers/testing/claude-code-log';
import { capture, parsed } from '../testing/captured-io';
import { scratchFolder } from '@/lib/readers/open/testing/scratch-folder';

const fixtures = inProject('lib/readers/importers/formats/claude-code/fixtures/claude-code');
const compacted = path.join(fixtures, 'compaction.jsonl');
const folder = scratchFolder();
afterEach(() => holdFrozenTables([]));

describe('highwater tables sizes', () => {
  it('prints a frozen table, which replay takes', async () => {
    const { code, out, messages } = await capture([
      'tables',
      'sizes',
      '--from',
      compacted,
      '--name',
      'team',
    ]);
    expect(code).toBe(0);
    const table = parseFrozenTable(out);
    assert(table.ok);
    const { rows, id } = table.value;
    const own = rows.filter(({ summaryBytes }) => summaryBytes === 82);
    expect(own).toMatchObject([{ agent: 'claude-code', back: 3_553 }]);
    const sessions = new Set(rows.map(({ first }) => first)).size;
    expect(messages).toContain(`Table ${id}: ${rows.length} rows of ${sessions} sessions.`);
    expect(messages).toMatch(/\nclaude-code: 1 own row, \d+ shipped; both are taken\. /);
    expect(messages).toMatch(/claude-code: summary, bytes +1 .* – +\d/);
    const file = path.join(folder, 'team.json');
    writeFileSync(file, out);
    const replay = await capture([
      'replay',
      compacted,
      '--sizes',
      file,
      '--policy',
      'claude-code',
      '--json',
    ]);
    expect(replay.code).toBe(0);
    expect(replay.out).toContain(`"sizes":"${id}"`);
  });

  it('has the same bytes for the same sessions in any order, and however often', async () => {
    const [one, other] = [path.join(folder, 'a'), path.join(folder, 'b')];
    cpSync(compacted, path.join(folder, 'a.jsonl'));
    mkdirSync(one);
    cpSync(compacted, path.join(one, 'x.jsonl'));
    cpSync(path.join(fixtures, 'sidechain.jsonl'), path.join(one, 'y.jsonl'));
    cpSync(one, other, { recursive: true });
    const table = async (...from: readonly string[]): Promise<string> =>
      (await capture(['tables', 'sizes', '--name', 'n', '--from', ...from])).out;
    const text = await table(one);
    expect(await table(other, compacted, one)).toBe(text);
    const again = await capture(['tables', 'sizes', '--name', 'n', '--from', compacted, one]);
    expect(again.messages).toContain('claude-code: 1 own row, ');
  });

  it('says which row no table can hold', async () => {
    const file = path.join(folder, 'long.jsonl');
    const long = `claude-${'x'.repeat(300)}`;
    writeFileSync(file, readFileSync(compacted, 'utf8').replaceAll('claude-opus-4-6', long));
    const { code, out, messages } = await capture([
      'tables',
      'sizes',
      '--name',
      'n',
      '--from',
      file,
    ]);
    expect([code, out]).toEqual([3, '']);
    expect(messages).toMatch(/Row \d+: model must be a text of 1 to 200 characters\./);
  });

  it('asks for a name of one word, and says where no compaction can be measured', async () => {
    const none = await capture(['tables', 'sizes', '--from', compacted]);
    expect([none.code, none.messages]).toEqual([
      2,
      expect.stringContaining('A table has a name: --name team-2026-11'),
    ]);
    const odd = await capture(['tables', 'sizes', '--from', compacted, '--name', 'a b']);
    expect([odd.code, odd.messages]).toEqual([
      2,
      expect.stringContaining('--name "a b": letters, digits and dashes'),
    ]);
    const rejected = path.join(fixtures, 'rejected.jsonl');
    const empty = await capture(['tables', 'sizes', '--from', rejected, '--name', 'n']);
    expect([empty.code, empty.out]).toEqual([3, '']);
    expect(empty.messages).toContain('no recorded compaction');
  });
});

describe('highwater tables', () => {
  it('prints each table as the product ships it, its hash, and its distance from the shipped one', async () => {
    const { code, out, messages } = await capture(['tables', 'density', '--from', fixtures]);
    expect(code).toBe(0);
    expect(out).toMatch(/^\/\/ density [0-9a-f]{8}\n {2}\{\n {4}models: 'Claude from 4\.7',/);
    expect(messages).toMatch(/density +n +median +95 % interval +shipped +difference/);
    const prefix = await capture(['tables', 'prefix', '--from', fixtures]);
    expect(prefix.out).toMatch(/^\/\/ prefix [0-9a-f]{8}\n {2}\{\n {4}agent: 'Claude Code',/);
  });

  it('prints all of them without a name, as JSON too', async () => {
    const { out } = await capture(['tables', '--from', fixtures, '--json']);
    const { tables, sessions } = parsed<{
      readonly sessions: number;
      readonly tables: Readonly<
        Record<string, { readonly lines: readonly object[]; readonly hash: string }>
      >;
    }>(out);
    expect(sessions).toBeGreaterThan(3);
    expect(Object.keys(tables)).toEqual(['sizes', 'density', 'prefix']);
    for (const { lines } of Object.values(tables)) {
      expect(Object.keys(lines[0]!)).toEqual([
        'of',
        'n',
        'value',
        'interval',
        'shipped',
        'contradicted',
      ]);
    }
  });

  it('fails a check where a shipped value lies outside of its interval, and only there', async () => {
    const clean = await capture(['tables', '--check', '--from', compacted]);
    expect([clean.code, clean.out]).toEqual([
      0,
      expect.stringContaining('No shipped value lies outside of its interval.'),
    ]);
    const many = path.join(folder, 'many');
    mkdirSync(many);
    for (let i = 0; i < 6; i++) writeFileSync(path.join(many, `${i}.jsonl`), transcript(i));
    const { code, out } = await capture(['tables', 'density', '--check', '--from', many]);
    expect(code).toBe(1);
    expect(out).toContain('Claude up to 4.6: 1.4 is shipped; 6 sessions have 3.');
  });

  it('says what cannot be read', async () => {
    const { code, messages } = await capture(['tables', '--from', path.join(folder, 'nothing')]);
    expect([code, messages]).toEqual([3, expect.stringContaining('nothing')]);
    const usage = await capture(['tables']);
    expect([usage.code, usage.messages]).toEqual([2, expect.stringContaining('--from')]);
  });
});

/** A transcript of Claude Code whose requests grow by 4,000 heuristic tokens, of three real ones each. */
function transcript(n: number): string {
  const log = new ClaudeCodeLog(`s-${n}`);
  for (let k = 0; k < 4; k++) {
    log.user('x'.repeat(16_000 - (k === 0 ? 0 : 4))).answer(30_000 + n + 12_000 * k, 'done');
  }
  return log.text();
}
