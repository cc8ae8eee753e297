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
  /** An expression, compared and ordered by its code points. */
  readonly byCodePoint: (expression: string) => string;
  /** A member of an expression that is the text of a JSON object, as text. */
  readonly jsonText: (expression: string, member: string) => string;
  /** A query: the texts of a JSON array's text. */
  readonly textsOf: (json: string) => string;
  /** An expression: milliseconds since 1970 on a clock shared by all processes. */
  readonly now: string;
  /** Query suffix: locks the rows until the transaction ends. */
  readonly forShare: string;
  /** Query suffix: one row that no other process has locked. */
  readonly forUpdateSkipLocked: string;
  /** True if several import processes may run at once. */
  readonly importsAtOnce: boolean;
}

/** Names of a row's columns, each before its expression. */
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
  byCodePoint: (expression) => expression,
  jsonText: (expression, member) => `json_extract(${expression}, '$.${member}')`,
  textsOf: (json) => `SELECT "value" FROM json_each(${json})`,
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
  byCodePoint: (expression) => `(${expression}) COLLATE "C"`,
  jsonText: (expression, member) => `((${expression})::json ->> '${member}')`,
  textsOf: (json) => `SELECT json_array_elements_text(${json}::json)`,
  now: '(extract(epoch FROM clock_timestamp()) * 1000)::double precision',
  forShare: 'FOR SHARE',
  forUpdateSkipLocked: 'FOR UPDATE SKIP LOCKED',
  importsAtOnce: true,
};
