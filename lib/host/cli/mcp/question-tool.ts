import { factsJson } from '@/lib/answers/model/ask';
import type { AnyQuestion } from '@/lib/answers/model/question';
import { answerText } from '@/lib/answers/print/text';
import { answerOf } from '../answers/question-command';
import { sessionSubject } from '../answers/session-subject';
import { nameOf } from '../choose-sessions';
import { askedOf, replayInput } from './asked';
import { ofSession, sessionOutput } from './session-output';
import { defineTool } from './tool';

/** The tool of a question: a session of a file below a root, replayed as asked. */
export const questionTool = (question: AnyQuestion) =>
  defineTool({
    name: question.tool ?? question.id,
    title: question.title,
    description: question.about,
    input: { ...replayInput, ...question.input.shape },
    output: { ...sessionOutput, ...question.output.shape },
    async run({ path, session, policy, settings, faults, ...own }, desk) {
      const one = await desk.session(path, session);
      const subject = sessionSubject(one, askedOf({ policy, settings, faults }));
      const answer = answerOf(question, subject, own);
      const data = {
        ...ofSession(path, one, subject),
        ...factsJson(question, answer),
      };
      return { text: `${nameOf(one)}\n${answerText(answer.blocks)}`, data };
    },
  });
