import { sizeTablesSchema } from '@/lib/api/contract/size-tables-contract';
import { env } from '@/lib/server/env';
import { loadSizeTables, sizeFolder, type LoadedTables } from '@/lib/server/sizes/size-folder';
import { writtenRows } from '@/lib/engine/sizes/size-table';
import { handler, reply } from './handler';

/** Makes the frozen tables beside the library known to the replays of this bundle of the server. */
export const ensureSizeTables = (): Promise<LoadedTables> =>
  loadSizeTables(sizeFolder(env().databaseUrl));

export const getSizeTables = handler(
  {
    at: 'GET /api/size-tables',
    about: 'The tables of sizes that are known.',
    answer: sizeTablesSchema,
  },
  async () => {
    const { tables, faults } = await ensureSizeTables();
    return reply(sizeTablesSchema, {
      tables: tables.map((table) => ({
        id: table.id,
        rows: writtenRows(table),
      })),
      faults: [...faults],
    });
  },
);
