import { sessionSettings } from '@/lib/policies/contract/session-settings';
import { knownPrefix, prepare } from '@/lib/replay/prepare';
import { replay } from '@/lib/replay/replay';
import { choosePolicy, chooseSettings } from '@/lib/policies/contract/policy-choice';
import { fidelityReport } from '@/lib/analysis/fit/fidelity-report';
import { replayReport } from '@/lib/report/export/replay-report';
import { stepObjects } from '@/lib/report/export/step-rows';
import { verdict, verdictText } from '@/lib/analysis/explain/verdict';
import { replayAnswerSchema, replayRequestSchema } from '@/lib/host/api/contract/replay-contract';
import { badRequest, handler, jsonBody, reply, type IdPath } from '../handler';
import { readHead, requireSession } from '../records';
import { ownProfile } from './own-profile';

/** POST /api/sessions/[id]/replay. */
export const postReplay = handler<IdPath>(async ({ db, params, request }) => {
  const body = await jsonBody(request, replayRequestSchema);
  const chosen = choosePolicy(body.policy, body.preset);
  if (!chosen.ok) throw badRequest(chosen.error.message, chosen.error.at);
  const row = await requireSession(db, params.id);
  const profile = await ownProfile(db, row);
  const { source } = await readHead(db, row.id);
  const { policy, preset } = chosen.value;
  const { head } = profile;
  const opening = sessionSettings(policy, head);
  const own = opening as Readonly<Record<string, unknown>>;
  const settings = chooseSettings(chosen.value, body.settings, own);
  if (!settings.ok) throw badRequest(settings.error.message, settings.error.at);
  const run = replay(prepare(profile), policy, settings.value, { faults: body.faults });
  return reply(replayAnswerSchema, {
    ...replayReport(run),
    limit: head.limit,
    preset: preset?.id ?? null,
    settings: settings.value as Record<string, unknown>,
    fidelity: fidelityReport(source, profile, knownPrefix(profile)),
    verdict: verdictText(verdict(run, { agent: row.agent, draft: policy.label })),
    ...(body.steps ? { steps: stepObjects(run) } : {}),
  });
});
