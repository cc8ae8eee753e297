import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { numbersOnly } from '@/lib/engine/tokens/numbers-only';
import { textSession } from '@/lib/engine/session/testing/text-session';
import { errorEnvelopeSchema } from '@/lib/api/contract/contract';
import { entrySearchSchema, toolNamesSchema } from '@/lib/api/entries-contract';
import { getSearch } from './entry-search';
import { getText } from './entry-text';
import { get, imported, closeLibrary, openLibrary } from '../../testing/library-routes';
import { getTools } from './tool-names';
import { idleImportHost } from '../../testing/idle-import-host';

idleImportHost();

// Concatenated, so that secret scanners of this repository do not match it.
const token = ['ghp', 'wWPw5k4aXcaT4fNP0UcnZwJUVFk6LO0pINUx'].join('_');

const session = textSession(`
  u "Why does Checkout fail?"
  c kubectl_get {"selector":"app=checkout","limit":50}
  + c logs_query {"query":"error"}
  r kubectl_get {"result":"pod checkout-1 CrashLoopBackOff"}
  + r logs_query {"result":"line\\nwith ${token}"}
  -- 1000
  m "The pod crashes."
  -- 1100
`);

let id = '';
beforeAll(async () => {
  await openLibrary();
  id = await imported(session);
});
afterAll(closeLibrary);

it('names the tool of every call and every result, in log order', async () => {
  const tools = toolNamesSchema.parse(await (await get(getTools, id)).json());
  expect(tools).toEqual({ names: ['kubectl_get', 'logs_query'], calls: [0, 1], results: [0, 1] });
});

it('has no names for a session of sizes', async () => {
  const sizes = await imported({ ...numbersOnly(session), name: 'sizes' });
  const tools = toolNamesSchema.parse(await (await get(getTools, sizes)).json());
  expect(tools).toEqual({ names: [], calls: [-1, -1], results: [-1, -1] });
});

describe('a search', () => {
  const found = async (q: string): Promise<readonly number[]> => {
    const answer = await get(getSearch, id, `?q=${encodeURIComponent(q)}`);
    return entrySearchSchema.parse(await answer.json()).entries;
  };

  it.each([
    ['checkout', [0, 1, 2]],
    ['CRASH', [2, 3]],
    ['kubectl_get', [1, 2]],
    ['selector', [1]],
    ['50', [1]],
    ['line\nwith', [2]],
    ['nothing of the kind', []],
    // Words of the canonical form are in no entry.
    ['response', []],
    ['args', []],
  ])('for %j finds %j', async (q, entries) => {
    expect(await found(q)).toEqual(entries);
  });

  it.each(['', 'x'.repeat(201)])('of %j is refused, with the reason', async (q) => {
    const answer = await get(getSearch, id, `?q=${q}`);
    expect(answer.status).toBe(400);
    expect(errorEnvelopeSchema.parse(await answer.json()).error.at).toBe('q');
  });
});

describe('a download', () => {
  it('holds whole entries with their places, secrets masked', async () => {
    const answer = await get(getText, id, '?ranges=0-1,2-3');
    expect(answer.headers.get('content-disposition')).toBe(
      `attachment; filename="highwater-${id}-entries.json"`,
    );
    const text = await answer.text();
    expect(text).not.toContain(token);
    const entries = JSON.parse(text) as { readonly entry: number; readonly role: string }[];
    expect(entries.map(({ entry, role }) => [entry, role])).toEqual([
      [0, 'user'],
      [2, 'user'],
    ]);
    expect(text).toContain('CrashLoopBackOff');
    expect(text).toContain('masked');
  });

  it('of one entry is named by it', async () => {
    const answer = await get(getText, id, '?ranges=3-4');
    expect(answer.headers.get('content-disposition')).toContain('-entry-3.json');
    expect(JSON.parse(await answer.text())).toEqual([
      { entry: 3, role: 'model', parts: [{ kind: 'text', text: 'The pod crashes.' }] },
    ]);
  });

  it.each(['', 'x', '3-3', '2-1', '2-3,0-1', '0-2,1-3', '0-5'])(
    'of the ranges %j is refused',
    async (ranges) => {
      const answer = await get(getText, id, `?ranges=${ranges}`);
      expect(answer.status).toBe(400);
      expect(errorEnvelopeSchema.parse(await answer.json()).error.at).toBe('ranges');
    },
  );
});
