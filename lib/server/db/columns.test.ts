import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Prisma } from './generated/client';
import { temporaryDatabase, type TemporaryDatabase } from './testing/temporary-database';

let temporary: TemporaryDatabase;
beforeEach(async () => {
  temporary = await temporaryDatabase();
});
afterEach(() => temporary.remove());

/** Columns of a table in the database: name, type, nullable. */
async function columnsOf(table: string): Promise<readonly string[]> {
  const { prisma, dialect } = temporary.db;
  const sql =
    dialect.kind === 'sqlite'
      ? `SELECT "name", "type", CASE WHEN "notnull" THEN 'NO' ELSE 'YES' END AS "null"
         FROM pragma_table_info('${table}')`
      : `SELECT column_name AS "name", data_type AS "type", is_nullable AS "null"
         FROM information_schema.columns WHERE table_name = '${table}'`;
  const rows = await prisma.$queryRawUnsafe<{ name: string; type: string; null: string }[]>(sql);
  return rows.map((row) => `${row.name} ${row.type.toUpperCase()} ${row.null}`).sort();
}

/** Columns in the schema, with each database's type names. */
const TYPES = {
  sqlite: { Int: 'INTEGER', Float: 'REAL', Bytes: 'BLOB', String: 'TEXT', Boolean: 'BOOLEAN' },
  postgresql: {
    Int: 'INTEGER',
    Float: 'DOUBLE PRECISION',
    Bytes: 'BYTEA',
    String: 'TEXT',
    Boolean: 'BOOLEAN',
  },
};

function columnsOfSchema(table: string): readonly string[] {
  const types: Readonly<Record<string, string>> = TYPES[temporary.db.dialect.kind];
  const schema = readFileSync('prisma/schema.prisma', 'utf8');
  const body = new RegExp(`^model ${table} \\{(.*?)^\\}`, 'ms').exec(schema)?.[1] ?? '';
  return body
    .split('\n')
    .flatMap((line) => {
      const [, name = '', type = '', optional] = /^ +(\w+) +(\w+)(\?)? *(@|$)/.exec(line) ?? [];
      return types[type] ? [`${name} ${types[type]} ${optional ? 'YES' : 'NO'}`] : [];
    })
    .sort();
}

describe('the tables that the migrations make', () => {
  it('have the columns of the schema, each of its type', async () => {
    for (const table of Object.values(Prisma.ModelName)) {
      const expected = columnsOfSchema(table);
      expect(expected.length, table).toBeGreaterThan(1);
      expect(await columnsOf(table), table).toEqual(expected);
    }
  });

  it('have its indexes', async () => {
    const { prisma, dialect } = temporary.db;
    const rows = await prisma.$queryRawUnsafe<{ name: string }[]>(
      dialect.kind === 'sqlite'
        ? `SELECT "name" FROM sqlite_master WHERE "type" = 'index' AND "sql" IS NOT NULL`
        : `SELECT indexname AS "name" FROM pg_indexes
           WHERE schemaname = 'public' AND indexname NOT LIKE '%_pkey'`,
    );
    const schema = readFileSync('prisma/schema.prisma', 'utf8');
    const wanted = [...schema.matchAll(/^model (\w+) \{(.*?)^\}/gms)].flatMap(
      ([, model = '', body = '']) => [
        ...[...body.matchAll(/@@index\(\[([^\]]*)\]\)/g)].map(
          ([, fields = '']) => `${model}_${fields.replaceAll(', ', '_')}_idx`,
        ),
        ...[...body.matchAll(/@@unique\(\[([^\]]*)\]\)/g)].map(
          ([, fields = '']) => `${model}_${fields.replaceAll(', ', '_')}_key`,
        ),
        ...[...body.matchAll(/^ +(\w+) .*@unique/gm)].map(
          ([, name = '']) => `${model}_${name}_key`,
        ),
      ],
    );
    expect(rows.map(({ name }) => name).sort()).toEqual(wanted.sort());
  });
});
