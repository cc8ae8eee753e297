import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import * as z from 'zod';
import { parseJson } from '@/lib/engine/base/parse-json';
import { ask } from '@/lib/answers/model/ask';
import { QuestionError } from '@/lib/answers/model/question';
import { answerText } from '@/lib/answers/print/text';
import { status } from '@/lib/answers/questions/status';
import { passedOverReason } from '@/lib/readers/open/archives/members';
import { sessionSubject } from '../answers/session-subject';
import { chooseSessions, type SessionOfTrace } from '../choose-sessions';
import type { CliIo } from '../cli-io';
import { exitCode, InputError, UsageError, type ExitCode } from '../exit-code';
import { measureTrace } from '../measure-trace';
import { readErrorText } from '../read-error';

/** Options of `highwater status`. */
export interface StatusOptions {
  readonly session?: string;
  readonly score?: boolean;
  readonly follow?: boolean;
  readonly json?: boolean;
}

/** Milliseconds between two looks at a followed file. */
const LOOK_MS = 1_000;

/** What Claude Code tells the command of its status line. */
const statusLineSchema = z.object({ transcript_path: z.string() });

/** Prints one line about a growing session: a file, the newest one of a folder, or the one that stdin names. */
export async function statusCommand(
  given: string | undefined,
  options: StatusOptions,
  io: CliIo,
  stopped: AbortSignal = new AbortController().signal,
): Promise<ExitCode> {
  const named = given ?? (await transcriptOf(io));
  let printed = '';
  let last = '';
  do {
    const file = await newest(named, io);
    const { size, mtimeMs } = await stat(io.resolve(file));
    const look = `${file} ${size} ${mtimeMs} ${Math.floor(Date.now() / 60_000)}`;
    if (look !== last) {
      const text = await statusText(file, options, io);
      if (text !== printed) io.out(text);
      [printed, last] = [text, look];
    }
    if (options.follow === true)
      await sleep(LOOK_MS, undefined, { signal: stopped }).catch(() => null);
  } while (options.follow === true && !stopped.aborted);
  return exitCode.clean;
}

async function transcriptOf(io: CliIo): Promise<string> {
  const said = statusLineSchema.safeParse(parseJson(await io.stdin()));
  if (said.success) return said.data.transcript_path;
  throw new UsageError(
    'Name a file or a folder; without one stdin is read as what Claude Code tells its status line, JSON with "transcript_path".',
  );
}

/** The file itself, or of a folder the one that was written last. @throws InputError */
async function newest(named: string, io: CliIo): Promise<string> {
  const at = io.resolve(named);
  try {
    if (!(await stat(at)).isDirectory()) return named;
    const files = (await readdir(at, { recursive: true, withFileTypes: true }))
      .filter((entry) => entry.isFile() && passedOverReason(entry.name) === null)
      .map((entry) => path.join(entry.parentPath, entry.name));
    const times = await Promise.all(files.map(async (file) => (await stat(file)).mtimeMs));
    const last = times.indexOf(Math.max(...times));
    const file = files[last];
    if (file !== undefined) return file;
  } catch (error) {
    const { code = 'unknown' } = error as NodeJS.ErrnoException;
    throw new InputError(`${named}: it cannot be read (${code}).`);
  }
  throw new InputError(`${named}: the folder has no file.`);
}

async function statusText(
  file: string,
  { session, score, json }: StatusOptions,
  io: CliIo,
): Promise<string> {
  const read = await measureTrace(file, io.resolve(file));
  if (!read.ok) throw new InputError(readErrorText(file, read.error));
  const one = lastWritten(chooseSessions(read.value.sessions, session, { ofStep: true }));
  if (one === undefined) throw new InputError(`${file}: it has no session yet.`);
  const subject = sessionSubject(one, { choice: null, set: {}, fault: [] });
  try {
    const input = { now: Date.now(), ...(score === true ? { score } : {}) };
    const answer = ask(status, subject, input);
    return json === true ? `${JSON.stringify(answer.facts)}\n` : answerText(answer.blocks);
  } catch (error) {
    if (error instanceof QuestionError) throw new InputError(`${file}: ${error.message}`);
    throw error;
  }
}

/** Of several sessions that one file grows by, the one whose last step is the newest. */
function lastWritten(sessions: readonly SessionOfTrace[]): SessionOfTrace | undefined {
  const timeOf = ({ session }: SessionOfTrace): number => {
    const time = session.profile.steps.time.at(-1) ?? NaN;
    return Number.isNaN(time) ? -Infinity : time;
  };
  return [...sessions].sort((a, b) => timeOf(b) - timeOf(a) || a.number - b.number)[0];
}
