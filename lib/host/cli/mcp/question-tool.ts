import { factsJson } from '@/lib/answers/model/ask';
import type { AnyQuestion, SessionSubject } from '@/lib/answers/model/question';
import { logOf } from '@/lib/answers/model/subject';
import { answerText } from '@/lib/answers/print/text';
import { maskSecrets } from '@/lib/host/secrets/mask-secrets';
import type { Entry } from '@/lib/session/schema';
import { answerOf, keptFor } from '../answers/question-command';
import { sessionSubject } from '../answers/session-subject';
import { nameOf } from '../choose-sessions';
import { askedOf, replayInput } from './asked';
import { ofSession, sessionOutput } from './session-output';
import { defineTool } from './tool';

/** Secrets are masked in whole texts: what is quoted of one may be cut. */
async function masked(
  subject: SessionSubject,
  entries: readonly Entry[] | undefined,
): Promise<SessionSubject> {
  if (entries === undefined) return subject;
  return { ...subject, log: logOf(subject, entries, (await maskSecrets(entries)).value) };
}

/** The tool of a question: a session of a file below a root, replayed as asked. */
export const questionTool = (question: AnyQuestion) =>
  defineTool({
    name: question.tool ?? question.id,
    title: question.title,
    description: question.about,
    input: { ...replayInput, ...question.input.shape },
    output: { ...sessionOutput, ...question.output.shape },
    async run({ path, session, policy, settings, faults, ...own }, desk) {
      const one = await desk.session(path, session, keptFor(question));
      const subject = await masked(
        sessionSubject(one, askedOf({ policy, settings, faults })),
        desk.texts ? one.session.entries?.() : undefined,
      );
      const answer = answerOf(question, subject, own);
      const data = {
        ...ofSession(path, one, subject),
        ...factsJson(question, answer),
      };
      return { text: `${nameOf(one)}\n${answerText(answer.blocks)}`, data };
    },
  });
