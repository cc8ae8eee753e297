import type { AnyQuestion, SessionSubject } from '@/lib/answers/model/question';
import { sheetRows } from '@/lib/answers/model/sheet';
import { questions } from '@/lib/answers/registry';
import { namedEntries } from '@/lib/analysis/detectors/registry';
import {
  questionAnswerSchema,
  questionQuery,
  questionRequestSchema,
} from '@/lib/api/contract/question-contract';
import type { replayRequestSchema } from '@/lib/api/contract/replay-contract';
import type { Database } from '@/lib/server/db/client';
import type { SessionListRow } from '@/lib/server/db/sessions/sessions';
import { sessionPrices } from '@/lib/answers/prices/session-prices';
import type * as z from 'zod';
import { entryNames } from '../findings/named-findings';
import { answerRequest } from '../answers/answer-request';
import { chanceNames } from '../answers/chance-names';
import { checked, handler, jsonBody, notFound } from '../handler';
import { requireSession } from '../records';
import { maskedLog } from './compactions';
import { requestedRun } from './report/requested-run';
import { sessionNames } from './stored-references';
import { toolNames } from './texts/tool-names';

interface QuestionPath {
  readonly id: string;
  readonly question: string;
}

/** Each question has a path of its own in the document. */
const PATH = '/api/sessions/{id}/{question}';
const operation = { about: 'A question about a session.' };

/** The handlers of a list of questions. */
export function questionHandlers(list: readonly AnyQuestion[]) {
  const questionOf = ({ question: id }: QuestionPath): AnyQuestion => {
    const found = list.find((one) => one.id === id);
    if (found === undefined) throw notFound('question');
    return found;
  };
  return {
    get: handler<QuestionPath>(
      { ...operation, at: `GET ${PATH}` },
      async ({ db, params, query, request }) => {
        const question = questionOf(params);
        const asked = checked(questionRequestSchema(question), questionQuery(question, query));
        return answer(db, params.id, { question, asked, request });
      },
    ),
    post: handler<QuestionPath>(
      { ...operation, at: `POST ${PATH}` },
      async ({ db, params, request }) => {
        const question = questionOf(params);
        const asked = await jsonBody(request, questionRequestSchema(question));
        return answer(db, params.id, { question, asked, request });
      },
    ),
  };
}

/**
 * GET and POST /api/sessions/[id]/[question]: what the command line prints of the same question, as JSON,
 * or as text or Markdown where the request accepts only that.
 */
export const { get: getQuestion, post: postQuestion } = questionHandlers(questions);

type QuestionRequest = z.output<ReturnType<typeof questionRequestSchema>>;

async function answer(
  db: Database,
  id: string,
  { question, asked, request }: { question: AnyQuestion; asked: QuestionRequest; request: Request },
): Promise<Response> {
  const row = await requireSession(db, id);
  const { policy, preset, settings, faults, limits, prefixTokens, against, ...own } = asked;
  const input: Readonly<Record<string, unknown>> = own;
  const named = { policy, preset, settings, faults, limits, prefixTokens };
  const replayed = await sessionSubject(db, row, named, question);
  const subject = { ...replayed, other: await chanceNames(db, row, against) };
  const { sheet } = question;
  return answerRequest(question, { subject, input }, request, {
    schema: questionAnswerSchema(question),
    also: () => ({
      policy: subject.policy.id,
      preset: subject.preset,
      settings: subject.settings,
      ...(sheet !== undefined && input[sheet.name] === true
        ? { [sheet.name]: sheetRows(sheet, subject) }
        : {}),
    }),
  });
}

/** A stored session, replayed as asked, with what the question needs beside its numbers. */
async function sessionSubject(
  db: Database,
  row: SessionListRow,
  asked: z.output<typeof replayRequestSchema>,
  { needs = [] }: AnyQuestion,
): Promise<SessionSubject> {
  const { head, profile, ...replayed } = await requestedRun(db, row, asked);
  const about = { agent: head.source.agent, notices: head.notices };
  const log = needs.includes('texts') ? await maskedLog(db, row, replayed.run) : null;
  const names = needs.includes('names')
    ? await entryNames(db, row, namedEntries(replayed.run, about))
    : new Map<number, never>();
  return {
    ...replayed,
    measured: { draft: { head }, profile },
    tools: needs.includes('tools') ? await toolNames(db, row) : null,
    nameOf: (entry) => names.get(entry) ?? null,
    references: needs.includes('names') ? await sessionNames(db, row) : null,
    log,
    other: null,
    pricesOf: (...of) => sessionPrices(profile, new Date(), ...of),
  };
}
