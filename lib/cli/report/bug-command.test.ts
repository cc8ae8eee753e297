import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { capture, parsed } from '../testing/captured-io';

const INCIDENT = 'public/samples/production-incident.json';
const CLAUDE = 'lib/readers/importers/formats/claude-code/fixtures/claude-code/compaction.jsonl';
const folder = mkdtempSync(path.join(tmpdir(), 'highwater-bug-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const bug = (...args: readonly string[]) => capture(['bug-report', ...args]);

describe('highwater bug-report', () => {
  it.each([
    [INCIDENT, ['--step', '143', '--set', 'cap=7.5']],
    [INCIDENT, ['--step', '40', '--policy', 'codex', '--fault', 'usage-stops@20']],
    [CLAUDE, ['--step', '2']],
  ])('writes what it replays again: %s %j', async (file, args) => {
    const out = path.join(folder, `${args.join('')}.json`);
    const written = await bug(file, ...args, '--expected', 'it holds', '-o', out);
    expect(written).toMatchObject({ code: 0, out: '' });
    expect(readFileSync(out, 'utf8')).not.toMatch(/mcp_connect|parser/);
    const checked = await bug('--check', out);
    expect([checked.code, checked.messages]).toEqual([0, '']);
    const lines = checked.out.split('\n');
    expect(lines[0]).toBe(`Step ${args[1]}, expected: it holds`);
    expect(lines[1]?.replace('Got: ', '')).toBe(lines[2]?.replace('Now: ', ''));
    expect(lines[3]).toMatch(/^Same result: every number is what it was\./);
  });

  it('writes what opens as the session it holds, with the same numbers', async () => {
    const out = path.join(folder, 'opens.json');
    await bug(INCIDENT, '--step', '143', '--expected', 'it compacts', '-o', out);
    const [own, reported] = await Promise.all(
      [INCIDENT, out].map((file) => capture(['replay', file, '--set', 'cap=7.5', '--json'])),
    );
    interface Replayed {
      readonly sessions: readonly { readonly steps: readonly { readonly label: string }[] }[];
    }
    // Labels are words of the recording.
    const steps = (text = ''): unknown =>
      parsed<Replayed>(text).sessions[0]?.steps.map((step) => ({ ...step, label: '' }));
    expect(reported?.code).toBe(0);
    expect(steps(reported?.out)).toEqual(steps(own?.out));
    const { out: noted } = await capture(['report', out, '--format', 'md', '--notes']);
    expect(noted).toContain('Step 143');
    expect(noted).toContain('Bug report, expected here: it compacts');
  });

  it('fails where the present engine gives another number, and names the step', async () => {
    const { out } = await bug(INCIDENT, '--step', '143', '--set', 'cap=7.5', '--expected', 'no');
    const file = path.join(folder, 'changed.json');
    writeFileSync(file, out.replace('"cap":7.5', '"cap":5'));
    const checked = await bug('--check', file);
    expect(checked.code).toBe(1);
    expect(checked.out).toMatch(/Another result, from step \d+ on\./);
  });

  it.each([
    [[INCIDENT, '--step', '143'], 2, 'Name the step and what you expected there'],
    [[INCIDENT, '--step', '144', '--expected', 'x'], 2, 'The session has no step 144'],
    [['--check', INCIDENT], 3, 'This is no bug report of version 1'],
    [['--check', 'nowhere.json'], 3, 'The file cannot be opened'],
  ])('refuses %j', async (args, code, message) => {
    expect(await bug(...args)).toMatchObject({
      code,
      messages: expect.stringContaining(message) as string,
    });
  });
});
