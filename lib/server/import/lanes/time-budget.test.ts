import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { claimImport } from '@/lib/server/db/imports/claims';
import { findImport, type ImportRow } from '@/lib/server/db/imports/imports';
import { queueImport } from '@/lib/server/db/imports/new-imports';
import {
  temporaryDatabase,
  type TemporaryDatabase,
} from '@/lib/server/db/testing/temporary-database';
import { ProgressWatch } from '../progress-watch';
import { allowedMs, tookTooLong, TreeTimes } from './time-budget';

let temporary: TemporaryDatabase;
beforeEach(async () => {
  temporary = await temporaryDatabase();
});
afterEach(() => temporary.remove());

const queue = (file: string, parentId?: string): Promise<ImportRow> =>
  queueImport(temporary.db, {
    ...{ file, bytes: 1_000, sha256: file, path: `/none/${file}`, sample: false },
    ...(parentId === undefined ? {} : { parentId }),
  });

const again = async ({ id }: ImportRow): Promise<ImportRow> =>
  (await findImport(temporary.db, id))!;

describe('the time of an import', () => {
  it('grows with its bytes', () => {
    expect(allowedMs(0)).toBe(120_000);
    expect(allowedMs(1024 ** 3)).toBe(120_000 + 4_096_000);
    expect(tookTooLong('a.json', allowedMs(0)).message).toContain('longer than 2 minutes');
  });

  it('ends the reading when it is over', async () => {
    await queue('a.json');
    const claim = (await claimImport(temporary.db, { host: 'here', pid: 1 }))!;
    let allowed = 60_000;
    const watch = new ProgressWatch(
      temporary.db,
      claim,
      new AbortController().signal,
      () => allowed,
    );
    expect([watch.isLate, watch.signal.aborted]).toEqual([false, false]);
    allowed = -1;
    await expect.poll(() => watch.isLate).toBe(true);
    expect([watch.signal.aborted, watch.isStopped, watch.isCancelled]).toEqual([
      true,
      false,
      false,
    ]);
    await watch.end();
  });
});

describe('the time of an archive', () => {
  it('is that of all its members; the rest fail with one sentence', async () => {
    const parent = await queue('a.zip');
    const members = [await queue('1', parent.id), await queue('2', parent.id)];
    const other = await queue('other');
    const times = new TreeTimes();
    await times.ended(temporary.db, { parentId: parent.id }, 100_000);
    await times.ended(temporary.db, { parentId: null }, 1e9);
    expect((await again(members[0]!)).status).toBe('queued');
    await times.ended(temporary.db, { parentId: parent.id }, 21_000);
    for (const member of members) {
      const { status, path, error } = await again(member);
      expect([status, path]).toEqual(['failed', '']);
      expect(JSON.parse(error!)).toMatchObject({
        code: 'too-large',
        message: expect.stringMatching(
          /took longer than 3 minutes.*import the traces in it/,
        ) as string,
      });
    }
    expect((await again(other)).status).toBe('queued');
  });
});
