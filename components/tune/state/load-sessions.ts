import { getProfiles } from '@/lib/api/client';
import type { CorpusRow } from '@/lib/api/contract/corpus-contract';
import { tuneClient } from '@/lib/worker/tune/tune-client';
import type { SessionLoad } from '@/lib/worker/tune/tune-corpus';

/** Sessions of one request: about a second of work for the server at most. */
const CHUNK = 100;

/** Sessions that the worker holds, by id and content. */
const held = new Map<string, SessionLoad>();

const openedOf = ({ opening }: CorpusRow) => ({
  policy: opening?.policy ?? '',
  preset: opening?.preset ?? null,
});

const keyOf = (row: CorpusRow): string =>
  JSON.stringify([row.id, row.hash, row.limit, openedOf(row)]);

/** The worker has ended, and with it all that it held. */
export const forgetLoaded = (): void => held.clear();

/**
 * Hands the sessions that the worker lacks over to it, in parts; answers for all in their order.
 * @throws ApiError, or the worker's error.
 */
export async function loadSessions(
  rows: readonly CorpusRow[],
  onDone: (done: number) => void,
  signal: AbortSignal,
): Promise<readonly SessionLoad[]> {
  const lacking = rows.filter((row) => !held.has(keyOf(row)));
  for (let from = 0; from < lacking.length; from += CHUNK) {
    onDone(rows.length - lacking.length + from);
    const part = lacking.slice(from, from + CHUNK);
    const profiles = await getProfiles(
      part.map(({ id }) => id),
      signal,
    );
    const carried = part.flatMap((row, at) => {
      const profile = profiles[at];
      if (profile === undefined) return [];
      return [{ facts: factsOf(row), opened: openedOf(row), profile }];
    });
    const loaded = await tuneClient.call((tuner) => tuner.load(carried));
    for (const [at, one] of loaded.entries()) {
      const row = part[at];
      if (row !== undefined) held.set(keyOf(row), one);
    }
  }
  return rows.flatMap((row) => held.get(keyOf(row)) ?? []);
}

const factsOf = ({
  id,
  name,
  agent,
  model,
  hash,
  generated,
  subAgent,
  cluster,
  startedAt,
}: CorpusRow) => ({
  ...{ id, name, agent, model, hash, generated, subAgent, cluster, startedAt },
});
