import { causeReport } from '@/lib/analysis/explain/cause/cause-report';
import { firstStep } from '@/lib/analysis/explain/cause/first-step';
import { causeSubject } from '@/lib/analysis/explain/cause/subject';
import { costTotal } from '@/lib/analysis/cost/cost-total';
import { ratesOf, sessionPrices } from '@/lib/host/prices/session-prices';
import { PRODUCER } from '@/lib/replay/engine';
import {
  explainAnswerSchema,
  explainRequestSchema,
} from '@/lib/host/api/contract/workbench/explain-contract';
import type { Replay } from '@/lib/replay/replay';
import { handler, jsonBody, reply, type IdPath } from '../handler';
import { requireSession } from '../records';
import { askedRun, requireStep } from './report/asked-run';
import { toolNames } from './texts/tool-names';

/** POST /api/sessions/[id]/explain: why a step compacted or did not, as the page says it. */
export const postExplain = handler<IdPath>(async ({ db, params, request }) => {
  const body = await jsonBody(request, explainRequestSchema);
  const row = await requireSession(db, params.id);
  const { head, profile, opening, session, run } = await askedRun(db, row, body);
  const step = body.step ?? (profile.stepCount === 0 ? 0 : firstStep(session, opening));
  requireStep(profile.stepCount, step, 'step');
  const tools = await toolNames(db, row);
  const prices = ratesOf(sessionPrices(profile, new Date()));
  const dollarsOf = (of: Replay): number => costTotal(of, prices);
  const subject = causeSubject(session, opening, { agent: head.source.agent, tools, dollarsOf });
  return reply(explainAnswerSchema, { producer: PRODUCER, ...causeReport(run, step, subject) });
});
