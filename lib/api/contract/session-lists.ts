import * as z from 'zod';
import { sessionPageQuerySchema, sessionRowSchema, type SessionRow } from './contract';
import { count, list } from './fields';

/** Rows of one answer in the short form. */
export const MOST_LISTED = 5_000;

/** GET /api/sessions?form=lists: as of the long form. */
export const sessionListsQuerySchema = sessionPageQuerySchema.extend({
  take: z.coerce.number().int().min(1).max(MOST_LISTED).default(MOST_LISTED),
});

/**
 * GET /api/sessions?form=lists: sessions as lists of values, newest first; `next` is the cursor of the
 * following page. A third of the text of the long form, which names every value.
 */
export const sessionListsSchema = z.strictObject({
  /** Names of the values, as in the long form; `sparkline` is a text of numbers. */
  columns: list(z.string()),
  sessions: list(z.custom<readonly unknown[]>((value) => Array.isArray(value))),
  /** Sessions of the whole library; null after the first page. */
  total: count.nullable(),
  next: z.int().nullable(),
});
export type SessionLists = Readonly<z.infer<typeof sessionListsSchema>>;

type Name = keyof SessionRow;

/** True for a value that a column may have; the schema itself takes 20 times as long for a long list. */
const forms: Readonly<Record<Name, (value: unknown) => boolean>> = {
  id: isText,
  importId: isText,
  name: isText,
  file: isText,
  format: isText,
  agent: isText,
  lane: isText,
  sessionId: isText,
  parent: (value) => sessionRowSchema.shape.parent.safeParse(value).success,
  model: (value) => value === null || isText(value),
  entries: isNumber,
  steps: isNumber,
  peakReal: isNumberOrNull,
  peakProjected: isFlag,
  limit: isNumberOrNull,
  recordedCompactions: isNumber,
  opening: (value) => value === null || sessionRowSchema.shape.opening.safeParse(value).success,
  compactions: isNumberOrNull,
  overflowSteps: isNumberOrNull,
  findings: isNumberOrNull,
  sparkline: isText,
  generated: isFlag,
  startedAt: isNumberOrNull,
  importedAt: isNumber,
};

function isText(value: unknown): boolean {
  return typeof value === 'string';
}
function isFlag(value: unknown): boolean {
  return typeof value === 'boolean';
}
function isNumber(value: unknown): boolean {
  return typeof value === 'number';
}
function isNumberOrNull(value: unknown): boolean {
  return value === null || typeof value === 'number';
}

/** The place of a column in the lists of an answer. */
interface ListColumn {
  readonly name: Name;
  readonly at: number;
  readonly fits: (value: unknown) => boolean;
}

/** A row of the list; its sparkline is read when it is drawn. */
class ListedSession {
  readonly #sparkline: string;
  #percents: readonly number[] | undefined;

  /** @throws TypeError for a value of another type. */
  constructor(values: readonly unknown[], places: readonly ListColumn[]) {
    let sparkline = '';
    for (const { name, at, fits } of places) {
      const value = values[at];
      if (!fits(value)) throw new TypeError(`The ${name} of a session is of another type.`);
      if (name === 'sparkline') sparkline = String(value);
      else (this as Record<string, unknown>)[name] = value;
    }
    this.#sparkline = sparkline;
  }

  get sparkline(): readonly number[] {
    this.#percents ??= this.#sparkline === '' ? [] : this.#sparkline.split(' ').map(Number);
    return this.#percents;
  }
}

/** The rows of an answer. @throws TypeError for a column that is missing or of another type. */
export function rowsOfLists({ columns, sessions }: SessionLists): readonly SessionRow[] {
  const places = Object.entries(forms).map(([name, fits]): ListColumn => {
    const at = columns.indexOf(name);
    if (at < 0) throw new TypeError(`The list of sessions has no column ${name}.`);
    return { name: name as Name, at, fits };
  });
  return sessions.map((values) => new ListedSession(values, places) as unknown as SessionRow);
}

/**
 * The fetched rows; those with the same values as before are the same objects, so that the page draws
 * only what has changed.
 */
export function keptRows(
  before: readonly SessionRow[],
  fetched: readonly SessionRow[],
): readonly SessionRow[] {
  const known = new Map(before.map((row) => [row.id, row]));
  const rows = fetched.map((row) => {
    const old = known.get(row.id);
    return old !== undefined && sameRow(old, row) ? old : row;
  });
  const same = rows.length === before.length && rows.every((row, i) => row === before[i]);
  return same ? before : rows;
}

const compared = (Object.keys(forms) as readonly Name[]).filter(
  (name) => name !== 'parent' && name !== 'opening' && name !== 'sparkline',
);

const sameRow = (a: SessionRow, b: SessionRow): boolean =>
  compared.every((name) => a[name] === b[name]) &&
  JSON.stringify([a.parent, a.opening]) === JSON.stringify([b.parent, b.opening]) &&
  a.sparkline.join() === b.sparkline.join();
