import type { SessionRow } from '@/lib/api/contract/contract';

/** Of any two texts: the length says where the first one ends. */
const keyOf = (sessionId: string, lane: string): string =>
  `${sessionId.length} ${sessionId}${lane}`;

/**
 * The parent's row of each lane, sub-agent or branch, by the lane's id. A parent of the same trace
 * takes precedence over one imported separately. Only the keys of parents are looked up: most
 * sessions of a long list have none.
 */
export function sessionParents(rows: readonly SessionRow[]): ReadonlyMap<string, SessionRow> {
  const children = rows.filter(({ parent }) => parent !== null);
  const sessionIds = new Set(children.map(({ parent }) => parent?.sessionId));
  const anywhere = new Map<string, SessionRow>();
  const within = new Map<string, SessionRow>();
  for (const row of rows) {
    if (!sessionIds.has(row.sessionId)) continue;
    const key = keyOf(row.sessionId, row.lane);
    anywhere.set(key, row);
    within.set(`${row.importId} ${key}`, row);
  }
  const parents = new Map<string, SessionRow>();
  for (const { id, importId, parent } of children) {
    if (parent === null) continue;
    const key = keyOf(parent.sessionId, parent.lane);
    const row = within.get(`${importId} ${key}`) ?? anywhere.get(key);
    if (row && row.id !== id) parents.set(id, row);
  }
  return parents;
}

/** Newest import first, but inside an import the order of its trace: parents before their lanes. */
export function inTraceOrder(newestFirst: readonly SessionRow[]): readonly SessionRow[] {
  const ordered: SessionRow[] = [];
  for (let from = 0; from < newestFirst.length;) {
    const importId = newestFirst[from]?.importId;
    let to = from + 1;
    while (newestFirst[to]?.importId === importId && to < newestFirst.length) to++;
    for (let i = to - 1; i >= from; i--) ordered.push(newestFirst[i] as SessionRow);
    from = to;
  }
  return ordered;
}

/** Kind of a lane, shown beside its name. */
export const relationLabel = {
  subagent: 'sub-agent',
  branch: 'branch',
  lane: 'lane',
  resumed: 'resumed',
} as const;
