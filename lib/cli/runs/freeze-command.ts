import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { allFindings } from '@/lib/analysis/detectors/recall-findings';
import { whatHappened } from '@/lib/analysis/fit/what-happened';
import { freezeRun } from '@/lib/answers/report/runs/freeze-run';
import type { RunRecord } from '@/lib/answers/report/runs/run-record';
import { encodeProfile } from '@/lib/engine/tokens/profile-codec';
import { chooseSessions, nameOf, type SessionOfTrace } from '../choose-sessions';
import type { CliIo } from '../cli-io';
import { exitCode, InputError, UsageError, type ExitCode } from '../exit-code';
import {
  askedOf,
  requestedReplay,
  type RequestedReplay,
  type PolicyReplayOptions,
} from '../explain/requested-replay';
import { measureTrace } from '../measure-trace';
import { readErrorText } from '../read-error';

/** Options of `freeze`. */
interface FreezeCommandOptions extends PolicyReplayOptions {
  readonly note?: string;
}

/** Sessions that a message lists. */
const MOST_LISTED = 20;

/** Replays a session and prints the frozen run as JSON. */
export async function freezeCommand(
  file: string,
  given: FreezeCommandOptions,
  io: CliIo,
): Promise<ExitCode> {
  const asked = await askedOf(given, io);
  const trace = await measureTrace(file, io.resolve(file), { names: true });
  if (!trace.ok) throw new InputError(readErrorText(file, trace.error));
  const sessions = chooseSessions(trace.value.sessions, given.session);
  const [one, ...others] = sessions;
  if (one === undefined || others.length > 0) {
    const list = sessions.slice(0, MOST_LISTED).map(nameOf).join('; ');
    throw new UsageError(`A run is of one session; choose it with --session. There are: ${list}.`);
  }
  const { note = '' } = given;
  const record = frozenNow(one, asked, { note, trace: await fileHash(io.resolve(file)) });
  io.out(`${JSON.stringify(record)}\n`);
  io.message(`${nameOf(one)}: ${record.verdict}`);
  return exitCode.clean;
}

/** SHA-256 of a text, as 64 hexadecimal digits. */
export const sha256 = (text: string | Uint8Array): string =>
  createHash('sha256').update(text).digest('hex');

/** SHA-256 of a file's bytes; null for a folder. */
export async function fileHash(path: string): Promise<string | null> {
  if (!(await stat(path)).isFile()) return null;
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}

/** SHA-256 of a session's numbers, by which it is known under any name. */
export const numbersHash = ({ session }: SessionOfTrace): string =>
  sha256(encodeProfile(session.profile));

/** Replays a session as asked, and freezes that as of now. @throws UsageError without steps. */
export function frozenNow(
  one: SessionOfTrace,
  asked: RequestedReplay,
  { note, trace }: { readonly note: string; readonly trace: string | null },
): RunRecord {
  const { profile, draft, nameOf: named } = one.session;
  if (profile.stepCount === 0) throw new UsageError('The session has no step to replay.');
  const { name, model, source, notices } = draft.head;
  const { opening, settings, run } = requestedReplay(one, asked);
  return freezeRun(
    run,
    {
      session: { id: null, name, agent: source.agent, model, trace },
      numbers: numbersHash(one),
      ...{ settings, faults: asked.fault, note, frozenAt: Date.now() },
      findings: allFindings(
        run,
        { agent: source.agent, notices },
        { nameOf: named, references: one.session.references?.() ?? null },
      ),
      happened: whatHappened(profile, opening),
    },
    sha256,
  );
}
