import { writeFile } from 'node:fs/promises';
import { sessionReport, type ReportedNames } from '@/lib/server/report/session-report';
import type { StepRange } from '@/lib/engine/base/decimate';
import { formatInteger } from '@/lib/engine/base/format';
import type { EntryName } from '@/lib/analysis/detectors/evidence/evidence';
import type { ChartTheme, ReportFormat } from '@/lib/answers/report/document/report-format';
import { reportNotes, type ReportNote } from '@/lib/answers/report/document/report-subject';
import { ToolNameCollector } from '@/lib/engine/tokens/text/tool-names';
import { chooseSessions, nameOf, type SessionOfTrace } from '../choose-sessions';
import type { CliIo } from '../cli-io';
import { exitCode, InputError, UsageError, type ExitCode } from '../exit-code';
import { askedOf, requestedReplay, type PolicyReplayOptions } from '../explain/requested-replay';
import { measureTrace, type SessionMeasurement } from '../measure-trace';
import { readErrorText } from '../read-error';
import { plain } from '@/lib/answers/print/text-table';

/** Options of `report`. */
export interface ReportCommandOptions extends PolicyReplayOptions {
  readonly format: ReportFormat;
  readonly step?: number;
  readonly steps?: StepRange;
  readonly theme: ChartTheme;
  readonly texts?: boolean;
  readonly note: readonly ReportNote[];
  /** The notes of the file are in it too. */
  readonly notes?: boolean;
  readonly out?: string;
}

/** Writes the report of one session of a trace: what the page and the API give for the same question. */
export async function reportCommand(
  file: string,
  given: ReportCommandOptions,
  io: CliIo,
): Promise<ExitCode> {
  const asked = await askedOf(given, io);
  const trace = await measureTrace(file, io.resolve(file));
  if (!trace.ok) throw new InputError(readErrorText(file, trace.error));
  const one = onlySession(chooseSessions(trace.value.sessions, given.session));
  requireStep(one, given.step);
  requireStep(one, given.steps?.to);
  const question = {
    step: given.step ?? null,
    range: given.steps ?? null,
    texts: given.texts === true,
    notes: [
      ...(given.notes === true ? reportNotes(one.session.draft.head.notes ?? []) : []),
      ...given.note,
    ],
  };
  const text = await sessionReport(
    requestedReplay(one, asked),
    namesOf(one.session),
    question,
    given,
  );
  await writeOut(text, given.out, io);
  return exitCode.clean;
}

/** The one session that a file is written of. @throws UsageError where there are several. */
export function onlySession<S extends Pick<SessionMeasurement, 'draft' | 'profile'>>(
  sessions: readonly SessionOfTrace<S>[],
): SessionOfTrace<S> {
  const [one] = sessions;
  if (one !== undefined && sessions.length === 1) return one;
  const names = sessions.slice(0, 20).map((each) => plain(nameOf(each)));
  throw new UsageError(
    `The file holds ${formatInteger(sessions.length)} sessions; choose one with --session: ${names.join('; ')}.`,
  );
}

/** @throws UsageError for a step that the session does not have. */
export function requireStep(
  { session }: SessionOfTrace<Pick<SessionMeasurement, 'draft' | 'profile'>>,
  step: number | undefined,
): void {
  const { stepCount } = session.profile;
  if (step === undefined || step < stepCount) return;
  throw new UsageError(
    `The session has no step ${step}: its steps are 0 to ${formatInteger(stepCount - 1)}.`,
  );
}

function namesOf({ tools, nameOf: named }: SessionMeasurement): ReportedNames {
  return {
    tools: () => Promise.resolve(tools() ?? new ToolNameCollector().finish()),
    namesOf: (entries) => {
      const names = entries.flatMap((entry): (readonly [number, EntryName])[] => {
        const name = named(entry);
        return name === null ? [] : [[entry, name]];
      });
      return Promise.resolve(new Map(names));
    },
  };
}

/** Writes to a new file, or to stdout. @throws UsageError where the file is there already. */
export async function writeOut(text: string, out: string | undefined, io: CliIo): Promise<void> {
  if (out === undefined) {
    io.out(text);
    return;
  }
  const target = io.resolve(out);
  try {
    await writeFile(target, text, { flag: 'wx' });
  } catch (error) {
    const exists = error instanceof Error && 'code' in error && error.code === 'EEXIST';
    if (exists) throw new UsageError(`${target} exists already; choose another name or remove it.`);
    throw new InputError(`${target} cannot be written: ${String(error)}`);
  }
  io.message(`Wrote ${target}.`);
}
