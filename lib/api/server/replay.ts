import { sessionSettings } from '@/lib/policies/session-settings';
import { knownPrefix, prepare, replay } from '@/lib/replay/replay';
import { choosePolicy, chooseSettings, type ChoiceError } from '@/lib/report/policy-choice';
import { fidelityReport } from '@/lib/report/fidelity-report';
import { replayReport } from '@/lib/report/replay-report';
import { stepObjects } from '@/lib/report/step-rows';
import { verdict, verdictText } from '@/lib/report/verdict';
import { decodeProfile } from '@/lib/tokens/profile-codec';
import { replayAnswerSchema, replayRequestSchema } from '@/lib/api/replay-contract';
import { withUserSettings } from '@/lib/api/user-settings';
import { handler, jsonBody, reply, RequestError } from './handler';
import { attachedOf, readHead, requireSession } from './records';
import { storedProfile } from './stored-profile';

interface SessionPath {
  readonly id: string;
}

/** POST /api/sessions/[id]/replay. */
export const postReplay = handler<SessionPath>(async ({ db, params, request }) => {
  const body = await jsonBody(request, replayRequestSchema);
  const chosen = choosePolicy(body.policy, body.preset);
  if (!chosen.ok) throw refused(chosen.error);
  const row = await requireSession(db, params.id);
  const profile = withUserSettings(decodeProfile(await storedProfile(db, row)), {
    limitOverride: row.limitOverride,
    attachedPrefix: attachedOf(row),
  });
  const { source } = await readHead(db, row.id);
  const { policy, preset } = chosen.value;
  const { head } = profile;
  const opening = sessionSettings(policy, head, head.limit?.tokens ?? null);
  const own = opening as Readonly<Record<string, unknown>>;
  const settings = chooseSettings(chosen.value, body.settings, own);
  if (!settings.ok) throw refused(settings.error);
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

function refused({ at, message }: ChoiceError): RequestError {
  return new RequestError({ code: 'bad-request', message, at });
}
