import { Option, type Command } from 'commander';
import type { StepRange } from '@/lib/engine/base/decimate';
import {
  chartThemes,
  reportFiles,
  reportFormats,
  type ReportFormat,
} from '@/lib/answers/report/document/report-format';
import type { ReportNote } from '@/lib/answers/report/document/report-subject';
import { SHRINK_BUDGET } from '@/lib/analysis/shrink/budget';
import { MOST_NOTE, MOST_NOTES } from '@/lib/engine/session/step-note';
import type { CliIo } from '../cli-io';
import { UsageError, type ExitCode } from '../exit-code';
import * as help from '../help';
import { parseStep } from '../parse-settings';
import type { BugCommandOptions } from './bug-command';
import { parseBudget, parseKeep } from './parse-keep';
import type { ReportCommandOptions } from './report-command';
import type { ShrinkCommandOptions } from './shrink-command';

/** Adds the commands that write a session down for somebody else. */
export function addReportCommands(
  program: Command,
  io: CliIo,
  end: (code: ExitCode) => void,
  onTrace: (command: Command) => Command,
): void {
  onTrace(program.command('report'))
    .description('Write one file that says what happened and why; numbers only unless asked.')
    .addOption(
      new Option(
        '--format <form>',
        `${endings.join(', ')}; default: as --out ends, else html`,
      ).argParser(parseFormat),
    )
    .addOption(
      new Option('--step <n>', 'step, from 0; default: the first event').argParser(parseStep),
    )
    .addOption(
      new Option('--steps <from-to>', 'steps of the chart; default: all').argParser(parseSteps),
    )
    .addOption(
      new Option('--note <step=text>', 'a note on a step, or on steps as 3-9=text; may be repeated')
        .argParser(collectNote)
        .default(noNotes, 'none'),
    )
    .option('--notes', 'also the notes that the file brings, as a session file of the page does')
    .addOption(
      new Option('--theme <colours>', 'colours of an SVG').choices(chartThemes).default('auto'),
    )
    .option('--texts', 'also the names of the session, its agent, files and tools')
    .option('-o, --out <file>', 'write to a new file; default: stdout')
    .addHelpText('after', help.reportHelp)
    .action(async (file: string, given: ReportFlags) => {
      const { reportCommand } = await import('./report-command');
      end(await reportCommand(file, { ...given, format: formatOf(given) }, io));
    });
  onTrace(program.command('bug-report'))
    .description('Write a wrong result as numbers only; with --check, replay such a report.')
    .addOption(new Option('--step <n>', 'the step, from 0').argParser(parseStep))
    .option('--expected <words>', 'what you expected there')
    .option('--check', 'the file is a bug report: replay it, fail where a number differs')
    .option('-o, --out <file>', 'write to a new file; default: stdout')
    .addHelpText('after', help.bugHelp)
    .action(async (file: string, given: BugCommandOptions) => {
      const { bugCommand } = await import('./bug-command');
      end(await bugCommand(file, given, io));
    });
  onTrace(program.command('shrink'))
    .description(
      'Reduce a session to the fewest steps and entries of which a verdict, a finding or a disagreement still holds; numbers only.',
    )
    .addOption(
      new Option('--keep <what>', 'step=<n>, finding=<id>, disagreement or disagreement=<n>')
        .argParser(parseKeep)
        .makeOptionMandatory(),
    )
    .option('--go', 'print the row of a table of Go tests, of a strategy of ContextGuard')
    .addOption(
      new Option('--budget <n>', 'steps and entries that are replayed at most, in all')
        .argParser(parseBudget)
        .default(SHRINK_BUDGET),
    )
    .option('-o, --out <file>', 'write the session to a new file; default: stdout')
    .addHelpText('after', help.shrinkHelp)
    .action(async (file: string, given: ShrinkCommandOptions) => {
      const { shrinkCommand } = await import('./shrink-command');
      end(await shrinkCommand(file, given, io));
    });
}

type ReportFlags = Omit<ReportCommandOptions, 'format'> & { readonly format?: ReportFormat };

const noNotes: readonly ReportNote[] = [];
const endings = reportFormats.map((format) => reportFiles[format].ending);

const formatNamed = (name: string): ReportFormat | undefined =>
  reportFormats.find((format) => format === name || reportFiles[format].ending === name);

/** Why no PNG is written here, and two ways to one. */
const NO_PNG = `A PNG is drawn by a browser, with its fonts: write the chart as SVG (-o chart.svg), then

  chromium --headless --hide-scrollbars --force-device-scale-factor=2 --window-size=WIDTH,HEIGHT \\
    --screenshot=chart.png chart.svg

with the width and height that the SVG begins with; or take it from the page: Share …, Chart, Download PNG.`;

function parseFormat(text: string): ReportFormat {
  if (text === 'png') throw new UsageError(NO_PNG);
  const format = formatNamed(text);
  if (format !== undefined) return format;
  throw new UsageError(`--format is one of ${endings.join(', ')}, not "${text}".`);
}

/** @throws UsageError for a PNG, which only a browser draws. */
function formatOf({ format, out = '' }: ReportFlags): ReportFormat {
  const ending = out.slice(out.lastIndexOf('.') + 1).toLowerCase();
  if (format === undefined && ending === 'png') throw new UsageError(NO_PNG);
  return format ?? formatNamed(ending) ?? 'html';
}

/** "100-143"; one step stands for itself. */
function stepsOf(text: string): StepRange | null {
  const [, from, to = from] = /^(\d{1,9})(?:-(\d{1,9}))?$/.exec(text) ?? [];
  const range = { from: Number(from), to: Number(to) };
  return range.from <= range.to ? range : null;
}

function parseSteps(text: string): StepRange {
  const range = stepsOf(text);
  if (range !== null) return range;
  throw new UsageError(`--steps wants two steps as in 100-143, not "${text}".`);
}

function collectNote(text: string, before: readonly ReportNote[]): readonly ReportNote[] {
  const at = text.indexOf('=');
  const range = stepsOf(text.slice(0, Math.max(0, at)));
  const note = text.slice(at + 1);
  if (range === null || note === '' || note.length > MOST_NOTE) {
    throw new UsageError(`--note wants a step and a text as in 143="held for an hour".`);
  }
  if (before.length === MOST_NOTES) {
    throw new UsageError(`A report takes at most ${MOST_NOTES} notes.`);
  }
  return [...before, { ...range, text: note }];
}
