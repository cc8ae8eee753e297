import { defineConfig } from 'prisma/config';

const url = process.env['DATABASE_URL'] ?? 'file:./data/highwater.db';
const folder = /^postgres(ql)?:/.test(url) ? 'prisma/postgresql' : 'prisma';

/**
 * For the Prisma command line; the program opens its database through lib/server/db/client.ts. The scheme of
 * DATABASE_URL chooses between the two schemas.
 */
export default defineConfig({
  schema: `${folder}/schema.prisma`,
  migrations: { path: `${folder}/migrations` },
  datasource: { url },
});
