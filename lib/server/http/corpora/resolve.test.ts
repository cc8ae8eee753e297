import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sessionsWhere } from '@/lib/server/db/sessions/corpus-rows';
import { sessionRowsJson } from '@/lib/server/db/sessions/session-list';
import {
  temporaryDatabase,
  type TemporaryDatabase,
} from '@/lib/server/db/testing/temporary-database';
import { sessionRowSchema, type SessionRow } from '@/lib/api/contract/contract';
import { anySession, type SessionFilter } from '@/lib/api/contract/session-filter';
import { passing } from '../testing/listed-in-memory';
import { filters, storeSessions, STORED } from '../testing/stored-sessions';
import { conditionsOf } from './conditions';
import { resolvePage } from './resolve';

// This file runs on SQLite and on PostgreSQL.
let temporary: TemporaryDatabase;
let rows: readonly SessionRow[] = [];

beforeAll(async () => {
  temporary = await temporaryDatabase();
  await storeSessions(temporary.db);
  const order = { seq: 'desc' } as const;
  const where = { ready: true, deletedAt: null };
  const listed = await temporary.db.prisma.session.findMany({ where, orderBy: order });
  const texts = await sessionRowsJson(
    temporary.db,
    listed.map(({ seq }) => seq),
  );
  rows = texts
    .toSorted(([a], [b]) => b - a)
    .map(([, row]) => sessionRowSchema.parse(JSON.parse(row)));
});
afterAll(() => temporary.remove());

/** Ids of the sessions that the library's page shows under a filter, oldest first. */
const shown = (filter: SessionFilter): readonly string[] =>
  rows
    .filter(passing(filter))
    .map(({ id }) => id)
    .reverse();

/** Ids of all pages of a filter. */
async function resolved(filter: SessionFilter, take: number): Promise<readonly string[]> {
  const ids: string[] = [];
  let after: number | null = 0;
  while (after !== null) {
    const page = await resolvePage(temporary.db, { filter }, { after, take });
    expect(page.sessions.length).toBeLessThanOrEqual(take);
    ids.push(...page.sessions.map(({ id }) => id));
    after = page.next;
  }
  return ids;
}

describe('a filter', () => {
  it('holds for the same sessions in the database as on the page', async () => {
    let telling = 0;
    await fc.assert(
      fc.asyncProperty(filters, fc.integer({ min: 1, max: 60 }), async (filter, take) => {
        const ids = await resolved(filter, take);
        expect(ids).toEqual(shown(filter));
        if (ids.length > 0 && ids.length < rows.length) telling++;
      }),
      { numRuns: 300 },
    );
    expect(telling).toBeGreaterThan(100);
  });

  it('knows no session that is deleted or still being imported', async () => {
    const ids = await resolved(anySession, 100);
    expect(ids).toHaveLength(rows.length);
    expect(rows.length).toBeLessThan(STORED);
  });

  it('gives its values as parameters', async () => {
    const conditions = conditionsOf({ ...anySession, agents: [`' OR 1 = 1 --`, '?'] });
    expect(await sessionsWhere(temporary.db, conditions, 0, 10)).toEqual([]);
  });
});

describe('a list', () => {
  it('keeps its order, names what is missing and what has changed', async () => {
    const ids = ['session00005', 'unknown00000', 'session00001', 'session00002'];
    const hashes = ['5'.repeat(64), null, '1'.repeat(64), 'f'.repeat(64)];
    const list = ids.map((id, i) => ({ id, hash: hashes[i] ?? null }));
    const first = await resolvePage(temporary.db, { list }, { take: 3 });
    expect(first.sessions.map(({ id }) => id)).toEqual(['session00005', 'session00001']);
    expect(first).toMatchObject({ missing: ['unknown00000'], changed: [], next: 3 });
    const second = await resolvePage(temporary.db, { list }, { take: 3, after: 3 });
    expect(second).toMatchObject({ missing: [], changed: ['session00002'], next: null });
  });

  it('says of each session whether it decides alone', async () => {
    const ids = ['session00000', 'session00001', 'session00002', 'session00003'];
    const list = ids.map((id) => ({ id, hash: null }));
    const { sessions } = await resolvePage(temporary.db, { list }, { take: 10 });
    expect(sessions.map(({ subAgent }) => subAgent)).toEqual([false, true, true, false]);
    expect(sessions.map(({ generated }) => generated)).toEqual([true, false, false, false]);
    // "s-1" names a session inside its trace only.
    expect(new Set(sessions.map(({ cluster }) => cluster))).toEqual(new Set(['import00']));
  });
});
