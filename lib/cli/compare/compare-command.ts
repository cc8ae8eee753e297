import { Option, type Command } from 'commander';
import { compareAxes, type CompareAxis } from '@/lib/analysis/compare/axis';
import { divergenceText, laneStep, laneStepText } from '@/lib/analysis/compare/changes';
import { comparisonReport, type NamedLane } from '@/lib/analysis/compare/comparison-report';
import { laneDraft, laneReplay } from '@/lib/analysis/compare/lane';
import { formatLane, MOST_LANES, parseLane, type LaneText } from '@/lib/analysis/compare/lane-text';
import { laneLetter, laneWords } from '@/lib/analysis/compare/lane-words';
import { differenceText, metricsCsv, metricText } from '@/lib/analysis/compare/metric-rows';
import { ratesOf } from '@/lib/analysis/cost/session-prices';
import { sessionPrices } from '@/lib/answers/prices/session-prices';
import { openSession, OWN_POLICY } from '@/lib/analysis/fit/opening';
import { counted, formatInteger } from '@/lib/engine/base/format';
import type { MeasuredSession } from '@/lib/analysis/subject/measured-session';
import { prepare } from '@/lib/engine/replay/prepare';
import { PRODUCER } from '@/lib/engine/replay/engine';
import type { CliIo } from '../cli-io';
import { exitCode, InputError, UsageError, type ExitCode } from '../exit-code';
import { compareHelp } from '../help';
import { measureTrace } from '../measure-trace';
import { readErrorText } from '../read-error';
import { ensureSizeTables } from '../tables/size-tables';
import { left, right, textTable } from '@/lib/answers/print/text-table';

/** Most changed decisions that the text lists; JSON has all. */
const LISTED = 40;

/** Options of `compare`. */
interface CompareOptions {
  readonly lane: readonly LaneText[];
  readonly baseline: number;
  readonly by: CompareAxis;
  readonly json?: boolean;
  readonly csv?: boolean;
}

type Report = ReturnType<typeof comparisonReport>;

/** Prints up to six replays side by side: where they part, which decisions changed, their metrics. */
export async function compareCommand(
  files: readonly string[],
  given: CompareOptions,
  io: CliIo,
): Promise<ExitCode> {
  await ensureSizeTables(io);
  const sessions: MeasuredSession[] = [];
  for (const file of files) {
    const trace = await measureTrace(file, io.resolve(file), { names: true });
    if (!trace.ok) throw new InputError(readErrorText(file, trace.error));
    sessions.push(...trace.value.sessions);
  }
  const lanes = lanesOf(sessions, given.lane);
  const report = compared(lanes, given);
  if (given.json === true) {
    const told = lanes.map(({ text, words }) => ({ lane: formatLane(text), words }));
    io.out(`${JSON.stringify({ files, ...report.json, written: told })}\n`);
  } else if (given.csv === true) io.out(metricsCsv(report.rows, namesOf(lanes)));
  else io.out(comparedText(lanes, report));
  return exitCode.clean;
}

const namesOf = (lanes: readonly ToldLane[]): readonly string[] =>
  lanes.map(({ lane }) => lane.name);

/** Compares lanes with one of them, counted from 1. @throws UsageError where there is no such lane. */
export function compared(
  lanes: readonly ToldLane[],
  { baseline, by }: Pick<CompareOptions, 'baseline' | 'by'>,
): Report {
  if (baseline > lanes.length) {
    throw new UsageError(`--baseline ${baseline}: there are ${lanes.length} lanes.`);
  }
  return comparisonReport(
    lanes.map(({ lane }) => lane),
    { baseline: baseline - 1, axis: by },
  );
}

/** The lanes, where each parts, metrics and changed decisions. */
export function comparedText(lanes: readonly ToldLane[], report: Report): string {
  const heads = lanes.map(({ lane, words }) => `${lane.name} ${lane.title}: ${words}`);
  return comparisonText(report, namesOf(lanes), heads);
}

/** A lane of the command line. */
interface ToldLane {
  readonly lane: NamedLane & { readonly title: string };
  readonly text: LaneText;
  readonly words: string;
}

/** The lanes that are asked for; without any, each session as it ran. @throws UsageError */
export function lanesOf(
  sessions: readonly MeasuredSession[],
  asked: readonly LaneText[],
): ToldLane[] {
  const named = asked.length > 0 ? asked : [asItRan];
  const lanes = named.flatMap((text) => sessionsOf(sessions, text));
  if (lanes.length > MOST_LANES) {
    throw new UsageError(
      `${counted(lanes.length, 'lane')} were asked for; ${MOST_LANES} are compared at once. --lane names one, as in --lane 2:own.`,
    );
  }
  return lanes.map(({ number, text }, index) => laneOf(sessions, number, text, index));
}

const asItRan: LaneText = {
  ...{ session: null, policy: OWN_POLICY, preset: null, settings: {}, faults: [] },
};

function sessionsOf(sessions: readonly MeasuredSession[], text: LaneText) {
  if (text.session === null) {
    return sessions.map((_, index) => ({
      number: index + 1,
      text: { ...text, session: `${index + 1}` },
    }));
  }
  const number = /^\d{1,6}$/.test(text.session) ? Number(text.session) : NaN;
  if (sessions[number - 1] !== undefined) return [{ number, text }];
  const known = sessions
    .slice(0, 20)
    .map(({ draft }, index) => `${index + 1} ${draft.head.name}`)
    .join('; ');
  throw new UsageError(`There is no session "${text.session}". The files have: ${known}.`);
}

function laneOf(
  sessions: readonly MeasuredSession[],
  number: number,
  text: LaneText,
  index: number,
): ToldLane {
  const session = sessions[number - 1] as MeasuredSession;
  const { profile, draft } = session;
  const { name, source, notices } = draft.head;
  if (profile.stepCount === 0) throw new UsageError(`Session ${number} ${name} has no step.`);
  const opening = openSession(source, profile);
  const prepared = prepare(profile, opening.prefixTokens);
  const drafted = laneDraft(text, opening, prepared);
  if (!drafted.ok) throw new UsageError(`--lane ${formatLane(text)}: ${drafted.error.message}`);
  return {
    text,
    words: laneWords(text, drafted.value, opening, profile),
    lane: {
      name: laneLetter(index),
      session: `${number}`,
      title: name,
      about: { agent: source.agent, notices },
      replay: laneReplay(prepared, opening, drafted.value),
      ratesOf: ratesOf(sessionPrices(profile, new Date())),
      ...(session.references === undefined ? {} : { references: session.references() }),
    },
  };
}

function comparisonText(
  { comparison, rows }: Report,
  names: readonly string[],
  heads: readonly string[],
): string {
  const { baseline, alignment, changed } = comparison;
  const others = names.flatMap((name, lane) => (lane === baseline ? [] : [{ name, lane }]));
  return [
    ...heads,
    '',
    ...others.map(({ lane }) => divergenceText(comparison, lane, names)),
    '',
    textTable(
      [
        ...left('metric'),
        ...right(
          ...names.flatMap((name, lane) =>
            lane === baseline ? [name] : [name, `${name} − ${names[baseline]}`],
          ),
        ),
        ...left('unit', 'better'),
      ],
      rows.map(({ metric: { label, unit, better }, values, differences }) => [
        label,
        ...values.flatMap((value, lane) => {
          const text = metricText(unit, value);
          return lane === baseline
            ? [text]
            : [text, differenceText(differences[lane] ?? null, unit)];
        }),
        unit === 'signed' ? 'tokens' : unit,
        better,
      ]),
    ),
    changed.length === 0
      ? 'No decision differs.'
      : `${counted(changed.length, 'decision')} differ${changed.length === 1 ? 's' : ''}, by ${alignment.axis}:`,
    ...changesTable(comparison, names),
    `~ projected: nobody measured it. Computed by ${PRODUCER}.`,
    '',
  ].join('\n');
}

function changesTable(
  comparison: Report['comparison'],
  names: readonly string[],
): readonly string[] {
  const { changed } = comparison;
  if (changed.length === 0) return [];
  const rows = changed.slice(0, LISTED).map((row) =>
    names.flatMap((_, lane) => {
      const at = laneStep(comparison, lane, row);
      return [at.step < 0 ? '–' : formatInteger(at.step), laneStepText(at)];
    }),
  );
  const heads = names.flatMap((name) => [...right('step'), ...left(name)]);
  const rest = changed.length - rows.length;
  return [
    textTable(heads, rows),
    ...(rest > 0 ? [`${formatInteger(rest)} more; --json prints all.`] : []),
  ];
}

/** Collects every `--lane`. @throws UsageError */
function collectLane(text: string, before: readonly LaneText[]): readonly LaneText[] {
  const parsed = parseLane(text);
  if (!parsed.ok) throw new UsageError(`--lane: ${parsed.error}.`);
  return [...before, parsed.value];
}

/** The number of `--baseline`. @throws UsageError */
function parseBaseline(text: string): number {
  if (/^[1-9]\d?$/.test(text)) return Number(text);
  throw new UsageError(`--baseline wants the number of a lane, from 1, not "${text}".`);
}

const noLanes: readonly LaneText[] = [];

/** Adds `compare`. */
export function addCompareCommand(
  program: Command,
  io: CliIo,
  end: (code: ExitCode) => void,
): void {
  program
    .command('compare')
    .description('Set replays side by side: where they part, changed decisions, metrics.')
    .argument('<files...>', 'traces of any supported format')
    .addOption(
      new Option(
        '--lane <[session:]policy[@preset][:key=value,…]>',
        'a lane, of one session or of every one; may be repeated',
      )
        .argParser(collectLane)
        .default(noLanes, 'each session as it ran'),
    )
    .addOption(
      new Option('--baseline <n>', 'number of the lane that the others are compared with')
        .argParser(parseBaseline)
        .default(1),
    )
    .addOption(
      new Option('--by <axis>', 'how different sessions stand beside each other')
        .choices(compareAxes)
        .default('step'),
    )
    .option('--json', 'print JSON')
    .option('--csv', 'print the metrics as CSV')
    .addHelpText('after', compareHelp)
    .action(async (files: string[], given: CompareOptions) =>
      end(await compareCommand(files, given, io)),
    );
}
