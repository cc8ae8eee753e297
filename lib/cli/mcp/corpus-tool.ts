import { ask } from '@/lib/answers/model/ask';
import type { CorpusQuestion } from '@/lib/answers/model/corpus';
import { QuestionError } from '@/lib/answers/model/question';
import { answerText } from '@/lib/answers/print/text';
import { PRODUCER } from '@/lib/engine/replay/engine';
import { estimatorsFor } from '@/lib/worker/tokenizers/load-encoding';
import { InputError, UsageError } from '../exit-code';
import { pathsInput } from './asked';
import { corpusOutput, MOST_SESSIONS, MOST_UNREAD } from './corpus';
import { defineTool } from './tool';
import { toolFacts, toolOutput } from './tool-facts';
import type { TraceDesk } from './trace-desk';

/** The tool of a question about a corpus: the sessions of files, folders and archives below a root. */
export const corpusTool = (question: CorpusQuestion) =>
  defineTool({
    name: question.tool ?? question.id,
    title: question.title,
    description: `${question.about} It takes files, folders or archives.`,
    input: { paths: pathsInput, ...question.input.shape },
    output: { ...corpusOutput, ...toolOutput(question) },
    async run({ paths, ...own }, desk) {
      const unread: string[] = [];
      try {
        const { taken, whole } = await takenOf(question, { paths, own, unread }, desk);
        const answer = ask(question, { taken }, own);
        const read = { read: taken.length, whole, unread: unread.slice(0, MOST_UNREAD) };
        const data = { producer: PRODUCER, ...read, ...toolFacts(question, answer) };
        return { text: answerText(answer.blocks), data };
      } catch (error) {
        throw error instanceof QuestionError ? new UsageError(error.message) : error;
      }
    },
  });

/** What a question takes of each session. @throws InputError where there is none. */
async function takenOf(
  question: CorpusQuestion,
  {
    paths,
    own,
    unread,
  }: {
    readonly paths: readonly string[];
    readonly own: Readonly<Record<string, unknown>>;
    readonly unread: string[];
  },
  desk: TraceDesk,
): Promise<{ readonly taken: readonly unknown[]; readonly whole: boolean }> {
  const taken: unknown[] = [];
  const estimators = await estimatorsFor(question, own);
  for await (const { file, session, counts } of desk.each(paths, unread, estimators)) {
    if (taken.length === MOST_SESSIONS) return { taken, whole: false };
    const { draft, profile } = session;
    taken.push(question.take({ file, head: draft.head, profile, counts }, own));
  }
  if (taken.length > 0) return { taken, whole: true };
  throw new InputError(
    `No session was found. ${unread[0] ?? 'Name files, folders or archives of recordings.'}`,
  );
}
