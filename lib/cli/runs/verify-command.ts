import { readFile } from 'node:fs/promises';
import { parseJson } from '@/lib/engine/base/parse-json';
import { PRODUCER } from '@/lib/engine/replay/engine';
import { askAgain } from '@/lib/answers/report/runs/ask-again';
import { checkLines } from '@/lib/answers/report/runs/check-text';
import { checkRun, refusedCheck, type RunCheck } from '@/lib/answers/report/runs/run-check';
import { RUN_VERSION, runRecordSchema, type RunRecord } from '@/lib/answers/report/runs/run-record';
import { chooseSessions, nameOf, type SessionOfTrace } from '../choose-sessions';
import type { CliIo } from '../cli-io';
import { exitCode, InputError, UsageError, type ExitCode } from '../exit-code';
import { measureTrace, type SessionMeasurement } from '../measure-trace';
import { readErrorText } from '../read-error';
import { ensureSizeTables } from '../tables/size-tables';
import { plain } from '@/lib/answers/print/text-table';
import { fileHash, frozenNow, numbersHash, sha256 } from './freeze-command';

/** Options of `verify`. */
interface VerifyCommandOptions {
  readonly session?: string;
  /** Id or file of a table of sizes. */
  readonly sizes?: string;
  readonly json?: boolean;
}

/** Replays a frozen run over a trace and prints what is the same; exit code 1 where something is not. */
export async function verifyCommand(
  { run, file }: { readonly run: string; readonly file: string },
  given: VerifyCommandOptions,
  io: CliIo,
): Promise<ExitCode> {
  const record = await readRun(run, io);
  await ensureSizeTables(io, given.sizes);
  const trace = await measureTrace(file, io.resolve(file), { names: true });
  if (!trace.ok) throw new InputError(readErrorText(file, trace.error));
  const one = sessionOf(record, trace.value.sessions, given.session);
  const check = checked(record, one, await fileHash(io.resolve(file)));
  if (given.json === true) {
    io.out(`${JSON.stringify({ run, file, session: one.number, ...check })}\n`);
  } else {
    io.out(`${[nameOf(one), ...checkLines(check)].map(plain).join('\n')}\n`);
  }
  const edited = check.changes.some(({ of }) => of === 'record');
  return check.outcome === 'same' && !edited ? exitCode.clean : exitCode.checkFailed;
}

function checked(record: RunRecord, one: SessionOfTrace, trace: string | null): RunCheck {
  const asked = askAgain(record.question);
  if (!asked.ok) return refusedCheck(record, asked.error, PRODUCER, sha256);
  const { policy, settings, faults } = asked.value;
  const again = { choice: { policy, preset: null }, set: settings, fault: faults };
  return checkRun(record, frozenNow(one, again, { note: record.note, trace }), sha256);
}

/** The session of the run: as named, else by its numbers, else by its name, else the only one. */
function sessionOf(
  record: RunRecord,
  sessions: readonly SessionMeasurement[],
  wanted: string | undefined,
): SessionOfTrace {
  const all = chooseSessions(sessions, wanted);
  const [only, ...others] = all;
  if (only !== undefined && others.length === 0) return only;
  const { question, session } = record;
  const found =
    all.find((one) => numbersHash(one) === question.numbers) ??
    all.find((one) => one.session.draft.head.name === session.name);
  if (found !== undefined) return found;
  throw new UsageError(
    'The file has no session of the run’s numbers or name; choose one with --session.',
  );
}

async function readRun(file: string, io: CliIo): Promise<RunRecord> {
  const text = await readFile(io.resolve(file), 'utf8').catch((error: unknown) => {
    const { code = 'unknown' } = error as NodeJS.ErrnoException;
    throw new InputError(`${file}: The file cannot be opened (${code}). Check its path.`);
  });
  const parsed = runRecordSchema.safeParse(parseJson(text));
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const at = issue?.path.join('.') ?? '';
  throw new InputError(
    `${file}: This is no frozen run of version ${RUN_VERSION}${at === '' ? '' : ` (at ${at})`}. “highwater freeze” and the page of a run write one.`,
  );
}
