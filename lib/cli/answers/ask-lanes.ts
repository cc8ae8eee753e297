import { formatLane, MOST_LANES, type LaneText } from '@/lib/analysis/compare/lane-text';
import { OWN_POLICY } from '@/lib/analysis/fit/opening';
import { comparedLane, type LanesQuestion, type LanesSubject } from '@/lib/answers/model/lanes';
import { ratesOf } from '@/lib/analysis/cost/session-prices';
import { counted } from '@/lib/engine/base/format';
import { sessionPrices } from '@/lib/answers/prices/session-prices';
import type { SessionMeasurement } from '@/lib/analysis/subject/session-measurement';
import type { CliIo } from '../cli-io';
import { exitCode, InputError, UsageError, type ExitCode } from '../exit-code';
import { measureTrace } from '../measure-trace';
import { readErrorText } from '../read-error';
import { ensureSizeTables } from '../tables/size-tables';
import { printAnswer, requireOneForm, type FormOptions } from './print-answer';
import { answerOf, inputOf, keptFor } from './question-input';

/** Options of every question about lanes, beside its own fields. */
export interface LanesOptions extends FormOptions {
  readonly lane: readonly LaneText[];
  /** Counted from 1. */
  readonly baseline: number;
}

/** Answers a question about lanes of the sessions of files. */
export async function lanesCommand(
  question: LanesQuestion,
  files: readonly string[],
  given: LanesOptions,
  io: CliIo,
): Promise<ExitCode> {
  requireOneForm(question, given);
  const input = inputOf(question, { ...given });
  await ensureSizeTables(io);
  const sessions: SessionMeasurement[] = [];
  for (const file of files) {
    const trace = await measureTrace(file, io.resolve(file), keptFor(question));
    if (!trace.ok) throw new InputError(readErrorText(file, trace.error));
    sessions.push(...trace.value.sessions);
  }
  const answer = answerOf(question, lanesSubject(sessions, given.lane, given.baseline), input);
  printAnswer(question, answer, { ...given, head: { files } }, io);
  return answer.failed ? exitCode.checkFailed : exitCode.clean;
}

/**
 * The lanes that are asked for; without any, each session as it ran. `baseline` counts from 1.
 * @throws UsageError
 */
export function lanesSubject(
  sessions: readonly SessionMeasurement[],
  asked: readonly LaneText[],
  baseline = 1,
): LanesSubject {
  const named = asked.length > 0 ? asked : [asItRan];
  const texts = named.flatMap((text) => textsOf(sessions, text));
  if (texts.length > MOST_LANES) {
    throw new UsageError(
      `${counted(texts.length, 'lane')} were asked for; ${MOST_LANES} are compared at once. --lane names one, as in --lane 2:own.`,
    );
  }
  if (baseline > texts.length) {
    throw new UsageError(`--baseline ${baseline}: there are ${texts.length} lanes.`);
  }
  return {
    lanes: texts.map((text, index) => laneOf(sessions, text, index)),
    baseline: baseline - 1,
  };
}

/** A lane whose session is named by its number. */
type NumberedLane = LaneText & { readonly session: string };

const asItRan: LaneText = {
  ...{ session: null, policy: OWN_POLICY, preset: null, settings: {}, faults: [] },
};

/** A lane that names no session is one of every session. */
function textsOf(sessions: readonly SessionMeasurement[], text: LaneText): readonly NumberedLane[] {
  const { session } = text;
  if (session === null) return sessions.map((_, i) => ({ ...text, session: `${i + 1}` }));
  const number = /^\d{1,6}$/.test(session) ? Number(session) : NaN;
  if (sessions[number - 1] !== undefined) return [{ ...text, session: `${number}` }];
  const known = sessions
    .slice(0, 20)
    .map(({ draft }, index) => `${index + 1} ${draft.head.name}`)
    .join('; ');
  throw new UsageError(`There is no session "${session}". The files have: ${known}.`);
}

function laneOf(sessions: readonly SessionMeasurement[], text: NumberedLane, index: number) {
  const one = sessions[Number(text.session) - 1] as SessionMeasurement;
  const { profile, draft, references } = one;
  if (profile.stepCount === 0) {
    throw new UsageError(`Session ${text.session} ${draft.head.name} has no step.`);
  }
  const lane = comparedLane(one, text, index, {
    ratesOf: ratesOf(sessionPrices(profile, new Date())),
    ...(references === undefined ? {} : { references: references() }),
  });
  if (lane.ok) return lane.value;
  throw new UsageError(`--lane ${formatLane(text)}: ${lane.error.message}`);
}
