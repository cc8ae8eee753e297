import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runRecordSchema } from '@/lib/answers/report/runs/run-record';
import { capture, parsed } from '../testing/captured-io';

const INCIDENT = 'public/samples/production-incident.json';
const LONG = 'public/samples/long-session.json';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'highwater-run-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const file = (name: string): string => path.join(folder, name);

async function freeze(name: string, ...args: readonly string[]): Promise<string> {
  const { code, out } = await capture(['freeze', ...args]);
  expect(code).toBe(0);
  await writeFile(file(name), out);
  return file(name);
}

async function edited(from: string, to: string, change: (text: string) => string): Promise<string> {
  const text = await readFile(from, 'utf8');
  expect(change(text)).not.toBe(text);
  await writeFile(file(to), change(text));
  return file(to);
}

describe('freeze and verify', () => {
  it.each([
    [INCIDENT, '--set', 'cap=7.5', '--note', 'what we ship'],
    [INCIDENT, '--policy', 'own', '--fault', 'usage-stops@40'],
    [INCIDENT, '--policy', 'codex'],
    [LONG, '--policy', 'contextguard-threshold@v0.9.1'],
  ])('gives the same result again: %s', async (...args) => {
    const run = await freeze('same.json', ...args);
    const { code, out } = await capture(['verify', run, args[0]]);
    expect([code, out]).toEqual([0, expect.stringContaining('Same result: every number')]);
    const { code: asJson, out: json } = await capture(['verify', run, args[0], '--json']);
    expect([asJson, parsed(json)]).toMatchObject([
      0,
      { outcome: 'same', changes: [], first: null },
    ]);
  });

  it('holds the preset, the settings, the faults, the hashes and the note', async () => {
    const run = await freeze('one.json', INCIDENT, '--set', 'cap=7.5', '--note', 'n');
    const record = runRecordSchema.parse(JSON.parse(await readFile(run, 'utf8')));
    expect(record).toMatchObject({
      note: 'n',
      session: { id: null, steps: 144 },
      question: { policy: 'contextguard-threshold', settings: { cap: 7.5 } },
      result: { totals: { stepsCompacted: 1 } },
    });
    expect(record.session.trace).toMatch(/^[0-9a-f]{64}$/);
  });

  it('fails where the trace is another, and names the first step with both values', async () => {
    const run = await freeze('run.json', INCIDENT, '--set', 'cap=7.5');
    const trace = await edited(INCIDENT, 'trace.json', (text) => text.replace('200819', '200818'));
    const { code, out } = await capture(['verify', run, trace]);
    expect(code).toBe(1);
    expect(out).toContain('Another result, from step 143 on.');
    expect(out).toContain('The session is another one.');
    expect(out).toMatch(/Step 143: .*200,819 → 200,818/);
  });

  it('fails where the record was edited, and says which part', async () => {
    const run = await freeze('run.json', INCIDENT, '--set', 'cap=7.5');
    const setting = await edited(run, 'setting.json', (text) =>
      text.replace('"cap":7.5', '"cap":7.4'),
    );
    const cap = await capture(['verify', setting, INCIDENT]);
    expect(cap.code).toBe(1);
    expect(cap.out).toContain(
      'settings, faults, prefix, limit or session of this record were edited',
    );
    const total = await edited(run, 'total.json', (text) =>
      text.replace('"stepsCompacted":1', '"stepsCompacted":0'),
    );
    const same = await capture(['verify', total, INCIDENT]);
    expect([same.code, same.out]).toEqual([1, expect.stringContaining('Words, totals, findings')]);
  });

  it('says what a later version of the program would not accept', async () => {
    const run = await freeze('run.json', INCIDENT, '--set', 'cap=7.5');
    const gone = await edited(run, 'gone.json', (text) =>
      text.replace('"policy":"contextguard-threshold"', '"policy":"contextguard-gone"'),
    );
    const { code, out } = await capture(['verify', gone, INCIDENT]);
    expect([code, out]).toEqual([
      1,
      expect.stringContaining('Cannot be replayed now. There is no'),
    ]);
    const other = await edited(run, 'other.json', (text) =>
      text.replace('"version":1', '"version":2'),
    );
    const newer = await capture(['verify', other, INCIDENT]);
    expect([newer.code, newer.messages]).toEqual([
      3,
      expect.stringContaining('no frozen run of version 1'),
    ]);
  });

  it('is of one session', async () => {
    const trace = 'lib/readers/importers/formats/claude-code/fixtures/claude-code/sidechain.jsonl';
    const many = await capture(['freeze', trace]);
    expect([many.code, many.messages]).toEqual([
      2,
      expect.stringContaining('choose it with --session'),
    ]);
    const run = await freeze('second.json', trace, '--session', '2');
    expect((await capture(['verify', run, trace])).code).toBe(0);
    expect((await capture(['verify', run, trace, '--session', '1'])).code).toBe(1);
    expect((await capture(['verify', 'nothing.json', trace])).code).toBe(3);
  });
});
