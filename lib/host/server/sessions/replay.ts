import type * as z from 'zod';
import type { Settings } from '@/lib/policies/contract/fields';
import { sessionSettings } from '@/lib/policies/contract/session-settings';
import { knownPrefix, prepare } from '@/lib/replay/prepare';
import { replay } from '@/lib/replay/replay';
import { DEFAULT_POLICY } from '@/lib/policies/registry';
import {
  choosePolicy,
  chooseSettings,
  type PolicyChoice,
} from '@/lib/policies/contract/policy-choice';
import { fidelityReport } from '@/lib/analysis/fit/fidelity-report';
import { openSession, OWN_POLICY, type Opening } from '@/lib/analysis/fit/opening';
import { whatHappened } from '@/lib/analysis/fit/what-happened';
import { replayReport } from '@/lib/report/export/replay-report';
import { stepObjects } from '@/lib/report/export/step-rows';
import { summarySource } from '@/lib/analysis/explain/summary-size';
import { verdict, verdictText } from '@/lib/analysis/explain/verdict';
import { replayAnswerSchema, replayRequestSchema } from '@/lib/host/api/contract/replay-contract';
import type { Profile } from '@/lib/tokens/profile';
import { badRequest, handler, jsonBody, reply, type IdPath } from '../handler';
import { readHead, requireSession } from '../records';
import { knowSizeTables } from '../size-tables';
import { ownProfile } from './own-profile';

/** POST /api/sessions/[id]/replay. */
export const postReplay = handler<IdPath>(async ({ db, params, request }) => {
  const body = await jsonBody(request, replayRequestSchema);
  const row = await requireSession(db, params.id);
  await knowSizeTables();
  const profile = await ownProfile(db, row);
  const { source } = await readHead(db, row.id);
  const opening = openSession(source, profile);
  const { policy, preset, settings, prefixTokens } = chosenOf(body, profile, opening);
  const run = replay(prepare(profile, prefixTokens), policy, settings, { faults: body.faults });
  const happened = whatHappened(profile, opening);
  return reply(replayAnswerSchema, {
    ...replayReport(run),
    limit: profile.head.limit,
    preset,
    settings,
    summaryModel: summarySource(run),
    fidelity: fidelityReport(source, profile),
    happened,
    verdict: verdictText(verdict(run, { agent: row.agent, draft: policy.label, happened })),
    ...(body.steps ? { steps: stepObjects(run) } : {}),
  });
});

/** What a request names of policy, preset and settings. */
type Named = Pick<z.output<typeof replayRequestSchema>, 'policy' | 'preset' | 'settings'>;

/** The policy, settings and prefix that a request is answered with. */
type Chosen = Omit<Opening, 'own'> & { readonly preset: string | null };

/**
 * The policy that a request names, under the session's values and its own settings. One that names
 * nothing gets the session's own policy.
 */
export function chosenOf(
  { policy: id, preset: presetId, settings: given }: Named,
  profile: Profile,
  opening: Opening,
): Chosen {
  const isBare = presetId === undefined && Object.keys(given).length === 0;
  const named = id ?? (isBare ? OWN_POLICY : DEFAULT_POLICY);
  if (named === OWN_POLICY && presetId === undefined) {
    const { policy, prefixTokens, own } = opening;
    const settings = settingsOf({ policy, preset: null }, given, opening.settings);
    return { policy, preset: own?.preset ?? null, settings, prefixTokens };
  }
  const chosen = choosePolicy(named, presetId);
  if (!chosen.ok) throw badRequest(chosen.error.message, chosen.error.at);
  const { policy, preset } = chosen.value;
  const { head } = profile;
  const suggested = sessionSettings(policy, head) as Settings;
  const settings = settingsOf(chosen.value, given, suggested);
  return { policy, preset: preset?.id ?? null, settings, prefixTokens: knownPrefix(profile) };
}

function settingsOf(choice: PolicyChoice, given: Settings, suggested: Settings): Settings {
  const settings = chooseSettings(choice, given, suggested);
  if (!settings.ok) throw badRequest(settings.error.message, settings.error.at);
  return settings.value as Settings;
}
