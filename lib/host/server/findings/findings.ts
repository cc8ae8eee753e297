import { provenFinding } from '@/lib/analysis/detectors/cures/cured-finding';
import { openSession } from '@/lib/analysis/fit/opening';
import { shownReplay } from '@/lib/analysis/fit/shown-replay';
import { PRODUCER } from '@/lib/replay/engine';
import { prepare } from '@/lib/replay/prepare';
import { maskSecrets } from '@/lib/host/secrets/mask-secrets';
import {
  findingsAnswerSchema,
  findingsQuerySchema,
} from '@/lib/host/api/contract/findings/findings-contract';
import { checked, handler, reply, type IdPath } from '../handler';
import { readHead, requireSession } from '../records';
import { knowSizeTables } from '../size-tables';
import { chosenOf } from '../sessions/chosen-policy';
import { ownProfile } from '../sessions/own-profile';
import { namedFindings } from './named-findings';
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
  const run = shownReplay(session, opening, { policy, settings, faults: asked.faults });
  const about = { agent: source.agent, notices };
  const found = (await namedFindings(db, row, run, about)).map((one) =>
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
