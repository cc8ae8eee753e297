import { setImmediate } from 'node:timers/promises';
import type { Database } from '@/lib/host/db/client';
import type { SessionListRow } from '@/lib/host/db/sessions/sessions';
import { textReader } from '@/lib/host/db/sessions/texts';
import { maskSecrets } from '@/lib/host/secrets/mask-secrets';
import { toolNamesSchema } from '@/lib/host/api/contract/tool-names-contract';
import { ToolNameCollector, type ToolNames } from '@/lib/tokens/text/tool-names';
import { handler, reply, type IdPath } from '../handler';
import { entryRefs, requireSession, storedEntry } from '../records';

/** Entries read before the event loop runs again. */
const AT_ONCE = 200;

/** GET /api/sessions/[id]/tools: the name of every call's and every result's tool, secrets masked. */
export const getTools = handler<IdPath>(async ({ db, params }) => {
  const row = await requireSession(db, params.id);
  return reply(toolNamesSchema, await toolNames(db, row));
});

/** Names of a session's tools with secrets masked. */
export async function toolNames(db: Database, row: SessionListRow): Promise<ToolNames> {
  const { names, ...places } = await namesOf(db, row);
  return { names: (await maskSecrets(names)).value, ...places };
}

async function namesOf(db: Database, row: SessionListRow): Promise<ToolNames> {
  const tools = new ToolNameCollector();
  // A numbers-only session holds no names: its numbers of calls and results would stand for nothing.
  if (row.numbersOnly) return tools.finish();
  const refs = await entryRefs(db, row.id);
  const reader = textReader(db, row.importId, 'entries');
  for (const [i, ref] of refs.entries()) {
    if (i % AT_ONCE === AT_ONCE - 1) await setImmediate();
    tools.push(storedEntry(await reader.record(ref)));
  }
  return tools.finish();
}
