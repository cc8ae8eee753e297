import type { SessionItem } from '@/lib/api/contract/session-listing';

/** Key of a row's element. */
export const itemKey = (item: SessionItem): string =>
  item.kind === 'head' ? `head-${item.severity}` : item.row.id;
