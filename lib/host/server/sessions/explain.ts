import type { Database } from '@/lib/host/db/client';
import { textReader } from '@/lib/host/db/sessions/texts';
import type { SessionListRow } from '@/lib/host/db/sessions/sessions';
import { causeReport } from '@/lib/analysis/explain/cause/cause-report';
import type { CallNames } from '@/lib/analysis/explain/cause/calls';
import { firstStep } from '@/lib/analysis/explain/cause/first-step';
import { namedEntries } from '@/lib/analysis/explain/cause/jump';
import { causeSubject } from '@/lib/analysis/explain/cause/subject';
import { openSession } from '@/lib/analysis/fit/opening';
import { PRODUCER } from '@/lib/replay/engine';
import { prepare } from '@/lib/replay/prepare';
import { replay, type Replay } from '@/lib/replay/replay';
import {
  explainAnswerSchema,
  explainRequestSchema,
} from '@/lib/host/api/contract/explain-contract';
import { callNames } from '@/lib/session/call-names';
import { badRequest, handler, jsonBody, reply, type IdPath } from '../handler';
import { entryRefs, readHead, requireSession, storedEntry } from '../records';
import { knowSizeTables } from '../size-tables';
import { chosenOf } from './chosen-policy';
import { ownProfile } from './own-profile';

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
  const calls = await callsOf(db, row, run, step);
  const subject = causeSubject(session, opening, { agent: source.agent, calls });
  return reply(explainAnswerSchema, { producer: PRODUCER, ...causeReport(run, step, subject) });
});

/** Names that the entries of a step's growth call. */
async function callsOf(
  db: Database,
  row: SessionListRow,
  run: Replay,
  step: number,
): Promise<CallNames> {
  const refs = await entryRefs(db, row.id);
  const reader = textReader(db, row.importId, 'entries');
  const names = new Map<number, readonly string[]>();
  for (const [from, to] of namedEntries(run, step)) {
    for (let entry = from; entry < to; entry++) {
      const text = await reader.record(refs[entry] ?? -1);
      names.set(entry, callNames(storedEntry(text)));
    }
  }
  return (entry) => names.get(entry) ?? [];
}
