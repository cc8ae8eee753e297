import { setImmediate } from 'node:timers/promises';
import { refuseLong } from '@/lib/answers/model/ask';
import type { CorpusQuestion, CorpusSession } from '@/lib/answers/model/corpus';
import { sessionPrices } from '@/lib/answers/prices/session-prices';
import { QuestionError } from '@/lib/answers/model/question';
import { formatInteger } from '@/lib/engine/base/format';
import type { CorpusRow } from '@/lib/api/contract/corpus-contract';
import { corpusRequestSchema, sessionsAnswerSchema } from '@/lib/api/contract/question-contract';
import type { Database } from '@/lib/server/db/client';
import { listPromises } from '@/lib/server/db/runs/promised';
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
  const { corpus, filter, sessions, ...asked } = body;
  const input = await withPromises(db, question, asked);
  await ensureSizeTables();
  const rows = await rowsOf(db, await namedSet(db, { corpus, filter, sessions }));
  const estimators = await estimatorsFor(question, input);
  const taken: unknown[] = [];
  for (const row of rows) {
    if (request.signal.aborted) return new Response(null, { status: CLOSED });
    const session = await storedSession(db, row, estimators);
    taken.push(unlessWrong(() => question.take(session, input)));
    await setImmediate();
  }
  unlessWrong(() => refuseLong(question, { taken }, input));
  return answerRequest(question, { subject: { taken }, input }, request, {
    schema: sessionsAnswerSchema(question),
    also: () => ({}),
  });
}

/** The promises that the library keeps, where a question asks for some and none are given. */
async function withPromises(
  db: Database,
  { input }: Pick<CorpusQuestion, 'input'>,
  asked: Readonly<Record<string, unknown>>,
): Promise<Readonly<Record<string, unknown>>> {
  if (!('promises' in input.shape) || asked['promises'] !== undefined) return asked;
  const kept = await listPromises(db);
  return { ...asked, promises: { version: 1, promises: kept.map(({ promise }) => promise) } };
}

/** What `work` returns. @throws RequestError for an input that is wrong */
function unlessWrong<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw error instanceof QuestionError ? badRequest(error.message, error.at) : error;
  }
}

async function rowsOf(db: Database, set: SessionSet): Promise<readonly CorpusRow[]> {
  const rows: CorpusRow[] = [];
  for await (const page of pagesOf(db, set)) {
    const [missing] = page.missing;
    if (missing !== undefined) throw noSession(missing);
    rows.push(...page.sessions);
    if (rows.length > MOST_SESSIONS) {
      throw badRequest(`A question takes ${formatInteger(MOST_SESSIONS)} sessions at most.`);
    }
  }
  if (rows.length === 0) throw badRequest('No session passes the filter now.');
  return rows;
}

async function storedSession(
  db: Database,
  facts: CorpusRow,
  estimators: readonly TextEstimator[],
): Promise<CorpusSession> {
  const { id } = facts;
  const row = await findSession(db, id);
  if (row === null) throw noSession(id);
  const head = await readHead(db, id);
  const profile = await ownProfile(db, row);
  const counts = estimators.length === 0 ? null : await countStored(db, row, head, estimators);
  return {
    file: head.source.file,
    ...{ head, profile, counts },
    facts: () => facts,
    pricesOf: (...of) => sessionPrices(profile, new Date(), ...of),
  };
}
