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

/** SQL that differs between the two databases. */
export interface Dialect {
  readonly kind: DatabaseKind;
  /** Replaces each `?` of a statement by the parameter's name; literals must not contain `?`. */
  parameters(sql: string): string;
  /** A row as the text of one JSON object, with the columns' names. */
  jsonObject(columns: readonly (readonly [name: string, form: JsonForm])[]): string;
  /** An aggregate: the JSON objects of all rows as one array's text, highest `order` first. */
  jsonArray(object: string, order: string): string;
  /** An expression: milliseconds since 1970 on a clock shared by all processes. */
  readonly now: string;
  /** Query suffix: locks the rows until the transaction ends. */
  readonly forShare: string;
  /** Query suffix: one row that no other process has locked. */
  readonly forUpdateSkipLocked: string;
  /** True if several import processes may run at once. */
  readonly importsAtOnce: boolean;
}

const member = (name: string): string => `'${name}', `;

export const sqlite: Dialect = {
  kind: 'sqlite',
  parameters: (sql) => sql,
  jsonObject: (columns) => {
    const forms: Readonly<Record<JsonForm, (column: string) => string>> = {
      plain: (column) => column,
      boolean: (column) => `json(CASE WHEN ${column} THEN 'true' ELSE 'false' END)`,
      json: (column) => `json(${column})`,
      numbers: (column) => `json('[' || replace(${column}, ' ', ',') || ']')`,
    };
    const members = columns.map(([name, form]) => member(name) + forms[form](`"${name}"`));
    return `json_object(${members.join(', ')})`;
  },
  // The inner query orders the rows.
  jsonArray: (object) => `json_group_array(json(${object}))`,
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
  jsonObject: (columns) => {
    const forms: Readonly<Record<JsonForm, (column: string) => string>> = {
      plain: (column) => column,
      boolean: (column) => column,
      json: (column) => `${column}::json`,
      numbers: (column) => `('[' || replace(${column}, ' ', ',') || ']')::json`,
    };
    const members = columns.map(([name, form]) => member(name) + forms[form](`"${name}"`));
    return `json_build_object(${members.join(', ')})::text`;
  },
  jsonArray: (object, order) =>
    `coalesce(json_agg((${object})::json ORDER BY ${order} DESC)::text, '[]')`,
  now: '(extract(epoch FROM clock_timestamp()) * 1000)::double precision',
  forShare: 'FOR SHARE',
  forUpdateSkipLocked: 'FOR UPDATE SKIP LOCKED',
  importsAtOnce: true,
};
