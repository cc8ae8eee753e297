import type { Database } from '@/lib/server/db/client';
import type { SessionListRow } from '@/lib/server/db/sessions/sessions';
import { maskSecrets } from '@/lib/readers/secrets/mask-secrets';
import { toolNamesSchema } from '@/lib/api/entries-contract';
import { ToolNameCollector, type ToolNames } from '@/lib/engine/tokens/text/tool-names';
import { handler, reply, type IdPath } from '../../handler';
import { requireSession } from '../../records';
import { storedParts } from '../stored-parts';

export const getTools = handler<IdPath>(
  {
    at: 'GET /api/sessions/{id}/tools',
    about: 'The tool of every call and result, secrets masked.',
    answer: toolNamesSchema,
  },
  async ({ db, params }) => {
    const row = await requireSession(db, params.id);
    return reply(toolNamesSchema, await toolNames(db, row));
  },
);

/** Names of a session's tools with secrets masked. */
export async function toolNames(db: Database, row: SessionListRow): Promise<ToolNames> {
  const { names, ...places } = await namesOf(db, row);
  return { names: (await maskSecrets(names)).value, ...places };
}

async function namesOf(db: Database, row: SessionListRow): Promise<ToolNames> {
  const tools = new ToolNameCollector();
  // It holds no names.
  if (row.numbersOnly) return tools.finish();
  for await (const { parts } of storedParts(db, row)) tools.push({ parts });
  return tools.finish();
}
