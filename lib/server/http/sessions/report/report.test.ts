import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { capture } from '@/lib/cli/testing/captured-io';
import { reportFiles, reportFormats } from '@/lib/answers/report/document/report-format';
import { postBugReport } from './bug-report';
import { postReport } from './report';
import { call, closeLibrary, importedFiles, openLibrary } from '../../testing/library-routes';
import { idleImportHost } from '../../testing/idle-import-host';

idleImportHost();

const INCIDENT = 'public/samples/production-incident.json';
const CLAUDE = 'lib/readers/importers/formats/claude-code/fixtures/claude-code/compaction.jsonl';
let ids: Readonly<Record<string, string>> = {};
beforeAll(async () => {
  await openLibrary();
  ids = await importedFiles([INCIDENT, CLAUDE]);
});
afterAll(closeLibrary);

const asked = (file: string, body: unknown): Promise<Response> =>
  call(postReport, { id: ids[file] ?? '' }, 'POST', body);

describe('POST /api/sessions/[id]/report', () => {
  const questions: readonly (readonly [string, object, readonly string[]])[] = [
    [INCIDENT, {}, []],
    [
      INCIDENT,
      { step: 143, settings: { cap: 7.5 }, range: [100, 143], texts: true },
      ['--step', '143', '--set', 'cap=7.5', '--steps', '100-143', '--texts'],
    ],
    [
      CLAUDE,
      { policy: 'codex', faults: ['usage-stops@1'], notes: [{ from: 1, to: 2, text: 'a=b' }] },
      ['--policy', 'codex', '--fault', 'usage-stops@1', '--note', '1-2=a=b'],
    ],
    [CLAUDE, { texts: true, theme: 'dark' }, ['--texts', '--theme', 'dark']],
  ];

  it.each(questions)('answers the bytes that the command line writes: %s %j', async (...one) => {
    const [file, body, args] = one;
    for (const format of reportFormats) {
      const { ending, type } = reportFiles[format];
      const { code, out } = await capture(['report', file, ...args, '--format', ending]);
      const answer = await asked(file, { ...body, format });
      expect([answer.status, code, await answer.text()]).toEqual([200, 0, out]);
      expect(answer.headers.get('content-type')).toBe(type);
      expect(answer.headers.get('content-disposition')).toMatch(
        new RegExp(`^attachment; filename="highwater-[0-9a-z]+\\.${ending}"$`),
      );
    }
  });

  it('is the same however the settings are named', async () => {
    const own = await (await asked(INCIDENT, { step: 143 })).text();
    const settings = { window: 200_000, cap: 5, factor: 2.5 };
    const policy = 'contextguard-threshold';
    expect(await (await asked(INCIDENT, { step: 143, policy, settings })).text()).toBe(own);
    expect(own).toContain('Preset');
  });

  it.each([
    [{ step: 144 }, 'no step 144', 'step'],
    [{ range: [0, 144] }, 'no step 144', 'range'],
    [{ format: 'pdf' }, 'not valid', 'format'],
    [{ notes: [{ from: 3, to: 2, text: 'x' }] }, 'ends before it begins', 'notes.0'],
  ])('refuses %j', async (body, message, at) => {
    const answer = await asked(INCIDENT, body);
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({
      error: { at, message: expect.stringContaining(message) as string },
    });
  });
});

describe('POST /api/sessions/[id]/bug-report', () => {
  const bug = (file: string, body: unknown): Promise<Response> =>
    call(postBugReport, { id: ids[file] ?? '' }, 'POST', body);

  it.each([
    [INCIDENT, { step: 143, settings: { cap: 7.5 } }, ['--step', '143', '--set', 'cap=7.5']],
    [CLAUDE, { step: 2, faults: ['usage-stops@1'] }, ['--step', '2', '--fault', 'usage-stops@1']],
  ])('answers what the command line writes: %s %j', async (file, body, args) => {
    vi.setSystemTime(1_800_000_000_000);
    const answer = await bug(file, { ...body, expected: 'it holds' });
    const { code, out } = await capture(['bug-report', file, ...args, '--expected', 'it holds']);
    vi.useRealTimers();
    expect([answer.status, code]).toEqual([200, 0]);
    expect(await answer.json()).toEqual(JSON.parse(out));
  });

  it('asks for a step and what was expected', async () => {
    expect((await bug(INCIDENT, { expected: 'x' })).status).toBe(400);
    expect((await bug(INCIDENT, { step: 1, expected: '' })).status).toBe(400);
  });
});
