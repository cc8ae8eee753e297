import { setImmediate } from 'node:timers/promises';
import { compactedSessions } from '@/lib/db/agent-sessions';
import type { Database } from '@/lib/db/client';
import type { SessionListRow } from '@/lib/db/sessions';
import { knownPrefix } from '@/lib/replay/replay';
import type { JudgedCompaction } from '@/lib/report/fidelity';
import { fitThreshold, isEvidence } from '@/lib/report/fitted-threshold';
import {
  isSameGroup,
  sessionEvidence,
  type FitGroup,
  type SessionEvidence,
} from '@/lib/report/version-fit';
import { decodeProfile } from '@/lib/tokens/profile-codec';
import { libraryFitSchema } from '@/lib/api/fit-contract';
import { withUserSettings } from '@/lib/api/user-settings';
import { handler, reply } from './handler';
import { attachedOf, readHead, requireSession } from './records';
import { storedProfile } from './stored-profile';

interface SessionPath {
  readonly id: string;
}

/** Sessions whose version is looked at, and sessions that are judged: some ms each. */
const MOST_EXAMINED = 400;
const MOST_JUDGED = 100;

/** GET /api/sessions/[id]/fit. */
export const getFit = handler<SessionPath>(async ({ db, params }) => {
  const row = await requireSession(db, params.id);
  const { source } = await readHead(db, row.id);
  const own = await evidenceOf(db, row);
  const known = { agent: source.agent, version: source.agentVersion };
  if (own === null) {
    const none = { window: null, fitted: null, sessions: [], examined: 0, others: 0, more: false };
    return reply(libraryFitSchema, { ...known, ...none });
  }
  const rows = await compactedSessions(db, row.agent, MOST_EXAMINED + 1);
  const taken = rows.slice(0, MOST_EXAMINED);
  const { found, others, cut } = await gathered(db, taken, own.group);
  return reply(libraryFitSchema, {
    ...known,
    window: own.group.window,
    fitted: fitThreshold(found.map(({ evidence }) => evidence)),
    sessions: found.map(({ row: { id, name, model }, evidence }) => ({
      id,
      name,
      model,
      compactions: evidence.compactions.filter(isEvidence).map(figures),
    })),
    examined: taken.length,
    others,
    more: cut || rows.length > taken.length,
  });
});

interface Found {
  readonly row: SessionListRow;
  readonly evidence: SessionEvidence;
}

/** The evidence of a group's sessions among `rows`; `cut` where more of them would be judged. */
async function gathered(db: Database, rows: readonly SessionListRow[], group: FitGroup) {
  const found: Found[] = [];
  let others = 0;
  for (const row of rows) {
    await setImmediate();
    const { source } = await readHead(db, row.id);
    if (source.agentVersion !== group.version) {
      others++;
      continue;
    }
    if (found.length === MOST_JUDGED) return { found, others, cut: true };
    const evidence = await evidenceOf(db, row);
    if (evidence === null || !isSameGroup(evidence.group, group)) others++;
    else if (evidence.compactions.some(isEvidence)) found.push({ row, evidence });
  }
  return { found, others, cut: false };
}

/** What a session says under the limit and prefix that the user gave it. */
async function evidenceOf(db: Database, row: SessionListRow): Promise<SessionEvidence | null> {
  const { source } = await readHead(db, row.id);
  const profile = withUserSettings(decodeProfile(await storedProfile(db, row)), {
    limitOverride: row.limitOverride,
    attachedPrefix: attachedOf(row),
  });
  return sessionEvidence(source, profile, knownPrefix(profile));
}

const figures = ({ step, trigger, preTokens, value, held }: JudgedCompaction) => ({
  step,
  trigger,
  preTokens,
  value,
  held,
});
