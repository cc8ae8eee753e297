import { comparisonReport, type NamedLane } from '@/lib/analysis/compare/comparison-report';
import { laneDraft, laneReplay } from '@/lib/analysis/compare/lane';
import { parseLane } from '@/lib/analysis/compare/lane-text';
import { laneLetter } from '@/lib/analysis/compare/lane-words';
import { openSession } from '@/lib/analysis/fit/opening';
import {
  compareAnswerSchema,
  compareRequestSchema,
} from '@/lib/api/contract/workbench/compare-contract';
import type { Database } from '@/lib/server/db/client';
import { ratesOf } from '@/lib/analysis/cost/session-prices';
import { sessionPrices } from '@/lib/answers/prices/session-prices';
import { prepare } from '@/lib/engine/replay/prepare';
import { badRequest, handler, jsonBody, reply } from '../handler';
import { readHead, requireSession } from '../records';
import { ownProfile } from '../sessions/own-profile';
import { sessionNames } from '../sessions/stored-references';
import { ensureSizeTables } from '../size-tables';

export const postCompare = handler(
  {
    at: 'POST /api/compare',
    about: 'Replays side by side, as the page and the command line show them.',
    body: compareRequestSchema,
    answer: compareAnswerSchema,
  },
  async ({ db, request }) => {
    const { lanes: asked, baseline, axis } = await jsonBody(request, compareRequestSchema);
    if (baseline >= asked.length) {
      throw badRequest(`There are ${asked.length} lanes, and no lane ${baseline}.`, 'baseline');
    }
    await ensureSizeTables();
    const lanes: NamedLane[] = [];
    for (const text of asked) lanes.push(await laneOf(db, text, lanes.length));
    const { json } = comparisonReport(lanes, { baseline, axis });
    return reply(compareAnswerSchema, json);
  },
);

async function laneOf(db: Database, text: string, index: number): Promise<NamedLane> {
  const at = `lanes.${index}`;
  const parsed = parseLane(text);
  if (!parsed.ok) throw badRequest(`${parsed.error}.`, at);
  const { session } = parsed.value;
  if (session === null) throw badRequest('A lane begins with the id of its session.', at);
  const row = await requireSession(db, session);
  const profile = await ownProfile(db, row);
  if (profile.stepCount === 0) throw badRequest('The session has no step.', at);
  const { source, notices } = await readHead(db, row.id);
  const opening = openSession(source, profile);
  const prepared = prepare(profile, opening.prefixTokens);
  const draft = laneDraft(parsed.value, opening, prepared);
  if (!draft.ok) throw badRequest(draft.error.message, at);
  return {
    name: laneLetter(index),
    session,
    about: { agent: source.agent, notices },
    replay: laneReplay(prepared, opening, draft.value),
    ratesOf: ratesOf(sessionPrices(profile, new Date())),
    references: await sessionNames(db, row),
  };
}
