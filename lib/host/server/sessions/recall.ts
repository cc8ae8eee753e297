import { openSession } from '@/lib/analysis/fit/opening';
import { recallReport, type Recall } from '@/lib/analysis/recall/recall-report';
import {
  recallAnswerSchema,
  recallRequestSchema,
} from '@/lib/host/api/contract/workbench/recall-contract';
import { PRODUCER } from '@/lib/replay/engine';
import { prepare } from '@/lib/replay/prepare';
import { replay } from '@/lib/replay/replay';
import { handler, jsonBody, reply, type IdPath } from '../handler';
import { readHead, requireSession } from '../records';
import { knowSizeTables } from '../size-tables';
import { chosenOf } from './chosen-policy';
import { ownProfile } from './own-profile';
import { sessionNames } from './stored-references';

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
  return reply(recallAnswerSchema, {
    producer: PRODUCER,
    policy: policy.id,
    settings,
    available: references !== null,
    recall: references === null ? null : recallJson(recallReport(run, references)),
  });
});

/** A report as JSON holds it, as `highwater recall --json` prints it. */
function recallJson({ report, steps, lastNeeded }: Recall): Readonly<Record<string, unknown>> {
  const columns = Object.entries(steps as unknown as Record<string, Float64Array>);
  return {
    ...report,
    lastNeeded: Array.from(lastNeeded),
    steps: Object.fromEntries(columns.map(([name, values]) => [name, Array.from(values)])),
  };
}
