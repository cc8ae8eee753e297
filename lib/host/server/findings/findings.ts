import { entryName } from '@/lib/analysis/detectors/evidence/entry-name';
import type { EntryName } from '@/lib/analysis/detectors/evidence/evidence';
import { provenFinding } from '@/lib/analysis/detectors/cures/cured-finding';
import { findings, namedEntries } from '@/lib/analysis/detectors/registry';
import { openSession } from '@/lib/analysis/fit/opening';
import { PRODUCER } from '@/lib/replay/engine';
import { prepare } from '@/lib/replay/prepare';
import { replay } from '@/lib/replay/replay';
import type { Database } from '@/lib/host/db/client';
import type { SessionListRow } from '@/lib/host/db/sessions/sessions';
import { textReader } from '@/lib/host/db/sessions/texts';
import { maskSecrets } from '@/lib/host/secrets/mask-secrets';
import {
  findingsAnswerSchema,
  findingsQuerySchema,
} from '@/lib/host/api/contract/findings/findings-contract';
import { checked, handler, reply, type IdPath } from '../handler';
import { entryRefs, readHead, requireSession, storedEntry } from '../records';
import { knowSizeTables } from '../size-tables';
import { chosenOf } from '../sessions/chosen-policy';
import { ownProfile } from '../sessions/own-profile';
import { suppressionRecords } from './suppressions';

/** GET /api/sessions/[id]/findings: what is found in a session, as the page says it. */
export const getFindings = handler<IdPath>(async ({ db, params, query }) => {
  const asked = checked(findingsQuerySchema, query);
  const row = await requireSession(db, params.id);
  await knowSizeTables();
  const profile = await ownProfile(db, row);
  const { source, notices } = await readHead(db, row.id);
  const opening = openSession(source, profile);
  const { policy, preset, settings } = chosenOf(asked, profile, opening);
  const session = prepare(profile, opening.prefixTokens);
  const run = replay(session, policy, settings, { faults: asked.faults });
  const about = { agent: source.agent, notices };
  const none = profile.stepCount === 0;
  const names = none
    ? new Map<number, EntryName>()
    : await entryNames(db, row, namedEntries(run, about));
  const found = none
    ? []
    : findings(run, about, (entry) => names.get(entry) ?? null).map((one) =>
        provenFinding(session, run, one),
      );
  return reply(findingsAnswerSchema, {
    producer: PRODUCER,
    policy: policy.id,
    preset,
    settings,
    findings: [...(await maskSecrets(found)).value],
    suppressions: await suppressionRecords(db, row.id),
  });
});

/** Names of some entries, ascending, by entry. */
async function entryNames(
  db: Database,
  row: SessionListRow,
  entries: readonly number[],
): Promise<ReadonlyMap<number, EntryName>> {
  const names = new Map<number, EntryName>();
  if (entries.length === 0) return names;
  const refs = await entryRefs(db, row.id);
  const reader = textReader(db, row.importId, 'entries');
  for (const entry of entries) {
    const ref = refs[entry];
    if (ref !== undefined) names.set(entry, entryName(storedEntry(await reader.record(ref))));
  }
  return names;
}
