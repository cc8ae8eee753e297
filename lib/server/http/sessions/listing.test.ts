import { rm } from 'node:fs/promises';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { database } from '@/lib/server/db/client';
import { migrate } from '@/lib/server/db/migrate/migrate';
import { errorEnvelopeSchema, type SessionRow } from '@/lib/api/contract/contract';
import { sessionPageSchema } from '@/lib/api/contract/contract';
import { anySession } from '@/lib/api/contract/session-filter';
import {
  groupings,
  listingParameters,
  selectedSessionsSchema,
  sessionChoicesSchema,
  sessionTableSchema,
  sortColumns,
  type SelectedQuery,
  type SessionItem,
  type TableListing,
} from '@/lib/api/contract/session-listing';
import { createCorpus } from '@/lib/server/db/sessions/corpora';
import { labelOf } from '../corpora/conditions';
import { call, read } from '../testing/library-routes';
import { groupedRows, listedRows, type ListedRow } from '../testing/listed-in-memory';
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
const NAMES = ['import00', 'import03', 'Codex', 'Claude Code', 'gpt-5', ''];
const tables: fc.Arbitrary<Required<Pick<TableListing, 'filter' | 'sort' | 'group' | 'toggled'>>> =
  fc.record({
    filter: filters,
    sort: sorts,
    group: fc.constantFrom(...groupings),
    toggled: fc.subarray(NAMES),
  });

const idsOf = (list: readonly SessionRow[]): readonly string[] => list.map(({ id }) => id);

/** A row of the table, as the plain meaning of it has it. */
const plain = (item: SessionItem): object =>
  item.kind === 'session'
    ? { id: item.row.id, inGroup: item.inGroup }
    : { group: item.id, open: item.open, sessions: item.sessions, steps: item.steps };
const expected = (item: ListedRow): object => {
  if ('id' in item) return item;
  const { group, open, rows: members } = item;
  return { group, open, sessions: members.length, steps: sum(members, ({ steps }) => steps) };
};

const sum = (list: readonly SessionRow[], of: (row: SessionRow) => number): number =>
  list.reduce((total, row) => total + of(row), 0);

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
    const corpus = await createCorpus(await database(), { name: 'One', filter: null, list });
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
  it('puts sessions under their groups as in memory, and finds the place of each', async () => {
    let groups = 0;
    await fc.assert(
      fc.asyncProperty(tables, places, fc.nat(), async (listing, { skip, take }, any) => {
        const query = listingParameters(listing).toString();
        const { filter, sort, group, toggled } = listing;
        const all = groupedRows(listedRows(rows, filter, sort), group, toggled);
        const single = all.flatMap((item) => ('id' in item ? [item.id] : []));
        const at = single[any % Math.max(1, single.length)];
        const place = at === undefined ? '' : `&at=${at}`;
        const page = await table(`${query}&skip=${skip}&take=${take}${place}`);
        expect(page.items.map(plain)).toEqual(all.slice(skip, skip + take).map(expected));
        expect(page.count).toBe(all.length);
        const index = all.findIndex((item) => 'id' in item && item.id === at);
        expect(page.at).toBe(index < 0 ? null : index);
        groups += page.items.filter(({ kind }) => kind === 'group').length;
      }),
      { numRuns: 300 },
    );
    expect(groups).toBeGreaterThan(30);
  });

  it('adds up what is known of the sessions of a group', async () => {
    const { items } = await table('group=agent&toggled=Codex&sort=name');
    const group = items.find((item) => item.kind === 'group' && item.id === 'Codex');
    const members = listedRows(rows, anySession, { column: 'name', descending: false }).filter(
      ({ agent }) => agent === 'Codex',
    );
    expect(group).toMatchObject({
      name: 'Codex',
      open: false,
      first: members[0],
      sessions: members.length,
      agents: 1,
      models: new Set(members.map(({ model }) => model)).size,
      recordedCompactions: sum(members, (row) => row.recordedCompactions),
      compactions: sum(members, (row) => row.compactions ?? 0),
      overflowSteps: sum(members, (row) => row.overflowSteps ?? 0),
      findings: sum(members, (row) => row.findings ?? 0),
    });
  });

  it('names the parent of a session, wherever it was imported', async () => {
    const { items } = await table('group=off');
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
        const { filter, sort, group, toggled } = listing;
        const shown = listedRows(rows, filter, sort);
        const part = groupedRows(shown, group, toggled).slice(skip, skip + take);
        const meant = new Set(
          part.flatMap((item) => ('id' in item ? [item.id] : idsOf(item.rows))),
        );
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
  const { agents, models, sources } = await read(sessionChoicesSchema, call(getSessionChoices, {}));
  const numbers = (values: readonly (string | null)[]): Readonly<Record<string, number>> => {
    const counts: Record<string, number> = {};
    for (const value of values) if (value !== null) counts[value] = (counts[value] ?? 0) + 1;
    return counts;
  };
  for (const [choices, values] of [
    [agents, rows.map(({ agent }) => agent)],
    [models, rows.map(({ model }) => model)],
    [sources, rows.map(labelOf)],
  ] as const) {
    const given = Object.fromEntries(choices.map(({ value, count }) => [value, count]));
    expect(given).toEqual(numbers(values));
    const counts = choices.map(({ count }) => count);
    expect(counts).toEqual(counts.toSorted((a, b) => b - a));
  }
});
