import { ask, refuseLong } from '@/lib/answers/model/ask';
import type { CorpusQuestion } from '@/lib/answers/model/corpus';
import { fileField } from '@/lib/answers/model/fields';
import { QuestionError } from '@/lib/answers/model/question';
import { answerText } from '@/lib/answers/print/text';
import type { Expectations } from '@/lib/answers/report/expectations/schema';
import { PRODUCER } from '@/lib/engine/replay/engine';
import { estimatorsFor } from '@/lib/worker/tokenizers/load-encoding';
import { InputError, UsageError } from '../exit-code';
import * as z from 'zod';
import { readFieldFile } from '../answers/field-file';
import { sessionOfFile } from '../answers/read-corpus';
import { pathInput, pathsInput } from './asked';
import { withoutSessionNames } from './shown-session';
import { defineTool } from './tool';
import { toolFacts, toolOutput } from './tool-facts';
import type { TraceDesk } from './trace-desk';

/** Sessions that a question is asked about, and unread inputs that its answer names. */
const MOST_SESSIONS = 500;
const MOST_UNREAD = 20;

/** What every answer about many sessions begins with. */
const corpusOutput = {
  producer: z.string().describe('Highwater’s version and engine'),
  read: z.int().describe('Sessions that were replayed'),
  whole: z.boolean().describe(`False where there are more than ${MOST_SESSIONS} sessions`),
  unread: z.array(z.string()).describe('The first inputs that cannot be read, and why'),
};

/** The tool of a question about a corpus: the sessions of files, folders and archives below a root. */
export const corpusTool = (question: CorpusQuestion) =>
  defineTool({
    name: question.tool ?? question.id,
    title: question.title,
    description: `${question.about} It takes files, folders or archives.`,
    input: { paths: pathsInput, ...question.input.shape, ...fileInput(question) },
    output: { ...corpusOutput, ...toolOutput(question) },
    async run({ paths, ...given }, desk) {
      const unread: string[] = [];
      const { own, fileOf } = await withFile(question, given, desk);
      try {
        const { taken, whole } = await takenOf(question, { paths, own, unread }, desk);
        refuseLong(question, { taken, fileOf }, own);
        const answer = ask(question, { taken, fileOf }, own);
        const read = { read: taken.length, whole, unread: unread.slice(0, MOST_UNREAD) };
        const data = { producer: PRODUCER, ...read, ...toolFacts(question, answer) };
        return { text: answerText(answer.blocks), data };
      } catch (error) {
        throw error instanceof QuestionError ? new UsageError(withPart(error)) : error;
      }
    },
  });

/** A message that names the part of a field which is wrong. */
const withPart = ({ at, message }: QuestionError): string =>
  at.includes('.') ? `${at.replace('.', ' ')}: ${message}` : message;

/** The field that a file holds, as the path of one below a root. */
function fileInput(question: CorpusQuestion): z.ZodRawShape {
  const field = fileField(question);
  if (field === undefined) return {};
  const file = pathInput.describe(`${field.about}: a file below a root`);
  return { [field.key]: field.isNeeded ? file : file.optional() };
}

/** What a tool was asked with, the field of a file read. @throws InputError */
async function withFile(
  question: CorpusQuestion,
  given: Readonly<Record<string, unknown>>,
  desk: TraceDesk,
): Promise<{
  readonly own: Readonly<Record<string, unknown>>;
  readonly fileOf: Readonly<Record<string, string>>;
}> {
  const { key } = fileField(question) ?? { key: '' };
  const file = given[key];
  if (typeof file !== 'string') return { own: given, fileOf: {} };
  const schema = question.input.shape[key] as z.ZodType;
  const { value } = await readFieldFile(schema, file, await desk.files.resolve(file));
  const shown = desk.texts || !namesSessions(value) ? value : withoutSessionNames(value);
  return { own: { ...given, [key]: shown }, fileOf: { [key]: file } };
}

/** A file of expectations names the sessions that they are of. */
const namesSessions = (value: unknown): value is Expectations =>
  typeof value === 'object' && value !== null && 'sessions' in value;

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
    taken.push(question.take(sessionOfFile(file, session, counts), own));
  }
  if (taken.length > 0) return { taken, whole: true };
  throw new InputError(
    `No session was found. ${unread[0] ?? 'Name files, folders or archives of recordings.'}`,
  );
}
