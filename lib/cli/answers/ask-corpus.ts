import { writeFile } from 'node:fs/promises';
import type * as z from 'zod';
import { ask } from '@/lib/answers/model/ask';
import type { CorpusQuestion } from '@/lib/answers/model/corpus';
import { fileField } from '@/lib/answers/model/fields';
import { QuestionError, type Answer, type Progress } from '@/lib/answers/model/question';
import { answerText } from '@/lib/answers/print/text';
import { estimatorsFor } from '@/lib/worker/tokenizers/load-encoding';
import type { CliIo } from '../cli-io';
import { exitCode, InputError, UsageError, type ExitCode } from '../exit-code';
import type { GivenSettings } from '../parse-settings';
import { ensureSizeTables } from '../tables/size-tables';
import type { FieldFile } from './field-file';
import { printAnswer, requireOneForm, type FormOptions } from './print-answer';
import { inputOf, optionName } from './question-input';
import { librarySessions, ReadCorpus } from './read-corpus';

/** Options of every question about a corpus, beside its own fields. */
export interface CorpusOptions extends FormOptions {
  /** Takes the library at DATABASE_URL in place of files. */
  readonly library?: boolean;
  /** An id, or a file. */
  readonly sizes?: string;
  readonly set?: GivenSettings;
  /** A new file for a later check. */
  readonly record?: string;
  /** A file for the report of a check. */
  readonly junit?: string;
}

/** What is named on a command line beside its options. */
interface NamedFiles {
  readonly files: readonly string[];
  /** The file of the question's own that a field is read from. */
  readonly own?: string;
}

/** Answers a question about all sessions of files, or of the library. */
export async function corpusCommand(
  question: CorpusQuestion,
  { files, own }: NamedFiles,
  given: CorpusOptions,
  io: CliIo,
): Promise<ExitCode> {
  requireOneForm(question, given);
  if ((files.length === 0) !== (given.library === true)) {
    throw new UsageError(`${question.id} takes traces, or --library, and not both.`);
  }
  const sizes = await ensureSizeTables(io, given.sizes);
  const field = own === undefined ? null : await ownField(question, own, io);
  const set = { ...given.set, ...(sizes === undefined ? {} : { sizes }) };
  const input = inputOf(question, { ...given, sizes, set, ...field?.fields });
  const corpus = new ReadCorpus(files, io);
  const estimators = await estimatorsFor(question, input);
  const sessions =
    given.library === true ? librarySessions(estimators) : corpus.sessions(estimators);
  const asking = { from: given.library === true ? 'library' : files.join(', '), field };
  const taken: unknown[] = [];
  for await (const one of sessions) taken.push(said(asking, () => question.take(one, input)));
  if (given.library !== true && corpus.read === 0) return nothingRead(corpus, io);
  const subject = { taken, ...(field === null ? {} : { fileOf: field.fileOf }) };
  const hear = ({ about }: Progress): void => {
    if (about !== undefined) io.message(about);
  };
  const answer = said(asking, () => ask(question, subject, input, hear));
  if (given.junit !== undefined) await writeReport(given.junit, question, answer, io);
  if (given.record !== undefined) await writeRecord(given.record, question, answer, io);
  if (given.csv === true || given.ndjson === true) sayBesideRows(answer, io);
  printAnswer(question, answer, { ...given, head: { files } }, io);
  if (given.library !== true && corpus.lacks) return exitCode.unreadable;
  return answer.failed ? exitCode.checkFailed : exitCode.clean;
}

/** Rows have no place for what is said above the tables: it goes to stderr. */
function sayBesideRows({ blocks }: Answer, io: CliIo): void {
  const table = blocks.findIndex(({ kind }) => kind === 'table');
  io.message(answerText(blocks.slice(0, Math.max(0, table))).trimEnd());
}

function nothingRead({ failed }: ReadCorpus, io: CliIo): ExitCode {
  if (failed === 0) io.message('No trace was found. Name files, folders or archives of traces.');
  return exitCode.unreadable;
}

/** A field that is read from a file, under its name. */
interface OwnField extends FieldFile {
  readonly fields: Readonly<Record<string, unknown>>;
  readonly fileOf: Readonly<Record<string, string>>;
}

/** The field of a question that a file holds. @throws InputError with the line that is wrong */
async function ownField(question: CorpusQuestion, file: string, io: CliIo): Promise<OwnField> {
  const key = fileField(question)?.key ?? '';
  const schema = question.input.shape[key] as z.ZodType;
  const { readFieldFile } = await import('./field-file');
  const read = await readFieldFile(schema, file, io.resolve(file));
  return { ...read, fields: { [key]: read.value }, fileOf: { [key]: file } };
}

/**
 * What `work` returns. @throws InputError where the sessions have nothing that the question asks about, or
 * a line of its file is wrong for them; UsageError for another input that is.
 */
function said<T>(
  { from, field }: { readonly from: string; readonly field: OwnField | null },
  work: () => T,
): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof QuestionError)) throw error;
    if (error.at === 'sessions') throw new InputError(`${from}: ${error.message}`);
    const [key = '', ...part] = error.at.split('.');
    if (field !== null && key in field.fields) {
      throw new InputError(`${field.place(part)}: ${error.message}`);
    }
    const named = part.length === 0 ? '' : `${optionName(key)} ${part.join('.')}: `;
    throw new UsageError(`${named}${error.message}`);
  }
}

async function writeReport(
  file: string,
  question: CorpusQuestion,
  { facts }: Answer,
  io: CliIo,
): Promise<void> {
  const found = question.cases?.(facts);
  if (found === undefined) return;
  const { junitText } = await import('./junit');
  try {
    await writeFile(io.resolve(file), junitText(found));
  } catch (error) {
    const cause = (error as NodeJS.ErrnoException).code ?? 'unknown';
    throw new InputError(`${file}: the report cannot be written (${cause}). Check the folder.`);
  }
}

async function writeRecord(
  file: string,
  { record }: CorpusQuestion,
  { facts }: Answer,
  io: CliIo,
): Promise<void> {
  if (record === undefined) return;
  try {
    await writeFile(io.resolve(file), record.text(facts), { flag: 'wx' });
  } catch (error) {
    const { code = 'unknown' } = error as NodeJS.ErrnoException;
    const why = code === 'EEXIST' ? 'it is there already' : code;
    throw new InputError(`${file}: it cannot be written (${why}). Choose another name.`);
  }
  io.message(`${file}: recorded. "highwater check ${file} <files...>" checks it.`);
}
