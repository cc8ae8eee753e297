import { PRODUCER } from '@/lib/replay/engine';
import { formatInteger } from '@/lib/base/format';
import { formatFault } from '@/lib/replay/faults/faults';
import { sessionSettings } from '@/lib/policies/contract/session-settings';
import { knownPrefix, mark, prepare } from '@/lib/replay/prepare';
import { replay, type Replay } from '@/lib/replay/replay';
import { csvRecord } from '@/lib/base/csv';
import { fidelityReport } from '@/lib/analysis/fit/fidelity-report';
import { openSession, OWN_POLICY, type Opening } from '@/lib/analysis/fit/opening';
import { whatHappened } from '@/lib/analysis/fit/what-happened';
import type { PolicyChoice } from '@/lib/policies/contract/policy-choice';
import { DEFAULT_POLICY } from '@/lib/policies/registry';
import { replayReport } from '@/lib/report/export/replay-report';
import { isProjected } from '@/lib/analysis/explain/step-events';
import { stepColumns, stepFields, stepObjects, stepRow } from '@/lib/report/export/step-rows';
import { replayTotals } from '@/lib/analysis/explain/replay-totals';
import { summarySource } from '@/lib/analysis/explain/summary-size';
import { unknownHeadText } from '@/lib/analysis/explain/recording/unknown-head';
import { verdict, verdictText } from '@/lib/analysis/explain/verdict';
import type { MeasuredSession } from '@/lib/core/measured-session';
import type { Profile } from '@/lib/tokens/profile';
import type { CliIo } from '../cli-io';
import type { AskedOptions } from '../explain/asked-replay';
import { chooseSessions, nameOf, type NumberedSession } from '../choose-sessions';
import { exitCode, InputError, UsageError, type ExitCode } from '../exit-code';
import { measureTrace } from '../measure-trace';
import { policyOf, settingsOf, type GivenSettings } from '../parse-settings';
import { readErrorText } from '../read-error';
import { withSizes } from '../tables/size-tables';
import { left, right, textTable } from '../text-table';

/** Options of `replay`; no policy: each session's own, or ContextGuard where a setting is given. */
interface ReplayCommandOptions extends AskedOptions {
  readonly csv?: boolean;
}

interface ReplayedSession extends NumberedSession {
  /** Id of the preset; null for none. */
  readonly preset: string | null;
  readonly settings: unknown;
  readonly run: Replay;
  /** The recording under the agent's own policy, as a sentence; null without one. */
  readonly happened: string | null;
  readonly verdict: string;
}

/** Applies a policy to the sessions of a trace and prints every step. */
export async function replayCommand(
  file: string,
  given: ReplayCommandOptions,
  io: CliIo,
): Promise<ExitCode> {
  if (given.json === true && given.csv === true) {
    throw new UsageError('Choose one of --json and --csv.');
  }
  const standard = Object.keys(given.set).length > 0 ? DEFAULT_POLICY : OWN_POLICY;
  const named = given.policy ?? standard;
  const options = { ...given, set: await withSizes(given, io) };
  const choice = named === OWN_POLICY ? null : policyOf(named);
  if (choice !== null) settingsOf(choice, options.set, {});
  const trace = await measureTrace(file, io.resolve(file));
  if (!trace.ok) throw new InputError(readErrorText(file, trace.error));
  const replayed = chooseSessions(trace.value.sessions, options.session).map((one) =>
    replayOne(one, choice, options),
  );
  if (options.json === true) {
    const sessions = replayed.map(sessionJson);
    const { format } = trace.value;
    io.out(`${JSON.stringify({ file, format, stepFields, sessions })}\n`);
  } else if (options.csv === true) {
    io.out(csvRecord(['session', 'lane', ...stepColumns]));
    for (const one of replayed) csvSteps(one, io);
    for (const one of replayed) {
      const lines = [`${nameOf(one)}: ${one.verdict}`, ...headLines(one), ...faultLines(one.run)];
      io.message(lines.join('\n'));
    }
    io.message(`Computed by ${PRODUCER}.`);
  } else {
    for (const one of replayed) io.out(sessionText(one));
    io.out(`Computed by ${PRODUCER}.\n`);
  }
  return exitCode.clean;
}

function replayOne(
  { number, session }: NumberedSession,
  choice: PolicyChoice | null,
  { set, fault }: ReplayCommandOptions,
): ReplayedSession {
  const { profile, draft } = session;
  const { source } = draft.head;
  const opening = openSession(source, profile);
  const { policy, preset, settings, prefix } =
    choice === null ? asItRan(opening, set) : { ...choice, ...chosen(choice, set, profile) };
  const run = replay(prepare(profile, prefix), policy, settings, { faults: fault });
  const happened = whatHappened(profile, opening);
  const subject = { agent: source.agent, draft: policy.label, happened };
  const said = verdictText(verdict(run, subject));
  return { number, session, preset, settings, run, happened, verdict: said };
}

/** The session's own policy, under the settings given. */
function asItRan({ policy, settings, prefixTokens, own }: Opening, set: GivenSettings) {
  return {
    policy,
    preset: own?.preset ?? null,
    settings: settingsOf({ policy, preset: null }, set, settings),
    prefix: prefixTokens,
  };
}

/** The policy that was asked for, under the settings the session suggests and those given. */
function chosen(choice: PolicyChoice, set: GivenSettings, profile: Profile) {
  const { head } = profile;
  const suggested = sessionSettings(choice.policy, head);
  const settings = settingsOf(choice, set, suggested as GivenSettings);
  return { settings, preset: choice.preset?.id ?? null, prefix: knownPrefix(profile) };
}

const stepNumbers = ({ profile }: MeasuredSession): number[] =>
  Array.from({ length: profile.stepCount }, (_, step) => step);

function sessionJson(one: ReplayedSession) {
  const { number, session, preset, settings, run, happened, verdict } = one;
  const { head } = session.draft;
  return {
    number,
    name: head.name,
    lane: head.source.lane,
    model: head.model,
    limit: head.limit,
    preset,
    settings,
    happened,
    verdict,
    /** The model that sizes the summaries, in words; null for a policy that writes none. */
    summaryModel: summarySource(run),
    /** The recording's own compactions compared with the agent's policy; independent of `--policy`. */
    fidelity: fidelityReport(head.source, session.profile),
    ...replayReport(run),
    steps: stepObjects(run),
  };
}

function csvSteps({ session, run }: ReplayedSession, io: CliIo): void {
  const { name, source } = session.draft.head;
  const rows = stepNumbers(session).map((step) =>
    csvRecord([name, source.lane, ...stepRow(run, step)]),
  );
  io.out(rows.join(''));
}

/** A line where the recording starts in the middle. */
function headLines({ run, session }: ReplayedSession): readonly string[] {
  const text = unknownHeadText(run.session, session.draft.head.source.agent);
  return text === null ? [] : [text];
}

/** A line on the summaries' size where the replay wrote any. */
function summaryLines(run: Replay): readonly string[] {
  const source = replayTotals(run).stepsCompacted > 0 ? summarySource(run) : null;
  return source === null ? [] : [`Summaries ${source}.`];
}

/** One line per fault: its effect. */
const faultLines = ({ faults }: Replay): readonly string[] =>
  faults.map(({ fault, text }) => `fault ${formatFault(fault)}: ${text}`);

const STEP_COLUMNS = [
  ...right('step', 'heuristic', 'last real', 'correction', 'calibrated'),
  ...right('decision', 'threshold', 'real'),
  ...left('outcome'),
];

/** Steps shown in the table: those with an event. */
function sessionText(one: ReplayedSession): string {
  const { run, session } = one;
  const { columns, marks } = run;
  const noted = eventKinds(run);
  const eventful = stepNumbers(session).filter(
    (step) =>
      columns.compacted[step] === 1 ||
      ((marks[step] ?? 0) & mark.overflow) !== 0 ||
      noted.has(step),
  );
  const number = (value: number | undefined): string =>
    value === undefined || Number.isNaN(value) || value < 0 ? '–' : formatInteger(value);
  const rows = eventful.map((step) => [
    String(step),
    number(columns.heuristic[step]),
    number(columns.lastReal[step]),
    Number.isNaN(columns.correction[step]) ? '–' : `${(columns.correction[step] ?? 0).toFixed(2)}×`,
    number(columns.calibrated[step]),
    number(columns.decision[step]),
    number(columns.threshold[step]),
    `${isProjected(run, step) ? '~' : ''}${number(columns.real[step])}`,
    [outcome(run, step), ...(noted.get(step) ?? [])].filter((text) => text !== '').join(', '),
  ]);
  const table = rows.length === 0 ? '' : textTable(STEP_COLUMNS, rows);
  const rest = `${formatInteger(session.profile.stepCount)} steps; --json or --csv prints each.`;
  const above = [
    nameOf(one),
    one.verdict,
    ...headLines(one),
    ...summaryLines(run),
    ...faultLines(run),
  ].join('\n');
  return `${above}\n${table}${rest}\n\n`;
}

/** The policy's notes on its steps, each kind once. */
function eventKinds({ notes }: Replay): ReadonlyMap<number, ReadonlySet<string>> {
  const kinds = new Map<number, Set<string>>();
  for (const { step, kind } of notes.events) {
    const known = kinds.get(step) ?? new Set();
    kinds.set(step, known.add(kind));
  }
  return kinds;
}

function outcome({ columns, marks }: Replay, step: number): string {
  const over = ((marks[step] ?? 0) & mark.overflow) !== 0 ? 'overflow' : '';
  if (columns.compacted[step] !== 1) return over;
  const sent = `compacts → ${formatInteger(columns.heuristicSent[step] ?? 0)}`;
  return over === '' ? sent : `${sent}, ${over}`;
}
