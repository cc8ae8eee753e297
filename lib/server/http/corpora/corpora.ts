import { createHash } from 'node:crypto';
import type * as z from 'zod';
import type { Database } from '@/lib/server/db/client';
import {
  changeCorpus,
  createCorpus,
  deleteCorpus,
  findCorpus,
  listCorpora,
  MOST_CORPORA,
  type CorpusRow as StoredCorpus,
  type FrozenList,
} from '@/lib/server/db/sessions/corpora';
import { sessionsOfIds } from '@/lib/server/db/sessions/corpus-rows';
import {
  corpusInputSchema,
  corpusListSchema,
  corpusPageQuerySchema,
  corpusPageSchema,
  corpusPatchSchema,
  corpusResolveSchema,
  corpusSchema,
  MOST_PICKED,
  type Corpus,
  type CorpusPage,
} from '@/lib/api/contract/corpus-contract';
import { sessionFilterSchema, type SessionFilter } from '@/lib/api/contract/session-filter';
import { formatInteger } from '@/lib/engine/base/format';
import {
  badRequest,
  checked,
  handler,
  jsonBody,
  longJsonText,
  notFound,
  reply,
  RequestError,
  type IdPath,
} from '../handler';
import { listOf, pagesOf, resolvePage, setOfCorpus, type SessionSet } from './resolve';

export const getCorpora = handler(
  { at: 'GET /api/corpora', about: 'The saved corpora.', answer: corpusListSchema },
  async ({ db }) => reply(corpusListSchema, { corpora: (await listCorpora(db)).map(recordOf) }),
);

export const postCorpus = handler(
  {
    at: 'POST /api/corpora',
    about: 'Saves a filter, sessions picked by hand or both, or freezes a list.',
    body: corpusInputSchema,
    answer: corpusSchema,
    status: 201,
  },
  async ({ db, request }) => {
    const { name, filter, picked, sessions } = await jsonBody(request, corpusInputSchema);
    const row = await createCorpus(db, {
      name,
      picked: picked === undefined ? [] : await listedIds(db, picked),
      filter: filter === undefined ? null : JSON.stringify(filter),
      list: sessions === undefined ? null : await freeze(db, listOf(sessions)),
    });
    if (row !== null) return reply(corpusSchema, recordOf(row), 201);
    throw new RequestError({
      code: 'conflict',
      message: `The library keeps ${formatInteger(MOST_CORPORA)} corpora at most.`,
      hint: 'Delete some of them first.',
    });
  },
);

export const getCorpus = handler<IdPath>(
  { at: 'GET /api/corpora/{id}', about: 'A saved corpus.', answer: corpusSchema },
  async ({ db, params }) => reply(corpusSchema, await requireCorpus(db, params.id)),
);

export const patchCorpus = handler<IdPath>(
  {
    at: 'PATCH /api/corpora/{id}',
    about: 'Changes the name or the filter of a corpus, or adds and takes away sessions.',
    body: corpusPatchSchema,
    answer: corpusSchema,
  },
  async ({ db, params, request }) => {
    const { name, ...parts } = await jsonBody(request, corpusPatchSchema);
    const corpus = await requireCorpus(db, params.id);
    const { id, frozen } = corpus;
    if (Object.keys(parts).length > 0) {
      const change = await changeOf(db, corpus, parts);
      if (frozen !== null || !(await changeCorpus(db, id, change))) throw isFrozen();
    }
    if (name !== undefined) await changeCorpus(db, id, { name });
    return reply(corpusSchema, await requireCorpus(db, id));
  },
);

export const removeCorpus = handler<IdPath>(
  {
    at: 'DELETE /api/corpora/{id}',
    about: 'Deletes a corpus; its sessions stay.',
    answer: corpusSchema,
  },
  async ({ db, params }) => {
    const corpus = await requireCorpus(db, params.id);
    await deleteCorpus(db, corpus.id);
    return reply(corpusSchema, corpus);
  },
);

export const postFreeze = handler<IdPath>(
  {
    at: 'POST /api/corpora/{id}/freeze',
    about: 'Makes the sessions of a corpus its list.',
    answer: corpusSchema,
  },
  async ({ db, params }) => {
    const corpus = await requireCorpus(db, params.id);
    const { id, frozen, picked } = corpus;
    if (frozen !== null) throw isFrozen();
    // Those that were deleted since they were picked have left it, as they leave a filter.
    const there = (await sessionsOfIds(db, picked)).map((session) => session.id);
    const list = await freeze(db, await setOfCorpus(db, { ...corpus, picked: there }));
    if (!(await changeCorpus(db, id, { list }))) throw isFrozen();
    return reply(corpusSchema, await requireCorpus(db, id));
  },
);

export const getCorpusSessions = handler<IdPath>(
  {
    at: 'GET /api/corpora/{id}/sessions',
    about: 'A page of the sessions of a corpus.',
    answer: corpusPageSchema,
    query: corpusPageQuerySchema,
  },
  async ({ db, params, query, request }) => {
    const page = checked(corpusPageQuerySchema, query);
    const set = await savedSet(db, params.id);
    return pageReply(await resolvePage(db, set, page), request);
  },
);

export const postResolve = handler(
  {
    at: 'POST /api/corpora/resolve',
    about: 'A page of the sessions of a corpus, a filter or a list.',
    answer: corpusPageSchema,
    body: corpusResolveSchema,
  },
  async ({ db, request }) => {
    const { corpus, filter, sessions, ...page } = await jsonBody(request, corpusResolveSchema);
    const set = await namedSet(db, { corpus, filter, sessions });
    return pageReply(await resolvePage(db, set, page), request);
  },
);

/** Sessions as a request names them: a saved corpus, a filter, or a list. */
interface SessionSelection {
  readonly corpus?: string | undefined;
  readonly filter?: SessionFilter | undefined;
  readonly sessions?: readonly string[] | undefined;
}

/** The set that a request names. @throws RequestError for an unknown corpus. */
export async function namedSet(
  db: Database,
  { corpus, filter, sessions }: SessionSelection,
): Promise<SessionSet> {
  if (corpus !== undefined) return savedSet(db, corpus);
  return filter === undefined ? listOf(sessions ?? []) : { filter };
}

const pageReply = (page: CorpusPage, request: Request): Response =>
  longJsonText(JSON.stringify(corpusPageSchema.parse(page)), request);

const isFrozen = (): RequestError =>
  new RequestError({
    code: 'conflict',
    message: 'The corpus is frozen: its list stays as it is.',
    hint: 'Save the filter as another corpus.',
  });

const savedSet = async (db: Database, id: string): Promise<SessionSet> =>
  setOfCorpus(db, await requireCorpus(db, id));

/** Ids without doubles. @throws RequestError if one of them is not in the library. */
async function listedIds(db: Database, ids: readonly string[]): Promise<readonly string[]> {
  const known = new Set((await sessionsOfIds(db, ids)).map(({ id }) => id));
  const unknown = ids.find((id) => !known.has(id));
  if (unknown !== undefined) throw noSession(unknown);
  return [...new Set(ids)];
}

/** What a patch changes of a corpus besides its name. @throws RequestError for too many sessions. */
async function changeOf(
  db: Database,
  { picked, excluded, filter: saved }: Corpus,
  { filter, pick = [], unpick = [] }: Omit<z.output<typeof corpusPatchSchema>, 'name'>,
) {
  const away = new Set(unpick);
  const kept = [...new Set([...picked, ...(await listedIds(db, pick))])].filter(
    (id) => !away.has(id),
  );
  const back = new Set(pick);
  // Without a filter nobody is in it who was not picked.
  const hasFilter = filter !== undefined || saved !== null;
  const leaves = hasFilter ? (await sessionsOfIds(db, unpick)).map(({ id }) => id) : [];
  const out = [...new Set([...excluded, ...leaves])].filter((id) => !back.has(id));
  if (kept.length > MOST_PICKED || out.length > MOST_PICKED) {
    const at = kept.length > MOST_PICKED ? 'pick' : 'unpick';
    throw badRequest(`A corpus has ${formatInteger(MOST_PICKED)} sessions by hand at most.`, at);
  }
  return {
    ...(filter === undefined ? {} : { filter: JSON.stringify(filter) }),
    ...(pick.length + unpick.length === 0 ? {} : { picked: kept }),
    ...(out.length + excluded.length === 0 ? {} : { excluded: out }),
  };
}

/** The list of a set's sessions as they are now. @throws RequestError without one, or if one is missing. */
async function freeze(db: Database, set: SessionSet): Promise<FrozenList> {
  const sessions: { id: string; hash: string }[] = [];
  for await (const page of pagesOf(db, set)) {
    const [missing] = page.missing;
    if (missing !== undefined) throw noSession(missing);
    for (const { id, hash } of page.sessions) sessions.push({ id, hash });
  }
  if (sessions.length === 0) throw badRequest('No session is in the corpus now.');
  const hashes = sessions.map(({ hash }) => hash).sort();
  const sha256 = createHash('sha256').update(hashes.join('\n')).digest('hex');
  return { sessions, sha256 };
}

/** Error for a session of a list that is not in the library. */
export const noSession = (id: string): RequestError =>
  new RequestError({
    code: 'not-found',
    message: `There is no session ${id} in the library.`,
    at: id,
  });

export async function requireCorpus(db: Database, id: string): Promise<Corpus> {
  const row = await findCorpus(db, id);
  if (row === null) throw notFound('corpus');
  return recordOf(row);
}

function recordOf({ filter, picked, excluded, sessions, sha256, ...row }: StoredCorpus): Corpus {
  return {
    ...row,
    picked: JSON.parse(picked ?? '[]') as string[],
    excluded: JSON.parse(excluded ?? '[]') as string[],
    filter: filter === null ? null : sessionFilterSchema.parse(JSON.parse(filter)),
    frozen: sha256 === null ? null : { sessions: sessions ?? 0, sha256 },
  };
}
