/** The databases that can hold a library. */
type DatabaseKind = 'sqlite' | 'postgresql';

/** Form of a column as a member of a JSON object. */
export type JsonForm =
  /** text or a number, unchanged */
  | 'plain'
  /** true or false */
  | 'boolean'
  /** JSON text, or null */
  | 'json'
  /** numbers separated by blanks, as an array */
  | 'numbers';

/** Columns of a JSON row, in their order. */
type JsonColumns = readonly (readonly [name: string, form: JsonForm])[];

/** SQL that differs between the two databases. */
export interface Dialect {
  readonly kind: DatabaseKind;
  /** Replaces each `?` of a statement by the parameter's name; literals must not contain `?`. */
  parameters(sql: string): string;
  /** A row as the text of one JSON object, with the columns' names. */
  jsonObject(columns: JsonColumns): string;
  /** A row as the text of one JSON list of its values. */
  jsonList(columns: JsonColumns): string;
  /** An aggregate: the JSON texts of all rows as one array's text, highest `order` first. */
  jsonArray(row: string, order: string): string;
  /** An expression: milliseconds since 1970 on a clock shared by all processes. */
  readonly now: string;
  /** Query suffix: locks the rows until the transaction ends. */
  readonly forShare: string;
  /** Query suffix: one row that no other process has locked. */
  readonly forUpdateSkipLocked: string;
  /** True if several import processes may run at once. */
  readonly importsAtOnce: boolean;
}

/** Expressions of a row's values, without or with their names before them. */
const valuesOf = (columns: JsonColumns, forms: Forms): string =>
  columns.map(([name, form]) => forms[form](`"${name}"`)).join(', ');
const membersOf = (columns: JsonColumns, forms: Forms): string =>
  columns.map(([name, form]) => `'${name}', ${forms[form](`"${name}"`)}`).join(', ');

/** The expression of a column in each form. */
type Forms = Readonly<Record<JsonForm, (column: string) => string>>;

const ofSqlite: Forms = {
  plain: (column) => column,
  boolean: (column) => `json(CASE WHEN ${column} THEN 'true' ELSE 'false' END)`,
  json: (column) => `json(${column})`,
  numbers: (column) => `json('[' || replace(${column}, ' ', ',') || ']')`,
};

const ofPostgresql: Forms = {
  plain: (column) => column,
  boolean: (column) => column,
  json: (column) => `${column}::json`,
  numbers: (column) => `('[' || replace(${column}, ' ', ',') || ']')::json`,
};

export const sqlite: Dialect = {
  kind: 'sqlite',
  parameters: (sql) => sql,
  jsonObject: (columns) => `json_object(${membersOf(columns, ofSqlite)})`,
  jsonList: (columns) => `json_array(${valuesOf(columns, ofSqlite)})`,
  // The inner query orders the rows.
  jsonArray: (row) => `json_group_array(json(${row}))`,
  now: `((julianday('now') - 2440587.5) * 86400000.0)`,
  forShare: '',
  forUpdateSkipLocked: '',
  importsAtOnce: false,
};

export const postgresql: Dialect = {
  kind: 'postgresql',
  parameters: (sql) => {
    let count = 0;
    return sql.replaceAll('?', () => `$${++count}`);
  },
  jsonObject: (columns) => `json_build_object(${membersOf(columns, ofPostgresql)})::text`,
  jsonList: (columns) => `json_build_array(${valuesOf(columns, ofPostgresql)})::text`,
  jsonArray: (row, order) =>
    `coalesce(json_agg((${row})::json ORDER BY ${order} DESC)::text, '[]')`,
  now: '(extract(epoch FROM clock_timestamp()) * 1000)::double precision',
  forShare: 'FOR SHARE',
  forUpdateSkipLocked: 'FOR UPDATE SKIP LOCKED',
  importsAtOnce: true,
};
