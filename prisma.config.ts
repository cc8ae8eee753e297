import { defineConfig } from 'prisma/config';

/** For the Prisma command line; the program opens its database through lib/db/client.ts. */
export default defineConfig({
  schema: 'prisma/schema.prisma',
  migrations: { path: 'prisma/migrations' },
  datasource: { url: process.env['DATABASE_URL'] ?? 'file:./data/highwater.db' },
});
