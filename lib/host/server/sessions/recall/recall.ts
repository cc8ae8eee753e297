import { openSession } from '@/lib/analysis/fit/opening';
import { shownReplay } from '@/lib/analysis/fit/shown-replay';
import { recallReport, type Recall } from '@/lib/analysis/recall/recall-report';
import {
  recallAnswerSchema,
  recallOtherSchema,
  recallQuerySchema,
  recallRequestSchema,
} from '@/lib/host/api/contract/workbench/recall-contract';
import { PRODUCER } from '@/lib/replay/engine';
import { prepare } from '@/lib/replay/prepare';
import { checked, handler, jsonBody, reply, type IdPath } from '../../handler';
import { readHead, requireSession } from '../../records';
import { knowSizeTables } from '../../size-tables';
import { chosenOf } from '../chosen-policy';
import { ownProfile } from '../own-profile';
import { sessionNames } from '../stored-references';
import { named, othersOf } from './other-sessions';

/** Sessions that an answer lists. */
const MOST_OTHERS = 20;

/** POST /api/sessions/[id]/recall: what of the context is used again, as the page says it. */
export const postRecall = handler<IdPath>(async ({ db, params, request }) => {
  const body = await jsonBody(request, recallRequestSchema);
  const row = await requireSession(db, params.id);
  await knowSizeTables();
  const profile = await ownProfile(db, row);
  const { source } = await readHead(db, row.id);
  const opening = openSession(source, profile);
  const { policy, settings, prefixTokens } = chosenOf(body, profile, opening);
  const shown = { policy, settings, faults: body.faults };
  const run = shownReplay(prepare(profile, prefixTokens), opening, shown);
  const references = await sessionNames(db, row);
  const { against } = await othersOf(db, row, body.against);
  const theirs = against && references && (await sessionNames(db, against.session.row));
  return reply(recallAnswerSchema, {
    producer: PRODUCER,
    policy: policy.id,
    settings,
    available: references !== null,
    against: theirs && named(against),
    recall: references && recallJson(recallReport(run, references, { other: theirs })),
  });
});

/** GET /api/sessions/[id]/recall: whose names tell the chance level, and whose might. */
export const getRecall = handler<IdPath>(async ({ db, params, query }) => {
  const asked = checked(recallQuerySchema, query);
  const row = await requireSession(db, params.id);
  const { against, others } = await othersOf(db, row, asked.against);
  const listed = others.slice(0, MOST_OTHERS).map(named);
  return reply(recallOtherSchema, {
    another: listed[0] ?? null,
    against: against && named(against),
    others: listed,
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
