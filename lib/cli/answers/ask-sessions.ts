import { csvRecord } from '@/lib/engine/base/csv';
import { factsJson } from '@/lib/answers/model/ask';
import type { Answer, AnyQuestion, SessionSubject, Sheet } from '@/lib/answers/model/question';
import { sheetCsv, sheetRows } from '@/lib/answers/model/sheet';
import { answerMarkdown } from '@/lib/answers/print/markdown';
import { answerText } from '@/lib/answers/print/text';
import { plain } from '@/lib/answers/print/text-table';
import type { KeptTexts } from '@/lib/analysis/subject/session-measurement';
import { PRODUCER } from '@/lib/engine/replay/engine';
import { openSession } from '@/lib/analysis/fit/opening';
import { callsOf, copiedFrom } from '@/lib/tuning/shared-steps';
import type { Siblings } from '@/lib/analysis/fit/knob-evidence';
import { sessionUser } from '@/lib/engine/session/session-user';
import { chooseSessions, nameOf, type SessionOfTrace } from '../choose-sessions';
import type { CliIo } from '../cli-io';
import { exitCode, InputError, UsageError, type ExitCode } from '../exit-code';
import { askedOf, type PolicyReplayOptions } from '../explain/requested-replay';
import { measureTrace } from '../measure-trace';
import { requireOneForm, type FormOptions } from './print-answer';
import { otherSession, type RecallFileSession } from './other-session';
import { readErrorText } from '../read-error';
import { answerOf, inputOf, keptFor } from './question-input';
import { replayedUnder, sessionSubject } from './session-subject';

/** Options of every question, beside its own fields. */
export interface QuestionOptions extends PolicyReplayOptions, FormOptions {
  /** A file, or `none`: whose names are taken off as the chance level. */
  readonly against?: string;
}

interface SessionAnswer {
  readonly one: SessionOfTrace<RecallFileSession>;
  readonly subject: SessionSubject;
  readonly answer: Answer;
}

/** Answers a question about the sessions of files. */
export async function questionCommand(
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
  const answered = chosen.map((one): SessionAnswer => {
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
const togetherOf = (question: AnyQuestion, answered: readonly SessionAnswer[]) =>
  answered.length < 2
    ? null
    : (question.together?.(answered.map(({ answer }) => answer.facts)) ?? null);

function answersJson(
  question: AnyQuestion,
  files: readonly string[],
  answered: readonly SessionAnswer[],
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
function printCsv(sheet: Sheet, answered: readonly SessionAnswer[], io: CliIo): void {
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
