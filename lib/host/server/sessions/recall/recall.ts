import { openSession } from '@/lib/analysis/fit/opening';
import { recallReport, type Recall } from '@/lib/analysis/recall/recall-report';
import {
  recallAnswerSchema,
  recallOtherSchema,
  recallRequestSchema,
  type OtherSession,
} from '@/lib/host/api/contract/workbench/recall-contract';
import { PRODUCER } from '@/lib/replay/engine';
import { prepare } from '@/lib/replay/prepare';
import { replay } from '@/lib/replay/replay';
import type { Database } from '@/lib/host/db/client';
import { unrelatedSession, type SessionListRow } from '@/lib/host/db/sessions/sessions';
import { badRequest, handler, jsonBody, reply, type IdPath } from '../../handler';
import { readHead, requireSession } from '../../records';
import { knowSizeTables } from '../../size-tables';
import { chosenOf } from '../chosen-policy';
import { ownProfile } from '../own-profile';
import { sessionNames } from '../stored-references';

/** POST /api/sessions/[id]/recall: what of the context is used again, as the page says it. */
export const postRecall = handler<IdPath>(async ({ db, params, request }) => {
  const body = await jsonBody(request, recallRequestSchema);
  const row = await requireSession(db, params.id);
  await knowSizeTables();
  const profile = await ownProfile(db, row);
  const { source } = await readHead(db, row.id);
  const { policy, settings, prefixTokens } = chosenOf(body, profile, openSession(source, profile));
  const run = replay(prepare(profile, prefixTokens), policy, settings, { faults: body.faults });
  const references = await sessionNames(db, row);
  const { against } = body;
  const other = against === undefined ? null : await otherOf(db, row, against);
  const theirs = other && (await sessionNames(db, other));
  return reply(recallAnswerSchema, {
    producer: PRODUCER,
    policy: policy.id,
    settings,
    available: references !== null,
    ...(against === undefined ? {} : { against: other && named(other) }),
    recall: references && recallJson(recallReport(run, references, { other: theirs })),
  });
});

/** GET /api/sessions/[id]/recall: whose names tell the chance level. */
export const getRecall = handler<IdPath>(async ({ db, params }) => {
  const row = await requireSession(db, params.id);
  const other = await unrelatedSession(db, row);
  return reply(recallOtherSchema, { another: other && named(other) });
});

const named = ({ id, name }: SessionListRow): OtherSession => ({ id, name });

/** The session that is asked for; null where the library has no other. @throws RequestError */
async function otherOf(
  db: Database,
  own: SessionListRow,
  against: string,
): Promise<SessionListRow | null> {
  if (against === 'another') return unrelatedSession(db, own);
  const row = await requireSession(db, against);
  if (row.id === own.id) throw badRequest('Its own names are no chance level.', 'against');
  if (row.numbersOnly) throw badRequest('That session has no names: numbers alone.', 'against');
  return row;
}

/** A report as JSON holds it, as `highwater recall --json` prints it. */
function recallJson({ report, steps, lastNeeded }: Recall): Readonly<Record<string, unknown>> {
  const columns = Object.entries(steps as unknown as Record<string, Float64Array>);
  return {
    ...report,
    lastNeeded: Array.from(lastNeeded),
    steps: Object.fromEntries(columns.map(([name, values]) => [name, Array.from(values)])),
  };
}
