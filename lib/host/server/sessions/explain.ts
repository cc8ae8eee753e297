import { causeReport } from '@/lib/analysis/explain/cause/cause-report';
import { firstStep } from '@/lib/analysis/explain/cause/first-step';
import { causeSubject } from '@/lib/analysis/explain/cause/subject';
import { openSession } from '@/lib/analysis/fit/opening';
import { PRODUCER } from '@/lib/replay/engine';
import { prepare } from '@/lib/replay/prepare';
import { replay } from '@/lib/replay/replay';
import {
  explainAnswerSchema,
  explainRequestSchema,
} from '@/lib/host/api/contract/workbench/explain-contract';
import { badRequest, handler, jsonBody, reply, type IdPath } from '../handler';
import { readHead, requireSession } from '../records';
import { knowSizeTables } from '../size-tables';
import { chosenOf } from './chosen-policy';
import { ownProfile } from './own-profile';
import { toolNames } from './texts/tool-names';

/** POST /api/sessions/[id]/explain: why a step compacted or did not, as the page says it. */
export const postExplain = handler<IdPath>(async ({ db, params, request }) => {
  const body = await jsonBody(request, explainRequestSchema);
  const row = await requireSession(db, params.id);
  await knowSizeTables();
  const profile = await ownProfile(db, row);
  const { source } = await readHead(db, row.id);
  const opening = openSession(source, profile);
  const { policy, settings } = chosenOf(body, profile, opening);
  const session = prepare(profile, opening.prefixTokens);
  const step = body.step ?? (profile.stepCount === 0 ? 0 : firstStep(session, opening));
  if (step >= profile.stepCount) {
    throw badRequest(`The session has ${profile.stepCount} steps, and no step ${step}.`, 'step');
  }
  const run = replay(session, policy, settings, { faults: body.faults });
  const tools = await toolNames(db, row);
  const subject = causeSubject(session, opening, { agent: source.agent, tools });
  return reply(explainAnswerSchema, { producer: PRODUCER, ...causeReport(run, step, subject) });
});
