import { PRODUCER } from '@/lib/replay/engine';
import { formatFactor, formatInteger, formatProjected } from '@/lib/base/format';
import { formatFault } from '@/lib/replay/faults/faults';
import { verdictOf } from '@/lib/analysis/subject/judge-session';
import type { Settings } from '@/lib/policies/contract/fields';
import { mark } from '@/lib/replay/prepare';
import type { Replay } from '@/lib/replay/replay';
import { csvRecord } from '@/lib/base/csv';
import { fidelityReport } from '@/lib/analysis/fit/fidelity-report';
import { whatHappened } from '@/lib/analysis/fit/what-happened';
import { replayReport } from '@/lib/report/export/replay-report';
import { decisionAt, decisionTexts } from '@/lib/analysis/explain/ledger-decision';
import { providerWords, stepOutcome } from '@/lib/analysis/explain/outcome/step-outcome';
import { isAskedProjected, isProjected, realAsked } from '@/lib/analysis/explain/step-events';
import { stepColumns, stepFields, stepObjects, stepRow } from '@/lib/report/export/step-rows';
import { replayTotals } from '@/lib/analysis/explain/replay-totals';
import { summarySource } from '@/lib/analysis/explain/summary-size';
import { prefixWords, usedPrefix } from '@/lib/analysis/explain/recording/prefix-words';
import { unknownHeadText } from '@/lib/analysis/explain/recording/unknown-head';
import type { MeasuredSession } from '@/lib/analysis/subject/measured-session';
import type { CliIo } from '../cli-io';
import { askedOf, askedReplay, type Asked, type AskedOptions } from '../explain/asked-replay';
import { chooseSessions, nameOf, type NumberedSession } from '../choose-sessions';
import { exitCode, InputError, UsageError, type ExitCode } from '../exit-code';
import { measureTrace } from '../measure-trace';
import { readErrorText } from '../read-error';
import { left, right, textTable } from '@/lib/answers/print/text-table';

/** Options of `replay`; no policy: the one that each session opens with. */
interface ReplayCommandOptions extends AskedOptions {
  readonly csv?: boolean;
  readonly prefix?: number;
}

/** A session and its replay. */
export interface ReplayedSession extends NumberedSession {
  /** Id of the preset; null for none. */
  readonly preset: string | null;
  readonly settings: Settings;
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
  const asked = { ...(await askedOf(given, io)), prefix: given.prefix };
  const trace = await measureTrace(file, io.resolve(file));
  if (!trace.ok) throw new InputError(readErrorText(file, trace.error));
  const replayed = chooseSessions(trace.value.sessions, given.session).map((one) =>
    replayOne(one, asked),
  );
  if (given.json === true) {
    const sessions = replayed.map(sessionJson);
    const { format } = trace.value;
    io.out(`${JSON.stringify({ file, format, stepFields, sessions })}\n`);
  } else if (given.csv === true) {
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

/** Replays a session as asked. @throws UsageError for a setting that its own policy lacks. */
export function replayOne(one: NumberedSession, asked: Asked): ReplayedSession {
  const replayed = askedReplay(one, asked);
  const { opening, preset, settings, run } = replayed;
  const happened = whatHappened(one.session.profile, opening);
  return { ...one, preset, settings, run, happened, verdict: verdictOf(replayed) };
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

/** A line where the recording starts in the middle, and one on a prefix that it does not hold. */
function headLines({ run, session }: ReplayedSession): readonly string[] {
  const text = unknownHeadText(run.session, session.draft.head.source.agent);
  const prefix = usedPrefix(run.session);
  const found = prefix.source === 'solved' || prefix.source === 'given';
  return [
    ...(text === null ? [] : [text]),
    ...(found
      ? [`Prefix ${formatInteger(prefix.tokens)} heuristic tokens: ${prefixWords(prefix)}.`]
      : []),
  ];
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

/** The verdict, and a table of the steps with an event. */
export function sessionText(one: ReplayedSession): string {
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
    Number.isNaN(columns.correction[step]) ? '–' : formatFactor(columns.correction[step] ?? 0),
    number(columns.calibrated[step]),
    ...comparison(run, step),
    formatProjected(realAsked(run, step), isAskedProjected(run, step)),
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

/** What a step compared, and with what: tokens, or a count and its unit. */
function comparison(run: Replay, step: number): readonly string[] {
  const decision = decisionAt(run, step);
  if (decision === null) return ['–', '–'];
  const unit = decision.unit === 'tokens' ? '' : ` ${decision.unit}`;
  const { value } = decisionTexts(decision);
  return [`${value}${unit}`, `${formatInteger(decision.threshold)}${unit}`];
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

/** "compacted → 46,254", "held, refused". */
function outcome(run: Replay, step: number): string {
  const { policy } = stepOutcome(run, step);
  const sent = formatProjected(run.columns.real[step] ?? NaN, isProjected(run, step));
  const does = policy === 'compacted' ? `compacted → ${sent}` : policy;
  return [does, ...providerWords(run, step)].join(', ').replaceAll('▲ ', '');
}
