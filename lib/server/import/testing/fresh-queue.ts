import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach } from 'vitest';
import type { Database } from '@/lib/server/db/client';
import { findImport, type ImportRow } from '@/lib/server/db/imports/imports';
import {
  temporaryDatabase,
  type TemporaryDatabase,
} from '@/lib/server/db/testing/temporary-database';
import { runQueue } from '../run-queue';
import { receiveTrace } from '../uploads';

/** The parts of a file, as they come over the network. */
export async function* chunks(content: Iterable<string | Buffer>): AsyncGenerator<Uint8Array> {
  for (const part of content) yield await Promise.resolve(Buffer.from(part));
}

const forever = new AbortController().signal;

/** A library of its own for each test of a file, and the queue of its imports. */
export function freshQueue() {
  let temporary!: TemporaryDatabase;
  beforeEach(async () => {
    temporary = await temporaryDatabase();
  });
  afterEach(() => temporary.remove());
  return {
    get db(): Database {
      return temporary.db;
    },
    get url(): string {
      return temporary.url;
    },
    get folder(): string {
      return temporary.folder;
    },
    receive: (
      name: string,
      content: Iterable<string | Buffer>,
      more: Parameters<typeof receiveTrace>[3] = {},
    ): Promise<ImportRow> => receiveTrace(temporary.db, name, chunks(content), more),
    run: (signal = forever, more: Parameters<typeof runQueue>[3] = {}): Promise<void> =>
      runQueue(temporary.db, signal, () => sleep(20), more),
    again: async ({ id }: ImportRow): Promise<ImportRow> => (await findImport(temporary.db, id))!,
    uploads: (): Promise<string[]> => readdir(path.join(temporary.folder, 'uploads')),
  };
}
