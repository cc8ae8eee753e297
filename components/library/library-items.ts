import type { SessionRow } from '@/lib/api/contract/contract';
import type { Grouping } from './library-view';

/** A row of the table: a session, or all sessions of one file, agent or model. */
export type LibraryItem =
  | { readonly kind: 'session'; readonly row: SessionRow; readonly inGroup: boolean }
  | {
      readonly kind: 'group';
      /** Id of the import, or the name. */
      readonly id: string;
      readonly name: string;
      readonly rows: readonly SessionRow[];
      readonly open: boolean;
    };

/** Sessions of one file that make a group, if they belong to no other session: samples, not lanes. */
const LEAST_GROUP = 4;

/** What a session is grouped by: an identifier, and its name. */
const keys: Readonly<
  Record<Exclude<Grouping, 'off'>, (row: SessionRow) => readonly [id: string, name: string]>
> = {
  file: ({ importId, file }) => [importId, file],
  agent: ({ agent }) => [agent, agent],
  model: ({ model }) => [model ?? '', model ?? 'no model'],
};

/**
 * The rows of some sessions; a group stands where the first of its sessions does. Groups are open if
 * they are agents or models, and not in `toggled`; files the other way round.
 */
export function libraryItems(
  rows: readonly SessionRow[],
  { group, toggled }: { readonly group: Grouping; readonly toggled: readonly string[] },
): readonly LibraryItem[] {
  if (group === 'off') return rows.map((row) => ({ kind: 'session', row, inGroup: false }));
  const keyOf = keys[group];
  const groups = groupsOf(rows, (row) => keyOf(row)[0], group === 'file');
  const begun = new Set<string>();
  const items: LibraryItem[] = [];
  for (const row of rows) {
    const [id, name] = keyOf(row);
    const members = groups.get(id);
    if (members === undefined) items.push({ kind: 'session', row, inGroup: false });
    if (members === undefined || begun.has(id)) continue;
    begun.add(id);
    const open = toggled.includes(id) === (group === 'file');
    items.push({ kind: 'group', id, name, rows: members, open });
    if (!open) continue;
    for (const member of members) items.push({ kind: 'session', row: member, inGroup: true });
  }
  return items;
}

/** Sessions by their group; of files only those with enough that have no parent. */
function groupsOf(
  rows: readonly SessionRow[],
  idOf: (row: SessionRow) => string,
  onlySamples: boolean,
): ReadonlyMap<string, readonly SessionRow[]> {
  const samples = new Map<string, number>();
  for (const { importId, parent } of onlySamples ? rows : []) {
    if (parent === null) samples.set(importId, (samples.get(importId) ?? 0) + 1);
  }
  const groups = new Map<string, SessionRow[]>();
  for (const row of rows) {
    const id = idOf(row);
    if (onlySamples && (samples.get(id) ?? 0) < LEAST_GROUP) continue;
    const list = groups.get(id);
    if (list) list.push(row);
    else groups.set(id, [row]);
  }
  return groups;
}

/** Key of a row's element. */
export const itemKey = (item: LibraryItem): string =>
  item.kind === 'group' ? groupKey(item.id) : item.row.id;

/** Key of a group's element: an identifier of letters and digits, whatever the name. */
export const groupKey = (id: string): string =>
  `group-${id.replace(/[^0-9a-z]/gi, (unit) => `_${unit.charCodeAt(0).toString(16)}_`)}`;

/** Sessions that a row stands for. */
export const itemRows = (item: LibraryItem): readonly SessionRow[] =>
  item.kind === 'group' ? item.rows : [item.row];
