import { Option, type Command } from 'commander';
import type * as z from 'zod';
import { compareAxes } from '@/lib/analysis/compare/axis';
import { csvRecord } from '@/lib/engine/base/csv';
import { inputFields, kebabCase, type InputField } from '@/lib/answers/model/fields';
import { ask, factsJson } from '@/lib/answers/model/ask';
import {
  QuestionError,
  type AnyQuestion,
  type Answer,
  type Question,
  type SessionSubject,
  type Sheet,
} from '@/lib/answers/model/question';
import { sheetCsv, sheetRows } from '@/lib/answers/model/sheet';
import { answerMarkdown } from '@/lib/answers/print/markdown';
import { answerText } from '@/lib/answers/print/text';
import { plain } from '@/lib/answers/print/text-table';
import type { KeptTexts } from '@/lib/analysis/subject/session-measurement';
import { PRODUCER } from '@/lib/engine/replay/engine';
import { encodings } from '@/lib/engine/tokens/text/text-estimators';
import { openSession } from '@/lib/analysis/fit/opening';
import { callsOf, copiedFrom } from '@/lib/tuning/shared-steps';
import { sessionUser } from '@/lib/engine/session/session-user';
import type { Siblings } from '@/lib/analysis/fit/knob-evidence';
import { chooseSessions, nameOf, type SessionOfTrace } from '../choose-sessions';
import type { CliIo } from '../cli-io';
import { exitCode, InputError, UsageError, type ExitCode } from '../exit-code';
import { askedOf, type PolicyReplayOptions } from '../explain/requested-replay';
import { measureTrace } from '../measure-trace';
import { collectPrice, collectSetting, parseDay, parseStep } from '../parse-settings';
import { collectRange, parseLimit } from './parse-range';
import { requireOneForm, type FormOptions } from './print-answer';
import { otherSession, type RecallFileSession } from './other-session';
import { readErrorText } from '../read-error';
import { replayedUnder, sessionSubject } from './session-subject';

/** Options of every question, beside its own fields. */
interface QuestionOptions extends PolicyReplayOptions, FormOptions {
  /** A file, or `none`: whose names are taken off as the chance level. */
  readonly against?: string;
}

/** `--sizes`: its table becomes known, and is the one of the settings where the question has some. */
export const sizesOption = (): Option =>
  new Option('--sizes <table>', 'table of sizes: an id, or a file written by "tables sizes"');

/** Fields that a command line writes in a way of its own. */
const written: Readonly<Record<string, (about: string) => Option>> = {
  step: (about) => new Option('--step <n>', about).argParser(parseStep),
  at: (about) =>
    new Option('--at <day>', about).argParser((text) => parseDay(text).toISOString().slice(0, 10)),
  prices: (about) =>
    new Option('--price <name=dollars>', `${about}; model:name=dollars for one; may be repeated`)
      .argParser(collectPrice)
      .default({}, 'the price list'),
  axis: (about) => new Option('--by <axis>', about).choices(compareAxes),
  sizes: () => sizesOption(),
  policy: (about) => new Option('--policy <id[@preset]>', about),
  policies: (about) =>
    new Option('--policy <id[@preset]>', `${about}; may be repeated`).argParser(
      (id: string, before: readonly string[] = []) => [...before, id],
    ),
  settings: (about) =>
    new Option('--set <key=value>', `${about}; may be repeated`)
      .argParser(collectSetting)
      .default({}, 'the policy’s defaults'),
  vary: (about) =>
    new Option('--vary <setting=from:to:step>', `${about}; may be repeated`)
      .argParser(collectRange)
      .default([], 'none; tune: window, and the next setting with a slider'),
  limit: (about) => new Option('--limit <tokens>', about).argParser(parseLimit),
  encoding: (about) => new Option('--encoding <name>', about).choices(encodings),
};

/** Flags whose name is not their field's. */
const fieldOfFlag: Readonly<Record<string, string>> = {
  ...{ price: 'prices', by: 'axis', set: 'settings', policy: 'policies' },
};

/** The option of a field: "--by" of axis. */
export function optionName(key: string): string {
  const [flag = kebabCase(key)] =
    Object.entries(fieldOfFlag).find(([, field]) => field === key) ?? [];
  return `--${flag}`;
}

function optionOf({ key, about, type, values }: InputField): Option {
  const own = written[key];
  if (own !== undefined) return own(about);
  const value =
    type === 'boolean' ? '' : type === 'integer' || type === 'number' ? ' <n>' : ' <value>';
  const option = new Option(`--${kebabCase(key)}${value}`, about);
  if (values !== null) return option.choices(values);
  return value === ' <n>' ? option.argParser(Number) : option;
}

/** What a command is made of. */
type CommandQuestion = Pick<AnyQuestion, 'about' | 'input' | 'sheet' | 'csv' | 'ndjson'>;

/** Adds what a question says of itself, its own fields, and the forms that it is printed in. */
export function addFields(command: Command, question: CommandQuestion): Command {
  command.description(question.about).option('--markdown', 'print Markdown');
  if (question.sheet !== undefined) {
    command.option('--csv', 'print CSV; what it says goes to stderr');
  }
  if (question.csv !== undefined) command.option('--csv', 'print CSV');
  if (question.ndjson !== undefined) command.option('--ndjson', 'print lines of JSON');
  for (const field of inputFields(question.input)) {
    if (!field.isFile) command.addOption(optionOf(field));
  }
  return command;
}

/** Makes a command of a question about a session. */
export function addQuestion(
  command: Command,
  question: AnyQuestion,
  io: CliIo,
  end: (code: ExitCode) => void,
): Command {
  addFields(command, question);
  if (question.needs?.includes('other') === true) {
    command.option(
      '--against <file>',
      'the session whose names are taken off, the chance level, or none; default: the longest other one',
    );
  }
  return command.action(async (files: readonly string[], given: QuestionOptions) =>
    end(await questionCommand(question, files, given, io)),
  );
}

interface AnsweredSession {
  readonly one: SessionOfTrace<RecallFileSession>;
  readonly subject: SessionSubject;
  readonly answer: Answer;
}

async function questionCommand(
  question: AnyQuestion,
  files: readonly string[],
  given: QuestionOptions,
  io: CliIo,
): Promise<ExitCode> {
  requireOneForm(question, given);
  const input = inputOf(question, { ...given });
  const asked = await askedOf(given, io);
  const kept = keptFor(question);
  const all: RecallFileSession[] = [];
  for (const file of files) all.push(...(await readSessions(file, kept, io)));
  const otherOf = await chanceOf(all, given.against, io);
  const chosen = chooseSessions(all, given.session, { ofStep: 'step' in given });
  const copies =
    question.needs?.includes('copied') === true
      ? copiedFrom(all.map(({ profile }) => callsOf(profile)))
      : [];
  const answered = chosen.map((one): AnsweredSession => {
    const other = question.needs?.includes('other') === true ? otherOf(one) : null;
    const siblings =
      question.needs?.includes('siblings') === true ? siblingsOf(all, one) : undefined;
    const copied = copies[all.indexOf(one.session)] ?? 0;
    const subject = {
      ...{ ...sessionSubject(one, asked), other, copied },
      ...(siblings !== undefined && { siblings }),
    };
    return { one, subject, answer: answerOf(question, subject, input) };
  });
  if (given.json === true) io.out(answersJson(question, files, answered));
  else if (given.csv === true && question.sheet !== undefined) {
    printCsv(question.sheet, answered, io);
  } else {
    const print = given.markdown === true ? answerMarkdown : answerText;
    for (const { one, answer } of answered) {
      io.out(`${plain(nameOf(one))}\n${print(answer.blocks)}\n`);
    }
    const together = togetherOf(question, answered);
    if (together !== null) io.out(`${together.text}\n\n`);
    io.out(`Computed by ${PRODUCER}.\n`);
  }
  const failed = answered.some(({ answer }) => answer.failed);
  return failed ? exitCode.checkFailed : exitCode.clean;
}

/** What the answers of several sessions come to; null for one, and where the question adds nothing up. */
const togetherOf = (question: AnyQuestion, answered: readonly AnsweredSession[]) =>
  answered.length < 2
    ? null
    : (question.together?.(answered.map(({ answer }) => answer.facts)) ?? null);

function answersJson(
  question: AnyQuestion,
  files: readonly string[],
  answered: readonly AnsweredSession[],
): string {
  const { sheet } = question;
  const sessions = answered.map(({ one, subject, answer }) => ({
    number: one.number,
    name: one.session.draft.head.name,
    ...(files.length === 1 ? {} : { file: one.session.file }),
    ...replayedUnder(subject),
    ...factsJson(question, answer),
    ...(sheet === undefined ? {} : { [sheet.name]: sheetRows(sheet, subject) }),
  }));
  const together = togetherOf(question, answered);
  const [file] = files;
  const format = answered[0]?.one.session.format ?? null;
  const head = files.length === 1 ? { file, format } : { files };
  const fields = sheet === undefined ? {} : { [`${singular(sheet.name)}Fields`]: sheet.fields };
  return `${JSON.stringify({ ...head, producer: PRODUCER, ...fields, sessions, ...(together === null ? {} : { together: together.facts }) })}\n`;
}

const singular = (name: string): string => name.replace(/s$/, '');

/** The rows; what the answers say in words goes to stderr. */
function printCsv(sheet: Sheet, answered: readonly AnsweredSession[], io: CliIo): void {
  io.out(csvRecord(['session', 'lane', ...sheet.columns]));
  for (const { one, subject, answer } of answered) {
    const { name, source } = one.session.draft.head;
    io.out(sheetCsv(sheet, subject, [name, source.lane]));
    const words = answer.blocks.filter(({ kind }) => kind === 'sentence');
    io.message(`${plain(nameOf(one))}\n${answerText(words).trimEnd()}`);
  }
  io.message(`Computed by ${PRODUCER}.`);
}

async function readSessions(
  file: string,
  kept: KeptTexts,
  io: CliIo,
): Promise<readonly RecallFileSession[]> {
  const path = io.resolve(file);
  const trace = await measureTrace(file, path, kept);
  if (!trace.ok) throw new InputError(readErrorText(file, trace.error));
  const { format, sessions } = trace.value;
  return sessions.map((session) => ({ ...session, file, path, format }));
}

/** The other sessions that were read of the same agent, version and user. */
function siblingsOf(
  all: readonly RecallFileSession[],
  { session }: SessionOfTrace<RecallFileSession>,
): Siblings {
  const { agent, agentVersion } = session.draft.head.source;
  const user = sessionUser(session.draft);
  const alike = all.filter(({ draft: { head } }) => {
    const { source } = head;
    return agentVersion !== null && source.agent === agent && source.agentVersion === agentVersion;
  });
  const others = alike.filter((other) => other !== session);
  const own = others.filter(({ draft }) => sessionUser(draft) === user);
  const sessions = own.flatMap(({ draft, profile }) => {
    const opened = openSession(draft.head.source, profile);
    return opened.own === null ? [] : [{ ...opened, own: opened.own, profile }];
  });
  return { sessions, ofUser: user !== null, others: others.length - own.length };
}

/** Whose names are taken off of a session: of a file that is named, else of the others. @throws UsageError */
async function chanceOf(all: readonly RecallFileSession[], against: string | undefined, io: CliIo) {
  if (against === 'none') return () => 'none' as const;
  const isNamed = against !== undefined;
  const others = isNamed ? await readSessions(against, { names: true }, io) : all;
  return (one: SessionOfTrace<RecallFileSession>) => {
    const other = otherSession(one.session, others, isNamed);
    if (isNamed && other === null && (one.session.references?.() ?? null) !== null) {
      throw new UsageError(
        `--against ${against} holds no session but ${nameOf(one)} whose names could be taken off.`,
      );
    }
    return other;
  };
}

/** What of a trace's texts a question needs. */
export const keptFor = ({ needs = [] }: Pick<AnyQuestion, 'needs'>): KeptTexts => ({
  names: needs.includes('names'),
  texts: needs.includes('texts'),
});

/** A question's own fields among the options. @throws UsageError in the words of the command line. */
export function inputOf(
  question: Pick<AnyQuestion, 'input'>,
  given: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const { shape } = question.input;
  const named = Object.entries(given).map(
    ([flag, value]) => [flag in shape ? flag : (fieldOfFlag[flag] ?? flag), value] as const,
  );
  const own = named.filter(([key]) => key in shape);
  const read = question.input.safeParse(Object.fromEntries(own));
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  throw new UsageError(
    `${optionName(String(issue?.path[0] ?? ''))}: ${issue?.message ?? 'it is not allowed'}.`,
  );
}

/** Asks a question; what is wrong with its input is wrong usage. @throws UsageError */
export function answerOf<S>(
  question: Question<z.ZodObject, z.ZodObject, z.input<z.ZodObject>, S>,
  subject: S,
  input: Readonly<Record<string, unknown>>,
): Answer {
  try {
    return ask(question, subject, input);
  } catch (error) {
    throw error instanceof QuestionError ? new UsageError(error.message) : error;
  }
}
