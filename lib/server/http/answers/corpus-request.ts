import { setImmediate } from 'node:timers/promises';
import type { CorpusQuestion, CorpusSession } from '@/lib/answers/model/corpus';
import { QuestionError } from '@/lib/answers/model/question';
import { formatInteger } from '@/lib/engine/base/format';
import { corpusRequestSchema, sessionsAnswerSchema } from '@/lib/api/contract/question-contract';
import type { Database } from '@/lib/server/db/client';
import { findSession } from '@/lib/server/db/sessions/sessions';
import { estimatorsFor } from '@/lib/worker/tokenizers/load-encoding';
import type { TextEstimator } from '@/lib/engine/tokens/text/text-estimators';
import { namedSet, noSession } from '../corpora/corpora';
import { pagesOf, type SessionSet } from '../corpora/resolve';
import { badRequest, jsonBody } from '../handler';
import { readHead } from '../records';
import { ownProfile } from '../sessions/own-profile';
import { countStored } from '../sessions/texts/library-texts';
import { ensureSizeTables } from '../size-tables';
import { answerRequest, CLOSED } from './answer-request';

/** Most sessions of one request: their texts may have to be read. */
const MOST_SESSIONS = 1_000;

/** Answers a question about a corpus of the library. @throws RequestError */
export async function answerCorpus(
  db: Database,
  question: CorpusQuestion,
  request: Request,
): Promise<Response> {
  const body = await jsonBody(request, corpusRequestSchema(question));
  const { corpus, filter, sessions, ...input } = body;
  await ensureSizeTables();
  const ids = await idsOf(db, await namedSet(db, { corpus, filter, sessions }));
  const estimators = await estimatorsFor(question, input);
  const taken: unknown[] = [];
  for (const id of ids) {
    if (request.signal.aborted) return new Response(null, { status: CLOSED });
    taken.push(takenOf(question, await storedSession(db, id, estimators), input));
    await setImmediate();
  }
  return answerRequest(question, { subject: { taken }, input }, request, {
    schema: sessionsAnswerSchema(question),
    also: () => ({}),
  });
}

/** @throws RequestError for an input that is wrong */
function takenOf(
  question: CorpusQuestion,
  session: CorpusSession,
  input: Readonly<Record<string, unknown>>,
): unknown {
  try {
    return question.take(session, input);
  } catch (error) {
    throw error instanceof QuestionError ? badRequest(error.message, error.at) : error;
  }
}

async function idsOf(db: Database, set: SessionSet): Promise<readonly string[]> {
  const ids: string[] = [];
  for await (const page of pagesOf(db, set)) {
    const [missing] = page.missing;
    if (missing !== undefined) throw noSession(missing);
    for (const { id } of page.sessions) ids.push(id);
    if (ids.length > MOST_SESSIONS) {
      throw badRequest(`A question takes ${formatInteger(MOST_SESSIONS)} sessions at most.`);
    }
  }
  if (ids.length === 0) throw badRequest('No session passes the filter now.');
  return ids;
}

async function storedSession(
  db: Database,
  id: string,
  estimators: readonly TextEstimator[],
): Promise<CorpusSession> {
  const row = await findSession(db, id);
  if (row === null) throw noSession(id);
  const head = await readHead(db, id);
  const profile = await ownProfile(db, row);
  const counts = estimators.length === 0 ? null : await countStored(db, row, head, estimators);
  return { file: head.source.file, head, profile, counts };
}
