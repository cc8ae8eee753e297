import type { Command } from 'commander';
import { ask } from '@/lib/answers/model/ask';
import type { CorpusQuestion } from '@/lib/answers/model/corpus';
import { QuestionError } from '@/lib/answers/model/question';
import { estimatorsFor } from '@/lib/worker/tokenizers/load-encoding';
import type { CliIo } from '../cli-io';
import { exitCode, InputError, UsageError, type ExitCode } from '../exit-code';
import { ensureSizeTables } from '../tables/size-tables';
import { printAnswer, requireOneForm, type FormOptions } from './print-answer';
import { addFields, inputOf } from './question-command';
import { librarySessions, ReadCorpus } from './read-corpus';

/** Options of every question about a corpus, beside its own fields. */
interface CorpusOptions extends FormOptions {
  /** Takes the library at DATABASE_URL in place of files. */
  readonly library?: boolean;
  /** An id, or a file. */
  readonly sizes?: string;
}

async function corpusCommand(
  question: CorpusQuestion,
  files: readonly string[],
  given: CorpusOptions,
  io: CliIo,
): Promise<ExitCode> {
  requireOneForm(given);
  if ((files.length === 0) !== (given.library === true)) {
    throw new UsageError(`${question.id} takes traces, or --library, and not both.`);
  }
  const sizes = await ensureSizeTables(io, given.sizes);
  const input = inputOf(question, { ...given, ...(sizes === undefined ? {} : { sizes }) });
  const corpus = new ReadCorpus(files, io);
  const estimators = await estimatorsFor(question, input);
  const sessions =
    given.library === true ? librarySessions(estimators) : corpus.sessions(estimators);
  const from = given.library === true ? 'library' : files.join(', ');
  const taken: unknown[] = [];
  for await (const one of sessions) taken.push(said(from, () => question.take(one, input)));
  if (given.library !== true && corpus.read === 0) return nothingRead(corpus, io);
  const answer = said(from, () => ask(question, { taken }, input));
  printAnswer(question, answer, { ...given, head: { files } }, io);
  if (given.library !== true && corpus.lacks) return exitCode.unreadable;
  return answer.failed ? exitCode.checkFailed : exitCode.clean;
}

function nothingRead({ failed }: ReadCorpus, io: CliIo): ExitCode {
  if (failed === 0) io.message('No trace was found. Name files, folders or archives of traces.');
  return exitCode.unreadable;
}

/**
 * What `work` returns. @throws InputError where the sessions have nothing that the question asks about;
 * UsageError for an input that is wrong for them.
 */
function said<T>(from: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof QuestionError)) throw error;
    throw error.at === 'sessions'
      ? new InputError(`${from}: ${error.message}`)
      : new UsageError(error.message);
  }
}

/** Makes a command of a question about a corpus. */
export function addCorpusQuestion(
  command: Command,
  question: CorpusQuestion,
  io: CliIo,
  end: (code: ExitCode) => void,
): Command {
  const hasLibrary = question.needs?.includes('counts') === true;
  command.argument(hasLibrary ? '[files...]' : '<files...>', 'traces, folders or archives');
  if (hasLibrary) {
    command.option('--library', 'count the recorded sessions of the library instead');
  }
  command.option('--json', 'print JSON');
  return addFields(command, question).action(async (files: string[], given: CorpusOptions) =>
    end(await corpusCommand(question, files, given, io)),
  );
}
