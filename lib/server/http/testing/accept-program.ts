/**
 * Takes uploads, watched files and telemetry like the server, without importing them, and prints a
 * line after each answer; for tests that record what reaches the disk.
 */
import { mkdirSync, realpathSync, writeFileSync, writeSync } from 'node:fs';
import path from 'node:path';
import { database } from '@/lib/server/db/client';
import { addFolder } from '@/lib/server/db/imports/watched-folders';
import { migrate } from '@/lib/server/db/migrate/migrate';
import { processWide } from '@/lib/server/process-wide';
import { env } from '@/lib/server/env';
import { canonicalTrace } from '@/lib/server/import/testing/trace-fixture';
import { importFile } from '@/lib/server/live/watch-file';
import { postIngest } from '../imports/ingest';
import { postTraces } from '../live/otlp';
import { callPayload } from './telemetry';

/** Things of each kind that are sent. */
const EACH = 12;

processWide('importHost', () => ({ wake: () => undefined, isRunning: false }))();

const [watched = ''] = process.argv.slice(2);
await migrate(env().databaseUrl);
const db = await database();
mkdirSync(watched);
const root = { name: watched, path: realpathSync(watched), anyOwner: true };
const { id: folderId } = await addFolder(db, watched);

const headers = { host: '127.0.0.1:3000', 'content-type': 'application/json' };
const post = (body: string): Request =>
  new Request('http://127.0.0.1:3000/', { method: 'POST', body, headers });

/** Says that something was accepted; one write, so that it has one place in the recording. */
const accepted = (kind: string, id: string): void => void writeSync(1, `accepted ${kind} ${id}\n`);

async function upload(i: number): Promise<void> {
  const answer = await postIngest(post(canonicalTrace(`upload ${i}`, 20)), {
    params: Promise.resolve({}),
  });
  const body = (await answer.json()) as { readonly import: { readonly id: string } };
  if (answer.status === 202) accepted('import', body.import.id);
}

async function watch(i: number): Promise<void> {
  const file = path.join(root.path, `${i}.json`);
  writeFileSync(file, canonicalTrace(`watched ${i}`, 20));
  const row = await importFile(db, folderId, file, root);
  if (row !== null) accepted('import', row.id);
}

async function telemetry(i: number): Promise<void> {
  const answer = await postTraces(post(JSON.stringify(callPayload({ turn: 3 }, i, 7))));
  const [trace, span] = [i, 7].map((number, part) => number.toString(16).padStart(32 >> part, '0'));
  if (answer.status === 200) accepted('record', `${trace}/${span}`);
}

for (let i = 1; i <= EACH; i++) {
  // Two of each at once: their answers may share a commit.
  await Promise.all([upload(i), telemetry(2 * i), telemetry(2 * i + 1), watch(i)]);
}
process.exit(0);
