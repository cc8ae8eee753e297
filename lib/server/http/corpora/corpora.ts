import { sessionPageSchema } from '@/lib/api/contract/contract';
import { createHash } from 'node:crypto';
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
import {
  corpusInputSchema,
  corpusListSchema,
  corpusPageQuerySchema,
  corpusPageSchema,
  corpusPatchSchema,
  corpusResolveSchema,
  corpusSchema,
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
import { pagesOf, resolvePage, setOfCorpus, type SessionSet } from './resolve';

export const getCorpora = handler(
  { at: 'GET /api/corpora', about: 'The saved corpora.', answer: corpusListSchema },
  async ({ db }) => reply(corpusListSchema, { corpora: (await listCorpora(db)).map(recordOf) }),
);

export const postCorpus = handler(
  {
    at: 'POST /api/corpora',
    about: 'Saves a filter, or freezes a list.',
    body: corpusInputSchema,
    answer: corpusSchema,
    status: 201,
  },
  async ({ db, request }) => {
    const { name, filter, sessions } = await jsonBody(request, corpusInputSchema);
    const row = await createCorpus(db, {
      name,
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
    about: 'Changes the name or the filter of a corpus.',
    body: corpusPatchSchema,
    answer: corpusSchema,
  },
  async ({ db, params, request }) => {
    const { name, filter } = await jsonBody(request, corpusPatchSchema);
    const { id, frozen } = await requireCorpus(db, params.id);
    if (filter !== undefined) {
      const change = { filter: JSON.stringify(filter) };
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
    about: 'Makes the sessions that pass the filter of a corpus its list.',
    answer: corpusSchema,
  },
  async ({ db, params }) => {
    const { id, filter, frozen } = await requireCorpus(db, params.id);
    if (frozen !== null || filter === null) throw isFrozen();
    const list = await freeze(db, { filter });
    if (!(await changeCorpus(db, id, { list }))) throw isFrozen();
    return reply(corpusSchema, await requireCorpus(db, id));
  },
);

export const getCorpusSessions = handler<IdPath>(
  {
    at: 'GET /api/corpora/{id}/sessions',
    about: 'A page of the sessions of a corpus.',
    answer: sessionPageSchema,
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
    answer: sessionPageSchema,
    body: corpusResolveSchema,
  },
  async ({ db, request }) => {
    const { corpus, filter, sessions, ...page } = await jsonBody(request, corpusResolveSchema);
    const set = await namedSet(db, { corpus, filter, sessions });
    return pageReply(await resolvePage(db, set, page), request);
  },
);

/** Sessions as a request names them: a saved corpus, a filter, or a list. */
interface NamedSessions {
  readonly corpus?: string | undefined;
  readonly filter?: SessionFilter | undefined;
  readonly sessions?: readonly string[] | undefined;
}

/** The set that a request names. @throws RequestError for an unknown corpus. */
export async function namedSet(
  db: Database,
  { corpus, filter, sessions }: NamedSessions,
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

const listOf = (ids: readonly string[]): SessionSet => ({
  list: [...new Set(ids)].map((id) => ({ id, hash: null })),
});

async function savedSet(db: Database, id: string): Promise<SessionSet> {
  const { filter, frozen } = await requireCorpus(db, id);
  return setOfCorpus(db, { id, filter, sha256: frozen?.sha256 ?? null });
}

/** The list of a set's sessions as they are now. @throws RequestError without one, or if one is missing. */
async function freeze(db: Database, set: SessionSet): Promise<FrozenList> {
  const sessions: { id: string; hash: string }[] = [];
  for await (const page of pagesOf(db, set)) {
    const [missing] = page.missing;
    if (missing !== undefined) throw noSession(missing);
    for (const { id, hash } of page.sessions) sessions.push({ id, hash });
  }
  if (sessions.length === 0) throw badRequest('No session passes the filter now.');
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

async function requireCorpus(db: Database, id: string): Promise<Corpus> {
  const row = await findCorpus(db, id);
  if (row === null) throw notFound('corpus');
  return recordOf(row);
}

function recordOf({ filter, sessions, sha256, ...row }: StoredCorpus): Corpus {
  return {
    ...row,
    filter: filter === null ? null : sessionFilterSchema.parse(JSON.parse(filter)),
    frozen: sha256 === null ? null : { sessions: sessions ?? 0, sha256 },
  };
}
