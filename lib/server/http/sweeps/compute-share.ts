import { storedProfiles } from '@/lib/server/db/sessions/bulk-profiles';
import { sessionsOfIds } from '@/lib/server/db/sessions/corpus-rows';
import { findSession } from '@/lib/server/db/sessions/sessions';
import { chunksOf } from '@/lib/server/db/chunks';
import type { Database } from '@/lib/server/db/client';
import { hasResult, storeResult } from '@/lib/server/db/sweeps/results';
import { takeShare, type SharePlace } from '@/lib/server/db/sweeps/shares';
import { beginSweep, failSweep, findSweep } from '@/lib/server/db/sweeps/sweeps';
import type { CorpusRow } from '@/lib/api/contract/corpus-contract';
import { ENGINE } from '@/lib/engine/replay/engine';
import type { SweepPhase } from '@/lib/tuning/sweep/phases';
import { shareCells, sharePart } from '@/lib/tuning/sweep/share';
import { hashOf } from '../sessions/bulk-own-bytes';
import { ownBytes } from '../sessions/own-profile';
import { keptPhases, keptSweep, type KeptSweep } from './kept-sweep';
import type { ShareTask } from './process/share-task';
import { faultOf, hasChanged, ShareFault, wasDeleted } from './share-fault';

/** A share is given up after this many of its workers ended. */
const MOST_ATTEMPTS = 4;

/** Sessions whose numbers are read at once. */
const CHUNK = 100;

/** Computes the encoded results of a share. @throws ShareFault for an error of the replay itself. */
export type ComputeShare = (task: ShareTask) => Promise<Uint8Array>;

/** The newest sweeps that this process computed: they never change. */
export class KnownSweeps {
  readonly #db: Database;
  #kept: KeptSweep | undefined;
  #phases: readonly SweepPhase[] = [];

  constructor(db: Database) {
    this.#db = db;
  }

  /** A sweep and one of its phases; null if it is gone. */
  async find(
    id: string,
    phase: number,
  ): Promise<{ readonly sweep: KeptSweep; readonly phase: SweepPhase } | null> {
    const sweep = this.#kept?.id === id ? this.#kept : await this.#read(id);
    if (sweep === null) return null;
    const known = this.#kept === sweep ? this.#phases : [];
    const phases = phase < known.length ? known : await keptPhases(this.#db, sweep, phase);
    this.#kept = sweep;
    this.#phases = phases;
    const found = phases[phase];
    return found === undefined ? null : { sweep, phase: found };
  }

  async #read(id: string): Promise<KeptSweep | null> {
    const row = await findSweep(this.#db, id);
    return row && keptSweep(this.#db, row);
  }
}

/**
 * Computes one share and stores its results once. A sweep that cannot go on is ended with the reason.
 * @throws errors of the database, and of a thread that ended: the share is to be taken again.
 */
export async function computeShare(
  db: Database,
  known: KnownSweeps,
  place: SharePlace,
  compute: ComputeShare,
): Promise<void> {
  const begun = await beginSweep(db, place.sweepId);
  if (begun === null) return;
  const share = await takeShare(db, place);
  if (share === null || (await hasResult(db, share.key))) return;
  const found = await known.find(place.sweepId, place.phase);
  if (found === null) return;
  try {
    if (share.attempts > MOST_ATTEMPTS) throw new ShareFault(tooOften(place.number));
    const { sweep, phase } = found;
    const own = sharePart(sweep.sessions, share);
    const cells = shareCells(phase, share);
    const profiles = await profilesOf(db, own);
    const of = phase.name === 'figures' ? 'figures' : 'totals';
    const countedFrom = own.map((session) => session.countedFrom ?? 0);
    const results = await compute({ of, plan: sweep.plan, cells, profiles, countedFrom });
    await storeResult(db, share.key, results);
  } catch (error) {
    if (!(error instanceof ShareFault)) throw error;
    await failSweep(db, place.sweepId, faultOf(error), begun);
  }
}

const tooOften = (number: number): string =>
  `Share ${number} of the sweep ended its worker ${MOST_ATTEMPTS} times; it may need more memory.`;

/** Encoded profiles of sessions as they were when the sweep began. @throws ShareFault */
export async function profilesOf(
  db: Database,
  sessions: readonly CorpusRow[],
): Promise<readonly Uint8Array[]> {
  const profiles: Uint8Array[] = [];
  for (const chunk of chunksOf(sessions, CHUNK)) {
    const ids = chunk.map(({ id }) => id);
    const listed = new Set((await sessionsOfIds(db, ids)).map(({ id }) => id));
    const stored = await storedProfiles(db, ids);
    for (const session of chunk) {
      const { id, hash } = session;
      const plain = stored.get(id);
      // The user's limit and prefix are in the hash, and so is an earlier version's missing part.
      if (listed.has(id) && plain !== undefined && hashOf(plain) === hash) {
        profiles.push(plain);
        continue;
      }
      const row = await findSession(db, id);
      if (row === null) throw wasDeleted(session);
      const bytes = await ownBytes(db, row);
      if (hashOf(bytes) !== hash) throw hasChanged(session);
      profiles.push(bytes);
    }
  }
  return profiles;
}

/** Ends an active sweep of another engine; the message names both. */
export const failOtherEngine = (
  db: Database,
  { id, engine }: { readonly id: string; readonly engine: number },
): Promise<void> => failSweep(db, id, { message: otherEngine(engine) });

/** Why a sweep of another engine cannot go on. */
export const otherEngine = (engine: number): string =>
  `The sweep began with engine ${engine}; this program has engine ${ENGINE}, whose numbers may differ.`;
