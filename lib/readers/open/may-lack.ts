import { formatInteger } from '@/lib/engine/base/format';
import { fieldsOf } from '@/lib/readers/importers/mechanisms/loose-json';
import type { Json } from '@/lib/engine/session/schema';

/** A file that ends inside of a record or a list. */
export const CUT_SHORT =
  'the file ends in the middle; what stood behind that is not in it. Copy or export it again, whole.';

/** A database whose program may not have moved the newest rows into it. */
export const WITHOUT_WAL =
  'the database writes its newest rows into a file of the same name with “-wal” first, which did not come with it. Close the program that writes it and bring it again, or read it with the command line where both files lie.';

/** Records of a page, as services hand them out when nobody asks for another number. */
const ONE_PAGE = 20;
const PAGES_OF = 50;

/** True for a number of records that looks like a full page. */
export const isPageful = (records: number): boolean =>
  records === ONE_PAGE || (records > 0 && records % PAGES_OF === 0);

/** What an export of such a number of records may lack. */
export const pageful = (records: number): string =>
  `an export of exactly ${formatInteger(records)} records is often one page of several. Bring the pages behind it, if there are any.`;

/** Fields by which services say that a list has another page. */
const CURSORS = ['next_cursor', 'next_page_token', 'nextPageToken', 'next_page', 'nextPage'];

/** What a document says that it lacks: another page of its list; null where it says nothing. */
export function saysMore(document: Json): string | null {
  const fields = fieldsOf(document);
  if (fields === null || !Object.values(fields).some(Array.isArray)) return null;
  const cursor = CURSORS.find((key) => typeof fields[key] === 'string' && fields[key] !== '');
  const said = fields['has_more'] === true ? 'has_more' : cursor;
  if (said !== undefined) return morePages(`“${said}”`);
  const meta = fieldsOf(fields['meta']);
  const page = Number(meta?.['page']);
  const pages = Number(meta?.['totalPages']);
  return pages > page ? morePages(`page ${page} of ${pages}`) : null;
}

const morePages = (said: string): string =>
  `the export says that there is more of it (${said}). Bring the pages behind it.`;
