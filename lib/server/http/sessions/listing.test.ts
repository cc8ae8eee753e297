import { rm } from 'node:fs/promises';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { severities } from '@/lib/analysis/fit/severities';
import { database } from '@/lib/server/db/client';
import { migrate } from '@/lib/server/db/migrate/migrate';
import { errorEnvelopeSchema, type SessionRow } from '@/lib/api/contract/contract';
import { sessionPageSchema } from '@/lib/api/contract/contract';
import { anySession } from '@/lib/api/contract/session-filter';
import {
  listingParameters,
  selectedSessionsSchema,
  sessionChoicesSchema,
  sessionTableSchema,
  sortColumns,
  type SelectedQuery,
  type SessionItem,
  type TableListing,
} from '@/lib/api/contract/session-listing';
import { deleteSessions, restoreSessions } from '@/lib/server/db/sessions/sessions';
import { createCorpus, deleteCorpus } from '@/lib/server/db/sessions/corpora';
import { labelOf } from '../corpora/conditions';
import { call, read } from '../testing/library-routes';
import {
  familyTops,
  listedRows,
  passing,
  tableRows,
  type ListedRow,
} from '../testing/listed-in-memory';
import { filters, storeSessions, STORED } from '../testing/stored-sessions';
import { getSessionChoices, getSessions, getSessionTable, postSelected } from './listing';

// This file runs on SQLite and on PostgreSQL.
const { folder } = vi.hoisted(() => {
  const name = `/tmp/highwater-listing-${process.pid}`;
  process.env['DATABASE_URL'] = process.env['HIGHWATER_TEST_URL'] ?? `file:${name}/library.db`;
  return { folder: name };
});

let rows: readonly SessionRow[] = [];

const listed = (query: string) =>
  read(sessionPageSchema, call(getSessions, {}, 'GET', undefined, `?${query}`));
const table = (query: string) =>
  read(sessionTableSchema, call(getSessionTable, {}, 'GET', undefined, `?${query}`));
const selected = async (query: string, body: SelectedQuery): Promise<readonly string[]> => {
  const answer = call(postSelected, {}, 'POST', body, `?${query}`);
  return (await read(selectedSessionsSchema, answer)).sessions.map(({ id }) => id);
};

beforeAll(async () => {
  await migrate(process.env['DATABASE_URL']!);
  const db = await database();
  await storeSessions(db);
  const muted = { id: 'muted000', detector: 'cause', reason: '', createdAt: 1 };
  await db.prisma.suppression.create({ data: muted });
  rows = (await listed('')).sessions;
});
afterAll(async () => {
  await (await database()).close();
  await rm(folder, { recursive: true, force: true });
});

const sorts = fc.record({ column: fc.constantFrom(...sortColumns), descending: fc.boolean() });
const places = fc.record({
  skip: fc.oneof(fc.nat(20), fc.nat(420)),
  take: fc.integer({ min: 1, max: 60 }),
});
/** Severities, and sessions with sub-agents. */
const NAMES = [
  'overflow',
  'compacted',
  'below',
  'brief',
  'session00010',
  'session00020',
  'session00040',
];
const bySeverity = { column: 'severity', descending: false } as const;
const tables: fc.Arbitrary<Required<Pick<TableListing, 'filter' | 'sort' | 'toggled'>>> = fc.record(
  {
    filter: fc.oneof(
      filters,
      filters.map(({ agents, severities }) => ({ ...anySession, agents, severities })),
    ),
    sort: fc.oneof(
      { arbitrary: fc.constant(bySeverity), weight: 3 },
      { arbitrary: sorts, weight: 1 },
    ),
    toggled: fc.subarray(NAMES),
  },
);

const idsOf = (list: readonly SessionRow[]): readonly string[] => list.map(({ id }) => id);

/** A row of the table, as the plain meaning of it has it. */
const plain = (item: SessionItem): object =>
  item.kind === 'session'
    ? { id: item.row.id, below: item.below }
    : { head: item.severity, open: item.open, sessions: item.sessions };
const expected = (item: ListedRow): object =>
  'row' in item
    ? { id: item.row.id, below: item.below }
    : { head: item.head, open: item.open, sessions: item.sessions };

describe('the list of sessions', () => {
  it('knows no session that is deleted or still being imported', () => {
    expect(rows.length).toBeGreaterThan(300);
    expect(rows.length).toBeLessThan(STORED);
    expect(idsOf(rows)).not.toContain('session00028');
  });

  it('filters, sorts and pages as a list in memory', async () => {
    let telling = 0;
    await fc.assert(
      fc.asyncProperty(filters, sorts, places, async (filter, sort, { skip, take }) => {
        const parameters = listingParameters({ filter, sort }).toString();
        const all = idsOf(listedRows(rows, filter, sort));
        const page = await listed(`${parameters}&skip=${skip}&take=${take}`);
        expect(idsOf(page.sessions)).toEqual(all.slice(skip, skip + take));
        expect(page).toMatchObject({ matching: all.length, total: rows.length });
        if (page.sessions.length > 0 && all.length < rows.length) telling++;
      }),
      { numRuns: 300 },
    );
    expect(telling).toBeGreaterThan(30);
  });

  it('can be of one import, of some sessions and of a frozen corpus', async () => {
    const own = rows.filter((row) => row.importId === 'import02');
    expect(idsOf((await listed('import=import02')).sessions)).toEqual(idsOf(own));
    const [first, second] = idsOf(own);
    const some = await listed(`id=${first}&id=${second}&id=unknown00`);
    expect(idsOf(some.sessions)).toEqual([first, second]);
    const list = { sessions: [{ id: first!, hash: 'a' }], sha256: 'b' };
    const corpus = await createCorpus(await database(), {
      ...{ name: 'One', filter: null, picked: [], list },
    });
    expect(idsOf((await listed(`corpus=${corpus!.id}`)).sessions)).toEqual([first]);
    expect(await listed('corpus=goneaway')).toMatchObject({ sessions: [], total: rows.length });
  });

  it.each([
    ['steps=few', 'steps=few is no condition of a filter.'],
    ['sort=size', 'The request is not valid'],
    ['take=501', 'The request is not valid'],
    ['colour=red', 'The request is not valid'],
  ])('refuses %s', async (query, message) => {
    const answer = call(getSessions, {}, 'GET', undefined, `?${query}`);
    const { error } = await read(errorEnvelopeSchema, answer, 400);
    expect(error.message).toContain(message);
  });

  it('gives its values as parameters', async () => {
    const filter = { ...anySession, agents: [`' OR 1 = 1 --`, '?'], query: `' ? !` };
    const page = await listed(listingParameters({ filter }).toString());
    expect(page).toMatchObject({ sessions: [], matching: 0 });
  });
});

describe('the table', () => {
  it('puts sessions under their severities as in memory, and finds the place of each', async () => {
    let heads = 0;
    let below = 0;
    await fc.assert(
      fc.asyncProperty(tables, places, fc.nat(), async (listing, { skip, take }, any) => {
        const query = listingParameters(listing).toString();
        const all = tableRows(rows, listing);
        const single = all.flatMap((item) => ('row' in item ? [item.row.id] : []));
        const at = single[any % Math.max(1, single.length)];
        const place = at === undefined ? '' : `&at=${at}`;
        const page = await table(`${query}&skip=${skip}&take=${take}${place}`);
        expect(page.items.map(plain)).toEqual(all.slice(skip, skip + take).map(expected));
        expect(page.count).toBe(all.length);
        const index = all.findIndex((item) => 'row' in item && item.row.id === at);
        expect(page.at).toBe(index < 0 ? null : index);
        heads += page.items.filter(({ kind }) => kind === 'head').length;
        below += page.items.filter((item) => item.kind === 'session' && item.below).length;
      }),
      { numRuns: 300 },
    );
    expect(heads).toBeGreaterThan(30);
    expect(below).toBeGreaterThan(5);
  });

  it('folds sub-agents below their session where sessions were picked, one without it stands alone', async () => {
    const db = await database();
    const tops = familyTops(rows);
    const picks = fc.uniqueArray(fc.nat(rows.length - 1), { minLength: 10, maxLength: 150 });
    const seen = { below: 0, alone: 0 };
    const saved = { ...anySession, agents: ['codex'] };
    await fc.assert(
      fc.asyncProperty(picks, fc.boolean(), tables, places, async (at, isList, asked, { skip }) => {
        const picked = at.map((i) => rows[i]!);
        const corpus = await createCorpus(db, {
          ...{ name: 'Part', list: null, picked: idsOf(picked) },
          filter: isList ? null : JSON.stringify(saved),
        });
        const of = rows.filter((row) => picked.includes(row) || (!isList && passing(saved)(row)));
        const all = tableRows(rows, asked, of);
        const query = listingParameters({ ...asked, corpus: corpus!.id }).toString();
        await expectPage(`${query}&skip=${skip}&take=500`, all.slice(skip), seen);
        const meant = new Set(all.slice(skip, skip + 5).flatMap(({ stands }) => idsOf(stands)));
        const ids = await selected(query, { from: skip, to: skip + 5 });
        expect(new Set(ids)).toEqual(meant);
        await deleteCorpus(db, corpus!.id);
      }),
      { numRuns: 60 },
    );
    expect(Math.min(seen.below, seen.alone)).toBeGreaterThan(10);
    async function expectPage(query: string, part: readonly ListedRow[], counts: typeof seen) {
      const { items } = await table(query);
      expect(items.map(plain)).toEqual(part.map(expected));
      for (const [i, item] of items.entries()) {
        if (item.kind !== 'session') continue;
        // A folded row stands for itself and what is below it.
        if (!item.open && !item.below) expect(part[i]!.stands.length).toBe(item.subAgents + 1);
        if (item.subAgents > 0) counts.below++;
        else if (
          !item.below &&
          tops.get(rows.find(({ id }) => id === item.row.id)!)?.id !== item.row.id
        )
          counts.alone++;
      }
    }
  });

  it('ranks a session by the worst of it and its sub-agents, and says how many there are', async () => {
    const tops = familyTops(rows);
    const families = [...new Set(tops.values())].map((top) =>
      [...tops].filter(([, one]) => one === top),
    );
    expect(families.some((family) => family.length > 1)).toBe(true);
    for (const family of families) {
      const worst = Math.min(...family.map(([row]) => row.severity));
      for (const [row] of family) expect(row.rank).toBe(worst);
    }
    const { items } = await table('sort=severity&toggled=below&toggled=brief&take=500');
    for (const item of items) {
      if (item.kind !== 'session') continue;
      const family = [...tops].filter(([, top]) => top.id === item.row.id);
      expect(item).toMatchObject({ open: false, below: false, subAgents: family.length - 1 });
    }
  });

  it('ranks a family anew when one of it is deleted or comes back', async () => {
    const db = await database();
    const [child, top] = [...familyTops(rows)].find(([row, one]) => row !== one)!;
    const rankOf = async (id: string): Promise<readonly number[]> =>
      (await listed(`id=${id}`)).sessions.map(({ rank }) => rank);
    await db.prisma.session.update({ where: { id: child.id }, data: { severity: 0, family: 0 } });
    expect(await rankOf(top.id)).toEqual([0]);
    await deleteSessions(db, [child.id]);
    expect(await rankOf(top.id)).not.toEqual([0]);
    await restoreSessions(db, [child.id]);
    expect(await rankOf(top.id)).toEqual([0]);
    await deleteSessions(db, [top.id]);
    const { items } = await table(`sort=severity`);
    expect(items.map(plain)).toContainEqual({ id: child.id, below: false });
    await restoreSessions(db, [top.id]);
    const { severity } = child;
    await db.prisma.session.update({ where: { id: child.id }, data: { severity, family: 0 } });
    expect(await rankOf(top.id)).toEqual([top.rank]);
  });

  it('takes the parent of the same import where sessions of other files share its name', async () => {
    const { prisma } = await database();
    const pairs = [...familyTops(rows)].filter(([row, top]) => row !== top);
    const [child, top] = pairs.find(([row, one]) => row.importId === one.importId)!;
    const { sessionId, lane, agent } = top;
    const others = rows.filter(({ importId }) => importId !== child.importId);
    // The newest session and the oldest.
    for (const other of [others[0]!, others.at(-1)!]) {
      await prisma.session.update({ where: { id: other.id }, data: { sessionId, lane, agent } });
      await prisma.session.update({ where: { id: child.id }, data: { family: 0 } });
      await listed('');
      const { family } = await prisma.session.findUniqueOrThrow({ where: { id: child.id } });
      const { seq } = await prisma.session.findUniqueOrThrow({ where: { id: top.id } });
      expect(family).toBe(seq);
      const own = { sessionId: other.sessionId, lane: other.lane, agent: other.agent };
      await prisma.session.update({ where: { id: other.id }, data: { ...own, family: 0 } });
    }
  });

  it('names the parent of a session, wherever it was imported', async () => {
    const { items } = await table('sort=-imported');
    const byTrace = new Map(rows.map((row) => [row.sessionId, row]));
    let apart = 0;
    for (const item of items) {
      if (item.kind !== 'session') continue;
      const parent = byTrace.get(item.row.parent?.sessionId ?? '');
      expect(item.parent?.id).toBe(parent?.id);
      if (parent !== undefined && parent.importId !== item.row.importId) apart++;
    }
    expect(apart).toBeGreaterThan(0);
  });
});

describe('a selection', () => {
  it('is what rows of the table stand for, and those of some sessions that are listed', async () => {
    await fc.assert(
      fc.asyncProperty(tables, places, async (listing, { skip, take }) => {
        const query = listingParameters(listing).toString();
        const shown = listedRows(rows, listing.filter, listing.sort);
        const part = tableRows(rows, listing).slice(skip, skip + take);
        const meant = new Set(part.flatMap(({ stands }) => idsOf(stands)));
        const ids = await selected(query, { from: skip, to: skip + take });
        expect(ids).toEqual(idsOf(shown).filter((id) => meant.has(id)));
        const some = idsOf(rows).filter((_, i) => i % 7 === 0);
        const listedSome = idsOf(shown).filter((id) => some.includes(id));
        expect(await selected(query, { ids: some })).toEqual(listedSome);
      }),
      { numRuns: 60 },
    );
  });

  it('is all that match if it names nothing', async () => {
    const codex = rows.filter(({ agent }) => agent === 'Codex');
    expect(await selected('agent=Codex', {})).toEqual(idsOf(codex));
  });
});

it('offers every value to filter by with its number, the most frequent first', async () => {
  const choices = await read(sessionChoicesSchema, call(getSessionChoices, {}));
  const { agents, models, sources, views } = choices;
  const numbers = (values: readonly (string | null)[]): Readonly<Record<string, number>> => {
    const counts: Record<string, number> = {};
    for (const value of values) if (value !== null) counts[value] = (counts[value] ?? 0) + 1;
    return counts;
  };
  for (const [offered, values] of [
    [agents, rows.map(({ agent }) => agent)],
    [models, rows.map(({ model }) => model)],
    [sources, rows.map(labelOf)],
  ] as const) {
    const given = Object.fromEntries(offered.map(({ value, count }) => [value, count]));
    expect(given).toEqual(numbers(values));
    const counts = offered.map(({ count }) => count);
    expect(counts).toEqual(counts.toSorted((a, b) => b - a));
  }
  const tops = rows.filter((row) => familyTops(rows).get(row) === row);
  expect(Object.fromEntries(views.agents.map(({ value, count }) => [value, count]))).toEqual(
    numbers(tops.map(({ agent }) => agent)),
  );
  expect(views.severities).toEqual(
    severities.map((value, rank) => ({
      value,
      count: tops.filter((row) => row.rank === rank).length,
    })),
  );
});
