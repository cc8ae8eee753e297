import { setImmediate } from 'node:timers/promises';
import { textReader } from '@/lib/host/db/sessions/texts';
import { maskSecrets } from '@/lib/host/secrets/mask-secrets';
import { toolNamesSchema } from '@/lib/host/api/contract/chart-contract';
import { ToolNameCollector } from '@/lib/tokens/tool-names';
import { handler, reply, type IdPath } from '../handler';
import { entryRefs, requireSession, storedEntry } from '../records';

/** Entries read before the event loop runs again. */
const AT_ONCE = 200;

/** GET /api/sessions/[id]/tools: names of calls and results, without their texts. */
export const getTools = handler<IdPath>(async ({ db, params }) => {
  const row = await requireSession(db, params.id);
  const refs = await entryRefs(db, row.id);
  const reader = textReader(db, row.importId, 'entries');
  const collector = new ToolNameCollector();
  for (const [i, ref] of refs.entries()) {
    if (i % AT_ONCE === AT_ONCE - 1) await setImmediate();
    collector.push(storedEntry(await reader.record(ref)));
  }
  const { names, ...indexes } = collector.finish();
  return reply(toolNamesSchema, { names: (await maskSecrets(names)).value, ...indexes });
});
