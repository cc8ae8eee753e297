import { prepare } from '@/lib/replay/prepare';
import { fidelityReport } from '@/lib/analysis/fit/fidelity-report';
import { openSession } from '@/lib/analysis/fit/opening';
import { shownReplay } from '@/lib/analysis/fit/shown-replay';
import { whatHappened } from '@/lib/analysis/fit/what-happened';
import { replayReport } from '@/lib/report/export/replay-report';
import { stepObjects } from '@/lib/report/export/step-rows';
import { summarySource } from '@/lib/analysis/explain/summary-size';
import { wordsText } from '@/lib/base/answer/words';
import { verdict } from '@/lib/analysis/explain/verdict';
import { replayAnswerSchema, replayInputSchema } from '@/lib/host/api/contract/replay-contract';
import { handler, jsonBody, reply, type IdPath } from '../handler';
import { readHead, requireSession } from '../records';
import { knowSizeTables } from '../size-tables';
import { chosenOf } from './chosen-policy';
import { ownProfile } from './own-profile';

export const postReplay = handler<IdPath>(
  {
    at: 'POST /api/sessions/{id}/replay',
    about: 'Replays a session under a policy: its totals, events and, where asked for, every step.',
    body: replayInputSchema,
    answer: replayAnswerSchema,
  },
  async ({ db, params, request }) => {
    const body = await jsonBody(request, replayInputSchema);
    const row = await requireSession(db, params.id);
    await knowSizeTables();
    const profile = await ownProfile(db, row);
    const { source } = await readHead(db, row.id);
    const opening = openSession(source, profile);
    const { policy, preset, settings, prefixTokens } = chosenOf(body, profile, opening);
    const session = prepare(profile, body.prefixTokens ?? prefixTokens);
    const run = shownReplay(session, opening, { policy, settings, faults: body.faults });
    const happened = whatHappened(profile, opening);
    return reply(replayAnswerSchema, {
      ...replayReport(run),
      limit: profile.head.limit,
      preset,
      settings,
      summaryModel: summarySource(run),
      fidelity: fidelityReport(source, profile),
      happened,
      verdict: wordsText(verdict(run, { agent: row.agent, draft: policy.label, happened })),
      ...(body.steps ? { steps: stepObjects(run) } : {}),
    });
  },
);
