import { parseLane } from '@/lib/analysis/compare/lane-text';
import { ratesOf } from '@/lib/analysis/cost/session-prices';
import { comparedLane, type ComparedLane, type LanesQuestion } from '@/lib/answers/model/lanes';
import { sessionsAnswerSchema, lanesRequestSchema } from '@/lib/api/contract/question-contract';
import type { Database } from '@/lib/server/db/client';
import { sessionPrices } from '@/lib/answers/prices/session-prices';
import { badRequest, jsonBody } from '../handler';
import { readHead, requireSession } from '../records';
import { ownProfile } from '../sessions/own-profile';
import { sessionNames } from '../sessions/stored-references';
import { ensureSizeTables } from '../size-tables';
import { answerRequest } from './answer-request';

/** Answers a question about lanes of the library's sessions. @throws RequestError */
export async function answerLanes(
  db: Database,
  question: LanesQuestion,
  request: Request,
): Promise<Response> {
  const body = await jsonBody(request, lanesRequestSchema(question));
  const { lanes: texts, baseline, ...input } = body;
  if (baseline >= texts.length) {
    throw badRequest(`There are ${texts.length} lanes, and no lane ${baseline}.`, 'baseline');
  }
  await ensureSizeTables();
  const lanes: ComparedLane[] = [];
  for (const text of texts) lanes.push(await laneOf(db, text, lanes.length));
  const schema = sessionsAnswerSchema(question);
  return answerRequest(question, { subject: { lanes, baseline }, input }, request, {
    schema,
    also: () => ({}),
  });
}

async function laneOf(db: Database, text: string, index: number): Promise<ComparedLane> {
  const at = `lanes.${index}`;
  const parsed = parseLane(text);
  if (!parsed.ok) throw badRequest(`${parsed.error}.`, at);
  const { session } = parsed.value;
  if (session === null) throw badRequest('A lane begins with the id of its session.', at);
  const row = await requireSession(db, session);
  const profile = await ownProfile(db, row);
  if (profile.stepCount === 0) throw badRequest('The session has no step.', at);
  const stored = { draft: { head: await readHead(db, row.id) }, profile };
  const lane = comparedLane(stored, { ...parsed.value, session }, index, {
    ratesOf: ratesOf(sessionPrices(profile, new Date())),
    references: await sessionNames(db, row),
  });
  if (!lane.ok) throw badRequest(lane.error.message, at);
  return lane.value;
}
