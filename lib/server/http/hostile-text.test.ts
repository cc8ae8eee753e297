/** A recording whose every text is hostile, through every route of the API: the bytes that leave. */
import { readdirSync } from 'node:fs';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { questions } from '@/lib/answers/registry';
import { database } from '@/lib/server/db/client';
import { inProject } from '@/lib/server/project.mjs';
import { hostileLog, obeyedIn } from '@/lib/readers/importers/testing/hostile-log';
import type { RouteHandler } from './handler';
import {
  ask,
  closeLibrary,
  context,
  importQueued,
  listed,
  openLibrary,
  uploadText,
} from './testing/library-routes';
import { idleImportHost } from './testing/idle-import-host';

idleImportHost();

let session = '';
let source = '';
beforeAll(async () => {
  await openLibrary();
  await uploadText('host\u001b]0;TITLE\u0007\u202e.jsonl', hostileLog());
  await uploadText('broken\u009b31m.json', '{"\u009b": ');
  await importQueued();
  const [row] = await listed();
  session = row?.id ?? '';
  source = row?.importId ?? '';
}, 120_000);
afterAll(closeLibrary);

/** Routes that answer by GET, without the stream of changes, which does not end. */
const routes = readdirSync(inProject('app/api'), { recursive: true, encoding: 'utf8' }).filter(
  (path) => path.endsWith('route.ts') && !path.startsWith('events'),
);

it('nothing that a terminal obeys leaves by a route', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  let answered = 0;
  for (const path of routes) {
    const route = (await import(inProject('app/api', path))) as { GET?: RouteHandler<never> };
    if (route.GET === undefined) continue;
    const id = path.startsWith('imports') ? source : session;
    const query = '?from=0&to=1&entry=0&q=RED&policy=own&what=texts&format=csv';
    for (const search of ['', query]) {
      const request = new Request(`http://127.0.0.1:3000/api/x${search}`, {
        headers: { host: '127.0.0.1:3000' },
      });
      const params = { id, question: 'explain', entry: '0', part: '0', kind: 'texts' } as never;
      const answer = await route.GET(request, context(params));
      if (answer.status === 200) answered++;
      const text = await answer.text();
      const isText = /json|text/.test(answer.headers.get('content-type') ?? '');
      if (isText) expect([path, obeyedIn(text)]).toEqual([path, null]);
    }
  }
  expect(answered).toBeGreaterThan(20);
}, 120_000);

it('nor by the answer to a question', async () => {
  for (const { id } of questions) {
    const answer = await ask(id, session, { step: 1 });
    expect([id, obeyedIn(await answer.text())]).toEqual([id, null]);
  }
  expect(await (await database()).prisma.session.count()).toBe(1);
}, 120_000);
