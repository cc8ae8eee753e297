import { RECALL_EVIDENCE } from '@/lib/analysis/recall/evidence';
import { recallReport, type Recall } from '@/lib/analysis/recall/recall-report';
import { RECALL_BASIS } from '@/lib/analysis/recall/recall-words';
import type { ReplayedSession } from '@/lib/analysis/subject/replay-session';
import { PRODUCER } from '@/lib/replay/engine';
import { chooseSessions, nameOf, type NumberedSession } from '../choose-sessions';
import type { CliIo } from '../cli-io';
import { exitCode, InputError, UsageError, type ExitCode } from '../exit-code';
import { askedOf, askedReplay, type AskedOptions } from '../explain/asked-replay';
import { measureTrace } from '../measure-trace';
import { readErrorText } from '../read-error';
import { otherSession, type NamedSession, type OtherSession } from './other-session';
import { recallText } from './recall-text';

/** Options of `recall`. */
export interface RecallCommandOptions extends AskedOptions {
  /** A file, or `none`. */
  readonly against?: string;
}

/** A session's recall, and whose names were taken off. */
interface Recalled {
  readonly one: NumberedSession<NamedSession>;
  readonly replayed: ReplayedSession;
  readonly other: OtherSession | 'none' | null;
  readonly recall: Recall | null;
}

/** Prints what of the sessions of some traces is used again, and what compactions took from them. */
export async function recallCommand(
  files: readonly string[],
  given: RecallCommandOptions,
  io: CliIo,
): Promise<ExitCode> {
  const asked = await askedOf(given, io);
  const all: NamedSession[] = [];
  for (const file of files) all.push(...(await readNamed(file, io)));
  const named = given.against !== undefined && given.against !== 'none';
  const others = named ? await readNamed(given.against, io) : all;
  const recalled = chooseSessions(all, given.session).map((one): Recalled => {
    const replayed = askedReplay(one, asked);
    const index = one.session.references?.() ?? null;
    const other = given.against === 'none' ? 'none' : otherSession(one.session, others, named);
    if (named && other === null && index !== null) {
      throw new UsageError(
        `--against ${given.against} holds no session but ${nameOf(one)} whose names could be taken off.`,
      );
    }
    const names = other === null || other === 'none' ? null : other.names;
    return {
      ...{ one, replayed, other },
      recall: index && recallReport(replayed.run, index, { other: names }),
    };
  });
  if (given.json === true) {
    const read = files.length === 1 ? { file: files[0] } : { files };
    const sessions = recalled.map(sessionJson);
    io.out(`${JSON.stringify({ ...read, producer: PRODUCER, sessions })}\n`);
    return exitCode.clean;
  }
  for (const { one, recall, other } of recalled) {
    io.out(recallText(one, recall?.report ?? null, other));
  }
  io.out(`${RECALL_BASIS}\n${RECALL_EVIDENCE}\nComputed by ${PRODUCER}.\n`);
  return exitCode.clean;
}

async function readNamed(file: string, io: CliIo): Promise<readonly NamedSession[]> {
  const path = io.resolve(file);
  const trace = await measureTrace(file, path, { names: true });
  if (!trace.ok) throw new InputError(readErrorText(file, trace.error));
  return trace.value.sessions.map((session) => ({ ...session, file, path }));
}

function sessionJson({ one, replayed, other, recall }: Recalled) {
  const { number, session } = one;
  const { policy, settings } = replayed;
  const about = { number, name: session.draft.head.name, file: session.file };
  const told = { ...about, policy: policy.id, settings, available: recall !== null };
  if (recall === null) return told;
  const { report, lastNeeded, steps } = recall;
  return {
    ...told,
    against: other === null || other === 'none' ? null : other.about,
    ...report,
    ...{ lastNeeded: [...lastNeeded], steps: columnsOf(steps) },
  };
}

const columnsOf = (steps: object): Record<string, readonly number[]> =>
  Object.fromEntries(
    Object.entries(steps).map(([name, values]) => [name, [...(values as Float64Array)]]),
  );
