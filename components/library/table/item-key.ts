import type { SessionItem } from '@/lib/api/contract/session-listing';

/** Key of a row's element. */
export const itemKey = (item: SessionItem): string =>
  item.kind === 'group' ? groupKey(item.id) : item.row.id;

/** Key of a group's element: an identifier of letters and digits, whatever the name. */
export const groupKey = (id: string): string =>
  `group-${id.replace(/[^0-9a-z]/gi, (unit) => `_${unit.charCodeAt(0).toString(16)}_`)}`;
