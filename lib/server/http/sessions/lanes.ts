import { setImmediate } from 'node:timers/promises';
import { decimate } from '@/lib/engine/base/decimate';
import {
  LANE_POINTS,
  lanesSchema,
  MOST_LANES,
  type SessionLane,
} from '@/lib/api/contract/workbench/chart-contract';
import type { Database } from '@/lib/server/db/client';
import {
  findByTrace,
  sessionsOfParent,
  type SessionListRow,
} from '@/lib/server/db/sessions/sessions';
import { maskSecrets } from '@/lib/readers/secrets/mask-secrets';
import { recorded } from '@/lib/policies/highwater/recorded';
import { prepare } from '@/lib/engine/replay/prepare';
import { replay } from '@/lib/engine/replay/replay';
import type { Source } from '@/lib/engine/session/schema';
import type { Profile } from '@/lib/engine/tokens/profile';
import { handler, reply, type IdPath } from '../handler';
import { readHead, requireSession } from '../records';
import { ownProfile } from './own-profile';

type Parent = NonNullable<Source['parent']>;

/** Relations of a session that works beside its parent: not of one that goes on from it. */
const beside: readonly Parent['relation'][] = ['subagent', 'lane'];

export const getLanes = handler<IdPath>(
  {
    at: 'GET /api/sessions/{id}/lanes',
    about: 'The other sessions of the same trace.',
    answer: lanesSchema,
  },
  async ({ db, params }) => {
    const row = await requireSession(db, params.id);
    const { sessionId, lane, format } = row;
    const parents = beside.map((relation) => JSON.stringify({ sessionId, lane, relation }));
    const named = await sessionsOfParent(db, format, parents, MOST_LANES + 1);
    const rows = named.filter((one) => isOneTrace(row, one));
    const lanes: SessionLane[] = [];
    for (const child of rows.slice(0, MOST_LANES)) {
      lanes.push(await laneOf(db, child));
      await setImmediate();
    }
    const { value } = await maskSecrets({
      ...{ lanes, more: rows.length > MOST_LANES },
      parent: await parentOf(db, row),
    });
    return reply(lanesSchema, value);
  },
);

/** An identifier that no other trace has by chance. */
const UNIQUE = /[0-9a-f]{8}/i;

/** Sessions that name one another: of one file, or of files whose names no other trace has by chance. */
const isOneTrace = (one: SessionListRow, other: SessionListRow): boolean =>
  one.importId === other.importId || UNIQUE.test(one.sessionId) || UNIQUE.test(other.sessionId);

async function laneOf(db: Database, row: SessionListRow): Promise<SessionLane> {
  const { id, name, lane, limit, steps, peakReal, peakProjected } = row;
  const { relation } = JSON.parse(row.parent ?? 'null') as Parent;
  const points = pointsOf(await ownProfile(db, row));
  return {
    ...{ id, name, lane, relation, steps, limit, points },
    peak: peakReal ?? 0,
    projected: peakProjected,
  };
}

function pointsOf(profile: Profile): SessionLane['points'] {
  if (profile.stepCount === 0) return [];
  const { real } = replay(prepare(profile), recorded, {}).columns;
  const range = { from: 0, to: profile.stepCount - 1 };
  return decimate(real, range, LANE_POINTS).map((step) => {
    const time = profile.steps.time[step] ?? NaN;
    return { step, real: Math.trunc(real[step] ?? 0), time: time > 0 ? time : null };
  });
}

/** The session that started this one, where the library has it. */
async function parentOf(db: Database, row: SessionListRow) {
  const { parent } = (await readHead(db, row.id)).source;
  if (parent === null) return null;
  const { sessionId, lane, relation } = parent;
  const found = await findByTrace(db, { format: row.format, sessionId, lane });
  if (found === null || !isOneTrace(row, found)) return null;
  return { id: found.id, name: found.name, relation };
}
