import { mkdir, rm, writeFile } from 'node:fs/promises';
import * as z from 'zod';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { capture, parsed } from '@/lib/cli/testing/captured-io';
import { errorEnvelopeSchema } from '@/lib/api/contract/contract';
import { replay } from '@/lib/answers/questions/replay';
import type { ReplayRequest } from '@/lib/api/contract/replay-contract';
import { sizeTablesSchema, tablesOf } from '@/lib/api/contract/size-tables-contract';
import { sizeFolder } from '@/lib/server/sizes/size-folder';
import { writeFrozenTable } from '@/lib/engine/sizes/frozen-table';
import { tableOf, writtenRows } from '@/lib/engine/sizes/size-table';
import { getSizeTables } from '../size-tables';
import { patchSession } from './sessions';
import {
  ask,
  call,
  closeLibrary,
  importedFiles,
  openLibrary,
  read,
} from '../testing/library-routes';
import { idleImportHost } from '../testing/idle-import-host';

idleImportHost();

const KUBERNETES = 'public/samples/kubernetes-agent.json';
const INCIDENT = 'public/samples/production-incident.json';
const CLAUDE = 'lib/readers/importers/formats/claude-code/fixtures/claude-code/compaction.jsonl';
let ids: Readonly<Record<string, string>> = {};
beforeAll(async () => {
  await openLibrary();
  ids = await importedFiles([KUBERNETES, INCIDENT, CLAUDE]);
});
afterAll(closeLibrary);

const replayAnswerSchema = replay.output.extend({
  producer: z.string(),
  policy: z.string(),
  preset: z.string().nullable(),
  settings: z.record(z.string(), z.unknown()),
  steps: z.array(z.record(z.string(), z.unknown())).optional(),
});
type ReplayAnswer = z.infer<typeof replayAnswerSchema>;

async function replayed(
  file: string,
  body: ReplayRequest & { readonly steps?: boolean },
): Promise<ReplayAnswer> {
  const response = await ask('replay', ids[file] ?? '', body);
  const answer: unknown = await response.json();
  expect({ status: response.status, answer }).toMatchObject({ status: 200 });
  return replayAnswerSchema.parse(answer);
}

describe('POST /api/sessions/[id]/explain', () => {
  it('refuses a step that is not there, and a request of no such form', async () => {
    const wrong = await ask('explain', ids[INCIDENT] ?? '', { step: 144 });
    expect([wrong.status, await wrong.text()]).toEqual([
      400,
      expect.stringContaining('The session has no step 144: its steps are 0 to 143.'),
    ]);
    expect((await ask('explain', ids[INCIDENT] ?? '', { step: -1 })).status).toBe(400);
    expect((await ask('explain', 'nobody', {})).status).toBe(404);
  });
});

describe('highwater tables', () => {
  it.each([['sizes', '--name', 'team'], ['density'], ['prefix']])(
    'makes of the library what it makes of its files: %s',
    async (...args) => {
      const ofLibrary = await capture(['tables', ...args, '--from', 'library']);
      const ofFiles = await capture(['tables', ...args, '--from', CLAUDE, INCIDENT, KUBERNETES]);
      expect(ofLibrary.code).toBe(0);
      expect(ofLibrary.out).not.toBe('');
      expect(ofLibrary).toEqual(ofFiles);
    },
  );
});

describe('highwater tokens', () => {
  it('makes of the library what it makes of its recorded file', async () => {
    const args = ['--encoding', 'o200k_base', '--json'];
    const ofLibrary = await capture(['tokens', '--library', ...args]);
    const ofFile = await capture(['tokens', CLAUDE, ...args]);
    expect([ofLibrary.code, ofLibrary.messages]).toEqual([0, '']);
    expect(parsed(ofLibrary.out)).toEqual({ ...parsed<object>(ofFile.out), files: [] });
  });

  it('takes a trace, or the library, and not both', async () => {
    for (const args of [['tokens'], ['tokens', CLAUDE, '--library']]) {
      const { code, messages } = await capture(args);
      expect([code, messages]).toEqual([
        2,
        expect.stringContaining('traces, or --library, and not both'),
      ]);
    }
  });
});

describe('POST /api/sessions/[id]/replay', () => {
  it('takes a frozen table of sizes, and lists it', async () => {
    const table = tableOf('team', [
      ...[1, 2, 3, 4].map((n) => ['claude-code', null, 'm', n, n * 1_000, null, null] as const),
    ]);
    const sizes = sizeFolder(process.env['DATABASE_URL']!);
    const asked = { policy: 'claude-code', settings: { sizes: table.id, summary: 'measured' } };
    const none = await ask('replay', ids[CLAUDE] ?? '', asked);
    expect([none.status, await none.text()]).toEqual([
      400,
      expect.stringContaining(`there is no table of sizes \\"${table.id}\\" here; there are`),
    ]);
    await mkdir(sizes, { recursive: true });
    try {
      await writeFile(`${sizes}/team.json`, writeFrozenTable('team', writtenRows(table)));
      await writeFile(`${sizes}/broken.json`, '{');
      const answer = await replayed(CLAUDE, asked);
      expect(answer.settings['sizes']).toBe(table.id);
      expect(answer.summaryModel).toContain(`of 4 recorded compactions, table ${table.id}`);
      const listed = await read(sizeTablesSchema, call(getSizeTables, {}));
      expect(tablesOf(listed)).toEqual([table]);
      expect(listed.faults).toEqual([
        expect.stringContaining('broken.json: Line 1: the JSON is cut off.'),
      ]);
    } finally {
      await rm(sizes, { recursive: true });
    }
  });

  it('leaves the steps out unless they are asked for', async () => {
    expect(await replayed(INCIDENT, {})).not.toHaveProperty('steps');
  });

  it('goes by the user’s limit', async () => {
    const id = ids[INCIDENT] ?? '';
    const before = await replayed(INCIDENT, {});
    const patch = (limit: object | null) => call(patchSession, { id }, 'PATCH', { limit });
    await patch({ tokens: 100_000 });
    const answer = await replayed(INCIDENT, {});
    expect(answer).toMatchObject({
      limit: { tokens: 100_000, source: 'user' },
      settings: { window: 100_000 },
    });
    await patch(null);
    expect(await replayed(INCIDENT, {})).toEqual(before);
  });

  it.each([
    [{ policy: 'psychic' }, 'policy', 'no policy "psychic"'],
    [{ preset: 'v3' }, 'preset', 'no preset "v3". Presets: '],
    [{ settings: { cop: 3 } }, 'settings.cop', 'no setting "cop". Settings: window, '],
    [{ settings: { cap: 'many' } }, 'settings.cap', 'contextguard-threshold cap: '],
    [{ faults: ['keep-calibration', 'rain@3'] }, 'faults.1', 'There is no fault "rain"'],
    [
      { faults: Array.from({ length: 101 }, () => 'state-lost@1') },
      'faults',
      'request is not valid',
    ],
    [{ colour: 'red' }, undefined, 'request is not valid'],
  ])('refuses %j', async (body, at, message) => {
    const response = await ask('replay', ids[INCIDENT] ?? '', body);
    expect(response.status).toBe(400);
    const { error } = errorEnvelopeSchema.parse(await response.json());
    expect(error).toMatchObject({ code: 'bad-request', ...(at === undefined ? {} : { at }) });
    expect(error.message).toContain(message);
  });

  it('knows no other sessions', async () => {
    const response = await ask('replay', '0123456789', {});
    expect(response.status).toBe(404);
  });
});
