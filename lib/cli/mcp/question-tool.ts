import * as z from 'zod';
import type { AnyQuestion, SessionSubject, Sheet } from '@/lib/answers/model/question';
import { sheetRows } from '@/lib/answers/model/sheet';
import { logOf } from '@/lib/answers/model/subject';
import { answerText } from '@/lib/answers/print/text';
import { maskSecrets } from '@/lib/readers/secrets/mask-secrets';
import type { Entry } from '@/lib/engine/session/schema';
import { answerOf, keptFor } from '../answers/question-input';
import { sessionSubject } from '../answers/session-subject';
import { nameOf } from '../choose-sessions';
import { askedOf, replayInput } from './asked';
import { ofSession, sessionOutput } from './session-output';
import { defineTool } from './tool';
import { toolFacts, toolOutput } from './tool-facts';

/** Secrets are masked in whole texts: what is quoted of one may be cut. */
async function masked(
  subject: SessionSubject,
  entries: readonly Entry[] | undefined,
): Promise<SessionSubject> {
  if (entries === undefined) return subject;
  return { ...subject, log: logOf(subject, entries, (await maskSecrets(entries)).value) };
}

/** A page of a sheet's rows. */
const page = {
  from: z.int().min(0).optional().describe('First row that is wanted; none if left out'),
  count: z.int().min(1).max(200).default(20).describe('Rows from there on'),
};

/** The rows that are asked for; none if they are not. */
function pageOf(sheet: Sheet, subject: SessionSubject, asked: Readonly<Record<string, unknown>>) {
  const { from, count } = z.object(page).parse(asked);
  return from === undefined ? [] : [...sheetRows(sheet, subject, { from, count })];
}

/** The tool of a question: a session of a file below a root, replayed as asked. */
export function questionTool(question: AnyQuestion) {
  const { sheet } = question;
  return defineTool({
    name: question.tool ?? question.id,
    title: question.title,
    description: question.about,
    input: { ...replayInput, ...question.input.shape, ...(sheet === undefined ? {} : page) },
    output: {
      ...sessionOutput,
      ...toolOutput(question),
      ...(sheet === undefined ? {} : { [sheet.name]: z.array(z.record(z.string(), z.unknown())) }),
    },
    async run({ path, session, policy, settings, faults, ...own }, desk) {
      const one = await desk.session(path, session, keptFor(question));
      const subject = await masked(
        sessionSubject(one, askedOf({ policy, settings, faults })),
        desk.texts ? one.session.entries?.() : undefined,
      );
      const answer = answerOf(question, subject, own);
      const data = {
        ...ofSession(path, one, subject),
        ...toolFacts(question, answer),
        ...(sheet === undefined ? {} : { [sheet.name]: pageOf(sheet, subject, own) }),
      };
      return { text: `${nameOf(one)}\n${answerText(answer.blocks)}`, data };
    },
  });
}
