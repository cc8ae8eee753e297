import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Part, Session } from '@/lib/engine/session/schema';
import { textSession } from '@/lib/engine/session/testing/text-session';
import { entryPageSchema } from '@/lib/api/contract/contract';
import { getExport } from '../export';
import { get, imported, closeLibrary, openLibrary } from '../../testing/library-routes';
import { getImage } from './entry-image';
import { getEntries } from './texts';
import { idleImportHost } from '../../testing/idle-import-host';

idleImportHost();

/** A PNG of 1 × 1 px. */
const PNG =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const SVG = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>').toString(
  'base64',
);
const HTML = Buffer.from('<html><script>alert(1)</script>').toString('base64');

const inline = (data: string, mime: string): Part => {
  return { kind: 'inline', mime, bytes: Buffer.from(data, 'base64').length, data };
};

const session: Session = {
  ...textSession('u "look"\n-- 1000\nm "I see"\n-- 1100'),
  entries: [
    {
      role: 'user',
      parts: [
        { kind: 'text', text: 'look' },
        // The type is that of its bytes, whatever the recording says.
        inline(PNG, 'text/html'),
        inline(SVG, 'image/svg+xml'),
        inline(HTML, 'image/png'),
        { kind: 'inline', mime: 'image/png', bytes: 70, stored: 0 },
      ],
    },
    { role: 'model', parts: [{ kind: 'text', text: 'I see' }] },
  ],
};

let id = '';
beforeAll(async () => {
  await openLibrary();
  id = await imported(session);
});
afterAll(closeLibrary);

it('sends an image as what its bytes are, and lets nothing of it run', async () => {
  const answer = await get(getImage, id, '?entry=0&part=1');
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toBe('image/png');
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
  expect(answer.headers.get('content-security-policy')).toBe("default-src 'none'; sandbox");
  expect(answer.headers.get('content-disposition')).toBe('inline; filename="entry-0-1.png"');
  expect(Buffer.from(await answer.arrayBuffer()).toString('base64')).toBe(PNG);
});

it.each([
  ['a text', '?entry=0&part=0'],
  ['an SVG', '?entry=0&part=2'],
  ['HTML that says it is a PNG', '?entry=0&part=3'],
  ['a part that claims a place in the store', '?entry=0&part=4'],
  ['no part', '?entry=0&part=9'],
  ['no entry', '?entry=7&part=0'],
])('sends nothing for %s', async (_, query) => {
  const answer = await get(getImage, id, query);
  expect(answer.status).toBe(404);
  expect(answer.headers.get('content-type')).toContain('application/json');
});

it('keeps the data of images out of texts and exports', async () => {
  const page = entryPageSchema.parse(await (await get(getEntries, id)).json());
  const parts = page.entries[0]?.entry.parts ?? [];
  expect(parts.some((part) => 'data' in part)).toBe(false);
  expect(parts.map((part) => 'stored' in part)).toEqual([false, true, true, true, false]);
  const text = await (await get(getExport, id, '?form=full')).text();
  expect(text).not.toContain(PNG);
  expect(text).not.toContain('"stored"');
});
