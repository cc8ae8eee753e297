import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { Prisma as Postgresql } from '@/lib/server/db/generated-postgresql/client';
import { Prisma as Sqlite } from '@/lib/server/db/generated/client';

/** A schema without comments, blanks and the parts specific to its database. */
function content(file: string): string {
  return readFileSync(file, 'utf8')
    .split('\n')
    .map((line) => line.replace(/\/\/.*$/, '').trim())
    .filter((line) => line !== '' && !/^(provider|output)\b/.test(line))
    .map((line) => line.replace(/\s+/g, ' ').replace(/ ?@db\.\w+(\([^)]*\))?/g, ''))
    .join('\n');
}

describe('the schemas of the two databases', () => {
  it('have the same models, fields and indexes', () => {
    const sqlite = content('prisma/schema.prisma');
    expect(sqlite.match(/^model /gm)?.length).toBeGreaterThan(10);
    expect(content('prisma/postgresql/schema.prisma')).toBe(sqlite);
  });

  it('make clients of the same models and fields', () => {
    expect(Postgresql.ModelName).toEqual(Sqlite.ModelName);
    for (const model of Object.keys(Sqlite.ModelName)) {
      const name = `${model}ScalarFieldEnum` as 'ImportScalarFieldEnum';
      expect(Postgresql[name], model).toEqual(Sqlite[name]);
      expect(Object.keys(Sqlite[name]), model).not.toEqual([]);
    }
  });
});
