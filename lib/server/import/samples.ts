import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Database } from '@/lib/server/db/client';
import { neededFiles, type ImportRow } from '@/lib/server/db/imports/imports';
import { queueImports, type NewImport } from '@/lib/server/db/imports/new-imports';
import type { OpenedUpload } from '@/lib/server/db/imports/upload-chunks';

const sampleFolder = (): string =>
  path.join(/* turbopackIgnore: true */ process.cwd(), 'public/samples');

/** Path of a sample on this machine; another server may have queued it with its own path. */
export function sampleUpload(queued: string): OpenedUpload {
  const file = existsSync(queued) ? queued : path.join(sampleFolder(), path.basename(queued));
  return { file, release: () => Promise.resolve() };
}

/** Queues all samples that do not wait already, by name: all of them or, on an error, none. */
export async function queueSamples(
  db: Database,
  folder = sampleFolder(),
): Promise<readonly ImportRow[]> {
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.json'));
  const waiting = await neededFiles(db);
  const samples: NewImport[] = [];
  for (const name of names.sort()) {
    const file = path.join(folder, name);
    if (waiting.has(file)) continue;
    const content = await readFile(file);
    const sha256 = createHash('sha256').update(content).digest('hex');
    samples.push({ file: name, bytes: content.byteLength, sha256, path: file, sample: true });
  }
  return queueImports(db, samples);
}
