import { goTestRow } from '@/lib/analysis/export/go-test-row';
import type { Keep } from '@/lib/analysis/shrink/kept';
import { shrink, type Shrunk } from '@/lib/analysis/shrink/shrink';
import { commandOf } from '@/lib/answers/report/document/command-line';
import { counted, formatInteger } from '@/lib/engine/base/format';
import { PRODUCER } from '@/lib/engine/replay/engine';
import { serializeSession } from '@/lib/engine/session/serialize';
import type { Session } from '@/lib/engine/session/schema';
import { chooseSessions } from '../choose-sessions';
import type { CliIo } from '../cli-io';
import { exitCode, InputError, UsageError, type ExitCode } from '../exit-code';
import { askedOf, requestedReplay, type PolicyReplayOptions } from '../explain/requested-replay';
import { measureTrace } from '../measure-trace';
import { readErrorText } from '../read-error';
import { sizesOf } from './bug-command';
import { onlySession, writeOut } from './report-command';

/** Options of `shrink`. */
export interface ShrinkCommandOptions extends PolicyReplayOptions {
  readonly keep: Keep;
  readonly budget?: number;
  readonly go?: boolean;
  readonly out?: string;
}

/** Writes the fewest steps and entries of a session of which something still holds. */
export async function shrinkCommand(
  file: string,
  given: ShrinkCommandOptions,
  io: CliIo,
): Promise<ExitCode> {
  if (given.fault.length > 0) {
    throw new UsageError('--fault names a step, and the steps of a shrunk session are others.');
  }
  if (given.json === true && given.go === true)
    throw new UsageError('Choose one of --json and --go.');
  const asked = await askedOf(given, io);
  const trace = await measureTrace(file, io.resolve(file));
  if (!trace.ok) throw new InputError(readErrorText(file, trace.error));
  const one = onlySession(chooseSessions(trace.value.sessions, given.session));
  // Says what is wrong with a setting in the words of the command line.
  requestedReplay(one, asked);
  const session = await sizesOf(file, one.number, io);
  const { keep, budget } = given;
  const found = shrunkOf({
    ...{ session, keep, choice: asked.choice, settings: asked.set },
    ...(asked.prefix === undefined ? {} : { prefixTokens: asked.prefix }),
    ...(budget === undefined ? {} : { budget }),
  });
  const text = `${serializeSession(found.session)}\n`;
  const row = goTestRow(found.session.name, found.replayed.run, found.session.entries);
  if (given.go === true && row === null) {
    throw new UsageError(`--go: ${found.replayed.policy.label} is no strategy of ContextGuard.`);
  }
  if (given.out !== undefined) await writeOut(text, given.out, io);
  if (given.json === true) io.out(`${JSON.stringify(factsOf(session, found, row))}\n`);
  else if (given.go === true && row !== null) io.out(row);
  else if (given.out === undefined) io.out(text);
  io.message(wordsOf(session, found).join('\n'));
  return exitCode.clean;
}

/** @throws UsageError where what is to be kept is not there. */
function shrunkOf(asked: Parameters<typeof shrink>[0]): Shrunk {
  const work = shrink(asked);
  for (;;) {
    const next = work.next();
    if (next.done !== true) continue;
    if (next.value.ok) return next.value.value;
    throw new UsageError(`--keep: ${next.value.error}`);
  }
}

const factsOf = (
  whole: Session,
  { session, kept, ...found }: Shrunk,
  goTestRow: string | null,
) => ({
  producer: PRODUCER,
  kept: { what: kept.title, words: kept.words, step: kept.step, stepNow: found.step },
  steps: { before: whole.steps.length, after: session.steps.length },
  entries: { before: whole.entries.length, after: session.entries.length },
  replays: found.replays,
  minimal: found.isMinimal,
  ...{ session, goTestRow },
});

function wordsOf(whole: Session, { session, kept, step, ...found }: Shrunk): readonly string[] {
  const { replays, isMinimal, replayed } = found;
  const size = (of: 'steps' | 'entries'): string =>
    `${of} ${formatInteger(whole[of].length)} → ${formatInteger(session[of].length)}`;
  const now = step === null || step === kept.step ? '' : `, now step ${formatInteger(step)}`;
  return [
    `Kept: ${kept.title}${now} (${kept.words}).`,
    `${size('steps')}, ${size('entries')}; ${counted(replays, 'replay')}.`.replace(
      'steps',
      'Steps',
    ),
    isMinimal
      ? 'No step can go, and no entry with the entries that answer its calls: without it that is lost.'
      : 'The budget ended first: more could go. --budget raises it.',
    'It holds sizes, counts, models and times; no text and no name of the trace.',
    `Explained by: ${commandOf(replayed, step ?? 0)}`,
  ];
}
