import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { database } from '@/lib/server/db/client';
import { compress } from '@/lib/server/db/compress';
import { findSession, sessionPart } from '@/lib/server/db/sessions/sessions';
import type { Session } from '@/lib/engine/session/schema';
import { textSession } from '@/lib/engine/session/testing/text-session';
import { decodeReferences } from '@/lib/engine/tokens/references/reference-codec';
import { indexSession } from '@/lib/engine/tokens/references/session-references';
import { getReferences } from './references';
import { sessionNames } from './stored-references';
import { closeLibrary, get, imported, openLibrary } from '../testing/library-routes';
import { idleImportHost } from '../testing/idle-import-host';

idleImportHost();

// Concatenated, so that secret scanners of this repository do not match it.
const token = ['ghp', 'wWPw5k4aXcaT4fNP0UcnZwJUVFk6LO0pINUx'].join('_');

/** A session that reads a file twice and says a token. */
function named(): Session {
  const drawn = textSession('u 40\n-- 100\nm 40\n-- 200', 'names');
  const call = { kind: 'call' as const, id: '1', name: 'read', args: { path: 'src/parser.ts' } };
  return {
    ...drawn,
    entries: [
      { role: 'user', parts: [{ kind: 'text', text: 'Look at src/parser.ts, please.' }] },
      { role: 'model', parts: [call, { kind: 'text', text: `With ${token} as the key.` }] },
    ],
  };
}

let id = '';
beforeAll(async () => {
  await openLibrary();
  id = await imported(named());
});
afterAll(closeLibrary);

const row = async () => (await findSession(await database(), id))!;
const bytes = async (answer: Response) => new Uint8Array(await answer.arrayBuffer());

describe('the names of a session', () => {
  it('are extracted once, after the import, and answered as they are stored', async () => {
    expect(await sessionPart(await database(), id, 'references')).toBeNull();
    const answer = await get(getReferences, id);
    const stored = await sessionPart(await database(), id, 'references');
    expect(await bytes(answer)).toEqual(new Uint8Array(stored!));
    expect(decodeReferences(stored!).names).toContain('src/parser.ts');
  });

  it('never show a secret', async () => {
    const { names } = decodeReferences(await bytes(await get(getReferences, id)));
    const plain = indexSession(named())!;
    expect(plain.names.some((name) => name.includes(token))).toBe(true);
    expect(names.join('\n')).not.toContain(token.slice(4));
    expect(names).toHaveLength(plain.names.length);
    expect(names).toContain('[secret, masked]');
  });

  it('are extracted again, once, from what is stored where they are of another version, or missing', async () => {
    const db = await database();
    const before = await sessionPart(db, id, 'references');
    for (const aged of [await compress(new Uint8Array([72, 87, 78, 0, 1])), null]) {
      await db.prisma.sessionData.update({
        where: { sessionId: id },
        data: { references: aged },
      });
      const [one, other] = await Promise.all([get(getReferences, id), get(getReferences, id)]);
      expect(await bytes(one)).toEqual(new Uint8Array(before!));
      expect(await bytes(other)).toEqual(new Uint8Array(before!));
      expect(await sessionPart(db, id, 'references')).toEqual(before);
    }
  });

  it('are known by their tag', async () => {
    const first = await get(getReferences, id);
    const again = await getReferences(
      new Request('http://127.0.0.1:3000/x', {
        headers: { host: '127.0.0.1:3000', 'if-none-match': first.headers.get('etag')! },
      }),
      { params: Promise.resolve({ id }) },
    );
    expect(again.status).toBe(304);
  });

  it('do not exist of numbers alone: nothing is stored, and nothing answered', async () => {
    const drawn = textSession('u 40\n-- 100', 'sizes');
    const sized = { kind: 'sized' as const, of: 'text' as const, sizes: [40] };
    const other = await imported({ ...drawn, entries: [{ role: 'user', parts: [sized] }] });
    expect((await get(getReferences, other)).status).toBe(204);
    expect(await sessionPart(await database(), other, 'references')).toHaveLength(0);
    const db = await database();
    await db.prisma.session.update({ where: { id }, data: { numbersOnly: true } });
    expect(await sessionNames(db, await row())).toBeNull();
    await db.prisma.session.update({ where: { id }, data: { numbersOnly: false } });
    expect(await sessionNames(db, await row())).not.toBeNull();
  });
});
