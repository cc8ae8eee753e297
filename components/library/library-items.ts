import type { SessionRow } from '@/lib/host/api/contract/contract';

/** A row of the table: a session, or all sessions of one file. */
export type LibraryItem =
  | { readonly kind: 'session'; readonly row: SessionRow; readonly inGroup: boolean }
  | {
      readonly kind: 'group';
      /** Id of the import. */
      readonly id: string;
      readonly file: string;
      readonly rows: readonly SessionRow[];
      readonly open: boolean;
    };

/** Sessions of one file that make a group, if they belong to no other session: samples, not lanes. */
const LEAST_GROUP = 4;

/** The rows of some sessions; a group stands where the first of its sessions does. */
export function libraryItems(
  rows: readonly SessionRow[],
  { grouped, open }: { readonly grouped: boolean; readonly open: readonly string[] },
): readonly LibraryItem[] {
  const single = (row: SessionRow, inGroup = false): LibraryItem => ({
    ...{ kind: 'session', row, inGroup },
  });
  if (!grouped) return rows.map((row) => single(row));
  const groups = groupsOf(rows);
  const begun = new Set<string>();
  return rows.flatMap((row): readonly LibraryItem[] => {
    const { importId: id, file } = row;
    const members = groups.get(id);
    if (members === undefined) return [single(row)];
    if (begun.has(id)) return [];
    begun.add(id);
    const isOpen = open.includes(id);
    const group: LibraryItem = { kind: 'group', id, file, rows: members, open: isOpen };
    return isOpen ? [group, ...members.map((member) => single(member, true))] : [group];
  });
}

/** Sessions by their import, of those with enough that have no parent. */
function groupsOf(rows: readonly SessionRow[]): ReadonlyMap<string, readonly SessionRow[]> {
  const imports = new Map<string, SessionRow[]>();
  for (const row of rows) {
    const list = imports.get(row.importId);
    if (list) list.push(row);
    else imports.set(row.importId, [row]);
  }
  for (const [id, list] of imports) {
    if (list.filter(({ parent }) => parent === null).length < LEAST_GROUP) imports.delete(id);
  }
  return imports;
}

/** Key of a row's element. */
export const itemKey = (item: LibraryItem): string =>
  item.kind === 'group' ? `group-${item.id}` : item.row.id;

/** Sessions that a row stands for. */
export const itemRows = (item: LibraryItem): readonly SessionRow[] =>
  item.kind === 'group' ? item.rows : [item.row];
