import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Session } from '@/lib/engine/session/schema';
import { textSession } from '@/lib/engine/session/testing/text-session';
import { libraryFitSchema, type LibraryFit } from '@/lib/api/contract/workbench/fit-contract';
import { getFit } from './fit';
import { deleteSession } from './sessions';
import {
  call,
  closeLibrary,
  get,
  importQueued,
  openLibrary,
  read,
  rows,
  upload,
} from '../testing/library-routes';
import { idleImportHost } from '../testing/idle-import-host';

idleImportHost();

/** A session of Claude Code that compacted before a request of `last` + ⌊4 / 4⌋ + ⌊36 / 4⌋ tokens. */
function recorded(name: string, last: number, version: string, limit = 200_000): Session {
  const picture = `limit ${limit}\nu 400\n-- 100000\nm 4\nu 36\n-- ${last}\nm 4\nu 36\n== compact 40\n-- 20000`;
  const session = textSession(picture, name);
  const own = { format: 'claude-code', agent: 'Claude Code', agentVersion: version };
  return {
    ...session,
    source: { ...session.source, ...own },
    compactions: session.compactions.map((one) => ({
      ...one,
      trigger: 'auto' as const,
      preTokens: last + 50,
    })),
  };
}

const fit = async (name: string): Promise<LibraryFit> =>
  read(libraryFitSchema, get(getFit, (await rows())[name]!.id));

beforeAll(async () => {
  await openLibrary();
  await upload(recorded('first', 160_000, '2.1.40'));
  await upload(recorded('second', 161_000, '2.1.40'));
  await upload(recorded('newer', 150_000, '2.1.41'));
  await upload(recorded('wide', 960_000, '2.1.40', 1_000_000));
  await upload(textSession('u 40\n-- 900', 'plain'));
  await importQueued();
});
afterAll(closeLibrary);

describe('GET /api/sessions/[id]/fit', () => {
  it('fits the threshold to the sessions of the same agent, version and window', async () => {
    const found = await fit('first');
    expect(found).toMatchObject({
      agent: 'Claude Code',
      version: '2.1.40',
      window: 200_000,
      examined: 4,
      others: 2,
      more: false,
    });
    expect(found.sessions.map(({ name }) => name)).toEqual(['second', 'first']);
    expect(found.sessions[1]?.compactions).toEqual([
      { step: 2, trigger: 'auto', preTokens: 160_050, value: 160_010, held: 100_010 },
    ]);
    // The least count that compacted above all that did not: the first session's.
    expect(found.fitted).toEqual({
      tokens: 160_010,
      n: 2,
      sessions: 2,
      least: 160_010,
      greatest: 161_010,
      held: 100_010,
      contradicting: 0,
    });
  });

  it('keeps another version and another window apart', async () => {
    expect(await fit('newer')).toMatchObject({ version: '2.1.41', fitted: { n: 1, sessions: 1 } });
    expect(await fit('wide')).toMatchObject({ window: 1_000_000, fitted: { n: 1, sessions: 1 } });
  });

  it('has nothing where no policy claims to be what ran', async () => {
    expect(await fit('plain')).toMatchObject({ window: null, fitted: null, sessions: [] });
  });

  it('leaves out what was deleted', async () => {
    const { id } = (await rows())['second']!;
    await call(deleteSession, { id }, 'DELETE');
    expect(await fit('first')).toMatchObject({ fitted: { n: 1, tokens: 160_010 }, examined: 3 });
  });

  it('answers 404 for a session that is not there', async () => {
    expect((await get(getFit, 'none')).status).toBe(404);
  });
});
