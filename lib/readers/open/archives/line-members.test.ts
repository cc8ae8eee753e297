import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { fixtureText } from '@/lib/readers/importers/testing/fixture-files';
import { openInput } from '../open-trace';
import { loadTrace } from '../testing/load-trace';
import { Scratch } from '../testing/scratch';
import { zipFile } from '../testing/zip-file';

const disk = new Scratch();
afterAll(() => disk.remove());

const folder = join(disk.folder, 'files');
beforeEach(async () => {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
});

const results = fixtureText('batch/openai-results.jsonl');
const requests = fixtureText('batch/openai-requests.jsonl');

test('a folder of a batch’s files is one trace: results are joined with requests', async () => {
  await writeFile(join(folder, 'out.jsonl'), `${results}{"custom_id":`);
  await writeFile(join(folder, 'requests.jsonl'), requests);
  const read = await loadTrace(folder);
  if (!read.ok) throw new Error(read.error.message);
  const { sessions, receipt } = read.value;
  expect(sessions).toHaveLength(5);
  expect(receipt).toMatchObject({ format: 'batch', read: 14, kept: 5, lost: 1 });
  expect(receipt.dropped.find(({ lost }) => lost)?.at).toEqual(['out.jsonl:7']);
});

test('so is an archive of them', async () => {
  const path = join(folder, 'batch.zip');
  const members = [
    { name: 'out.jsonl', content: Buffer.from(results) },
    { name: 'requests.jsonl', content: Buffer.from(requests) },
  ];
  await writeFile(path, zipFile(members));
  const read = await loadTrace(path);
  expect(read).toMatchObject({ ok: true, value: { receipt: { format: 'batch', kept: 5 } } });
});

test('among other traces each file is a trace of its own', async () => {
  await writeFile(join(folder, 'out.jsonl'), results);
  await writeFile(join(folder, 'chat.jsonl'), fixtureText('openai-log/chat.jsonl'));
  const opened = await openInput(folder);
  if (!opened.ok || opened.value.kind !== 'members') throw new Error('not split');
  expect(opened.value.members.set.members).toHaveLength(2);
  await opened.value.members.close();
});
