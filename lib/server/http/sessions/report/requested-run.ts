import type * as z from 'zod';
import { openSession } from '@/lib/analysis/fit/opening';
import { shownReplay } from '@/lib/analysis/fit/shown-replay';
import type { Database } from '@/lib/server/db/client';
import type { SessionListRow } from '@/lib/server/db/sessions/sessions';
import type { stepRequestSchema } from '@/lib/api/contract/replay-contract';
import { readModelLimits, withModelLimits } from '@/lib/engine/tokens/limits/model-limits';
import { prepare } from '@/lib/engine/replay/prepare';
import { badRequest } from '../../handler';
import { readHead } from '../../records';
import { ensureSizeTables } from '../../size-tables';
import { chosenOf } from '../chosen-policy';
import { ownProfile } from '../own-profile';

/**
 * The replay that a request asks for, of a session as it is stored. @throws RequestError for a step that
 * the session does not have.
 */
export async function requestedRun(
  db: Database,
  row: SessionListRow,
  body: z.output<typeof stepRequestSchema>,
) {
  await ensureSizeTables();
  const profile = withModelLimits(await ownProfile(db, row), readModelLimits(body.limits));
  const head = await readHead(db, row.id);
  const opening = openSession(head.source, profile);
  const { policy, preset, settings } = chosenOf(body, profile, opening);
  const session = prepare(profile, body.prefixTokens ?? opening.prefixTokens);
  requireStep(profile.stepCount, body.step, 'step');
  const run = shownReplay(session, opening, { policy, settings, faults: body.faults });
  return { head, profile, opening, policy, preset, settings, session, run };
}

/** A step that a request names, if it does, is one of the session's. @throws RequestError */
export function requireStep(steps: number, step: number | undefined, at: string): void {
  if (step === undefined || step < steps) return;
  throw badRequest(`The session has ${steps} steps, and no step ${step}.`, at);
}
