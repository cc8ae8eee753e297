import { createHash } from 'node:crypto';
import { openSession, type Opening } from '@/lib/analysis/fit/opening';
import { shownReplay } from '@/lib/analysis/fit/shown-replay';
import { whatHappened } from '@/lib/analysis/fit/what-happened';
import type { Settings } from '@/lib/engine/policy/fields';
import type { Policy } from '@/lib/engine/policy/policy';
import type { Fault } from '@/lib/engine/replay/faults/faults';
import { prepare } from '@/lib/engine/replay/prepare';
import { freezeRun } from '@/lib/answers/report/runs/freeze-run';
import type { RunRecord } from '@/lib/answers/report/runs/run-record';
import type { Profile } from '@/lib/engine/tokens/profile';
import type { Database } from '@/lib/server/db/client';
import { traceHash } from '@/lib/server/db/runs/runs';
import type { SessionListRow } from '@/lib/server/db/sessions/sessions';
import { sessionContent } from '@/lib/server/import/stage-session';
import { maskSecrets } from '@/lib/readers/secrets/mask-secrets';
import { badRequest } from '../handler';
import { readHead } from '../records';
import { ensureSizeTables } from '../size-tables';
import { namedFindings } from '../findings/named-findings';
import { ownProfile } from '../sessions/own-profile';

/** SHA-256 of a text, as 64 hexadecimal digits. */
export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** What is replayed. */
interface RunSettings {
  readonly policy: Policy;
  readonly settings: Settings;
  readonly faults: readonly Fault[];
}

/** A session as the workbench opens it. */
interface Opened {
  readonly row: SessionListRow;
  readonly profile: Profile;
  readonly opening: Opening;
  /** Replays it, and freezes that as of now. */
  readonly freeze: (asked: RunSettings, note: string) => Promise<RunRecord>;
}

/** Opens a session for a run; secrets in what a record says are masked. @throws RequestError without steps. */
export async function openedSession(db: Database, row: SessionListRow): Promise<Opened> {
  await ensureSizeTables();
  const profile = await ownProfile(db, row);
  if (profile.stepCount === 0) throw badRequest('The session has no steps: nothing is replayed.');
  const { source, notices } = await readHead(db, row.id);
  const opening = openSession(source, profile);
  const session = prepare(profile, opening.prefixTokens);
  const freeze = async (
    { policy, settings, faults }: RunSettings,
    note: string,
  ): Promise<RunRecord> => {
    const run = shownReplay(session, opening, { policy, settings, faults });
    const found = await namedFindings(db, row, run, { agent: source.agent, notices });
    const said = { findings: found, happened: whatHappened(profile, opening) };
    const { id, name, agent, model } = row;
    const input = {
      session: { id, name, agent, model, trace: await traceHash(db, row.importId) },
      numbers: sessionContent(profile).hash ?? '',
      ...{ settings, faults, note, frozenAt: Date.now() },
      ...(await maskSecrets(said)).value,
    };
    return freezeRun(run, input, sha256);
  };
  return { row, profile, opening, freeze };
}
