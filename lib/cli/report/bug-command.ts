import { readFile } from 'node:fs/promises';
import { parseJson } from '@/lib/engine/base/parse-json';
import { bugFile, checkBugFile } from '@/lib/server/report/bug-file';
import { readTrace } from '@/lib/readers/open/read-trace';
import { checkLines } from '@/lib/answers/report/runs/check-text';
import type { SessionDraft } from '@/lib/engine/session/draft';
import { MemoryStore } from '@/lib/engine/session/memory-store';
import type { Session } from '@/lib/engine/session/schema';
import { withLimit } from '@/lib/engine/tokens/limits/limits';
import { numbersOnly } from '@/lib/engine/tokens/numbers-only';
import { chooseSessions } from '../choose-sessions';
import type { CliIo } from '../cli-io';
import { exitCode, InputError, UsageError, type ExitCode } from '../exit-code';
import { askedOf, requestedReplay, type PolicyReplayOptions } from '../explain/requested-replay';
import { measureTrace } from '../measure-trace';
import { readErrorText } from '../read-error';
import { ensureSizeTables } from '../tables/size-tables';
import { plain } from '@/lib/answers/print/text-table';
import { onlySession, requireStep, writeOut } from './report-command';

/** Options of `bug-report`. */
export interface BugCommandOptions extends PolicyReplayOptions {
  readonly step?: number;
  readonly expected?: string;
  readonly check?: boolean;
  readonly out?: string;
}

/** Writes a wrong result as numbers only, or replays such a report with the present engine. */
export async function bugCommand(
  file: string,
  given: BugCommandOptions,
  io: CliIo,
): Promise<ExitCode> {
  if (given.check === true) return checkBug(file, given.sizes, io);
  const { step, expected } = given;
  if (step === undefined || expected === undefined) {
    throw new UsageError(
      'Name the step and what you expected there: --step 143 --expected "it compacts".',
    );
  }
  const asked = await askedOf(given, io);
  const trace = await measureTrace(file, io.resolve(file));
  if (!trace.ok) throw new InputError(readErrorText(file, trace.error));
  const one = onlySession(chooseSessions(trace.value.sessions, given.session));
  requireStep(one, step);
  const { run } = requestedReplay(one, asked);
  const session = await sizesOf(file, one.number, io);
  const text = bugFile({ run, faults: asked.fault, session, step, expected });
  await writeOut(text, given.out, io);
  io.message('It holds sizes, counts and settings, and what you expected; no text of the trace.');
  return exitCode.clean;
}

/** The numbers-only form of a trace's session. @throws InputError if it is unreadable. */
export async function sizesOf(file: string, number: number, io: CliIo): Promise<Session> {
  const store = new MemoryStore();
  const drafts: SessionDraft[] = [];
  const read = await readTrace(io.resolve(file), {
    name: file,
    store,
    onSession: (draft) => drafts.push(withLimit(draft)),
  });
  if (!read.ok) throw new InputError(readErrorText(file, read.error));
  return numbersOnly(store.session(drafts[number - 1] as SessionDraft));
}

/** Exit code 1 where the present engine gives another result than the report holds. */
async function checkBug(file: string, sizes: string | undefined, io: CliIo): Promise<ExitCode> {
  await ensureSizeTables(io, sizes);
  const text = await readFile(io.resolve(file), 'utf8').catch((error: unknown) => {
    const { code = 'unknown' } = error as NodeJS.ErrnoException;
    throw new InputError(`${file}: The file cannot be opened (${code}). Check its path.`);
  });
  const checked = checkBugFile(parseJson(text));
  if (!checked.ok) throw new InputError(`${file}: ${checked.error}`);
  const { report, now, check } = checked.value;
  const lines = [
    `Step ${report.step}, expected: ${report.expected}`,
    `Got: ${report.got.headline}`,
    ...(now === null ? [] : [`Now: ${now.headline}`]),
    ...checkLines(check),
  ];
  io.out(`${lines.map(plain).join('\n')}\n`);
  const edited = check.changes.some(({ of }) => of === 'record');
  return check.outcome === 'same' && !edited ? exitCode.clean : exitCode.checkFailed;
}
