import { openSession, type Opening } from '@/lib/analysis/fit/opening';
import type { FitSession } from '@/lib/analysis/fit/opened/running-today';
import { prepare } from '@/lib/engine/replay/prepare';
import { decodeProfile } from '@/lib/engine/tokens/profile-codec';
import type { CorpusFacts, CorpusSession } from '@/lib/tuning/corpus-session';
import type { Profile } from '@/lib/engine/tokens/profile';

/** A session as the page hands it over: its facts, what it opens with, and its encoded profile. */
export interface SessionBytes {
  readonly facts: CorpusFacts;
  readonly opened: { readonly policy: string; readonly preset: string | null };
  readonly profile: Uint8Array;
}

/** A session that is ready, or why it is not. */
export interface SessionLoad {
  readonly id: string;
  readonly steps: number;
  /** Id of the format that it was read from. */
  readonly source: string;
  /** The limit it is judged by; null where it is unknown. */
  readonly limit: number | null;
  /** At most 64 points in percent of the limit (of the peak where no limit is known). */
  readonly spark: readonly number[];
  readonly error: string | null;
}

/** Most points of a session's spark. */
const SPARK_POINTS = 64;

/** Prepared sessions by id, as a page handed them over. */
export class TuneCorpus {
  readonly #sessions = new Map<string, CorpusSession & Pick<SessionBytes, 'opened'>>();
  readonly #openings = new Map<string, Opening>();

  /** Decodes and prepares a session; a broken one is answered with its error and left out. */
  add({ facts, opened, profile: bytes }: SessionBytes): SessionLoad {
    const { id } = facts;
    try {
      const profile = decodeProfile(bytes);
      this.#sessions.set(id, { facts, opened, session: prepare(profile) });
      this.#openings.delete(id);
      const limit = profile.head.limit?.tokens ?? null;
      const steps = profile.steps.entries.length;
      return {
        id,
        steps,
        source: profile.head.source,
        limit,
        spark: sparkOf(profile, limit),
        error: null,
      };
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      return { id, steps: 0, source: '', limit: null, spark: [], error: why };
    }
  }

  /** The sessions with these ids, in their order; throws for one that is not loaded. */
  all(ids: readonly string[]): readonly CorpusSession[] {
    return ids.map((id) => this.#of(id));
  }

  /** A session as it ran; opened when it is first asked for. */
  ran(id: string): FitSession {
    const { facts, opened, session } = this.#of(id);
    const { profile } = session;
    const source = { format: profile.head.source, agent: facts.agent, agentVersion: null };
    const opening = this.#openings.get(id) ?? openSession({ ...source, known: opened }, profile);
    this.#openings.set(id, opening);
    return { profile, opening };
  }

  #of(id: string) {
    const session = this.#sessions.get(id);
    if (session === undefined) throw new Error(`The session ${id} is not loaded.`);
    return session;
  }
}

/** Real tokens in percent of the limit (of the peak without one); of several steps the largest. */
function sparkOf({ steps }: Profile, limit: number | null): readonly number[] {
  const { real } = steps;
  const full = limit ?? real.reduce((most, tokens) => Math.max(most, tokens), 1);
  const points = Math.min(SPARK_POINTS, real.length);
  return Array.from({ length: points }, (_, point) => {
    const from = Math.floor((point * real.length) / points);
    const to = Math.max(from + 1, Math.floor(((point + 1) * real.length) / points));
    const most = real.subarray(from, to).reduce((sum, tokens) => Math.max(sum, tokens), 0);
    return Math.round((100 * most) / full);
  });
}
