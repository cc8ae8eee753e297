import { setImmediate } from 'node:timers/promises';
import type { Database } from '@/lib/server/db/client';
import { compactedSessions, type SessionListRow } from '@/lib/server/db/sessions/sessions';
import type { JudgedCompaction } from '@/lib/analysis/fit/judgement';
import { fitThreshold, isEvidence } from '@/lib/analysis/fit/fitted-threshold';
import {
  isSameGroup,
  sessionEvidence,
  type FitGroup,
  type SessionEvidence,
} from '@/lib/analysis/fit/version-fit';
import { libraryFitSchema } from '@/lib/api/contract/workbench/fit-contract';
import { handler, reply, type IdPath } from '../handler';
import { readHead, requireSession } from '../records';
import { ownProfile } from './own-profile';

/** Most sessions whose version is read, and most that are analysed; each takes some ms. */
const MOST_EXAMINED = 400;
const MOST_JUDGED = 100;

export const getFit = handler<IdPath>(
  {
    at: 'GET /api/sessions/{id}/fit',
    about: 'How exactly the recorded compactions follow the agent’s own policy.',
    answer: libraryFitSchema,
  },
  async ({ db, params }) => {
    const row = await requireSession(db, params.id);
    const { source } = await readHead(db, row.id);
    const own = await evidenceOf(db, row);
    const known = { agent: source.agent, version: source.agentVersion };
    if (own === null) {
      const none = {
        window: null,
        fitted: null,
        sessions: [],
        examined: 0,
        others: 0,
        more: false,
      };
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
  },
);

interface EvidenceRow {
  readonly row: SessionListRow;
  readonly evidence: SessionEvidence;
}

/** Evidence of a group's sessions among `rows`; `cut` if there are more to analyse. */
async function gathered(db: Database, rows: readonly SessionListRow[], group: FitGroup) {
  const found: EvidenceRow[] = [];
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

/** A session's evidence under the user's limit and prefix. */
async function evidenceOf(db: Database, row: SessionListRow): Promise<SessionEvidence | null> {
  const { source } = await readHead(db, row.id);
  const profile = await ownProfile(db, row);
  return sessionEvidence(source, profile);
}

const figures = ({ step, trigger, preTokens, value, held }: JudgedCompaction) => ({
  step,
  trigger,
  preTokens,
  value,
  held,
});
