import { Argument, Command, CommanderError, Option } from 'commander';
import { PRODUCER } from '@/lib/engine/replay/engine';
import type { Fault } from '@/lib/engine/replay/faults/faults';
import type * as questionCommands from './answers/question-commands';
import type { CliIo } from './cli-io';
import { exits } from './call';
import * as help from './help';
import { exitCode, type ExitCode } from './exit-code';
import { addConformanceCommand } from './conformance/add-conformance';
import { addProveCommand } from './conformance/prove/add-prove';
import {
  collectFault,
  collectPrice,
  collectSetting,
  parseDay,
  type GivenSettings,
} from './parse-settings';
import { tableNames } from './tables/table-names';
import type { StatusOptions } from './commands/status-command';
import { addReportCommands } from './report/report-commands';
import type { OpenOptions } from './open/open-command';
import { parsePort } from './open/parse-port';
import { addRunCommands } from './runs/run-commands';

const priceOption = (): Option =>
  new Option(
    '--price <name=dollars>',
    'a price per million tokens, model:name=dollars for one model; may be repeated',
  )
    .argParser(collectPrice)
    .default({}, 'the price list');
const dayOption = (): Option =>
  new Option('--at <day>', 'take the prices of this day').argParser(parseDay);

/** A command's function. */
type Work<Argument, Options> = (
  argument: Argument,
  options: Options,
  io: CliIo,
) => Promise<ExitCode>;

/** A command's function that is loaded when it runs: nobody waits for the others. */
const later =
  <Argument, Options>(load: () => Promise<Work<Argument, Options>>): Work<Argument, Options> =>
  async (argument, options, io) =>
    (await load())(argument, options, io);

/** The commands of questions, where they are loaded. */
type Asking = typeof questionCommands;

/** Runs one command line. @throws UsageError, InputError */
export async function runProgram(args: readonly string[], io: CliIo): Promise<ExitCode> {
  let code: ExitCode = exitCode.clean;
  try {
    const program = await programFor(args[0], io, (ended) => (code = ended));
    await program.parseAsync([...args], { from: 'user' });
    return code;
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    return error.exitCode === 0 ? exitCode.clean : exitCode.usage;
  }
}

/** Loads questions only where none of the other commands is named: a status line starts without them. */
async function programFor(
  named: string | undefined,
  io: CliIo,
  end: (code: ExitCode) => void,
): Promise<Command> {
  const light = createProgram(io, end, null);
  const isOther = light.commands.some((command) => command.name() === named);
  if (isOther && named !== 'status') return light;
  const { status } = await import('@/lib/answers/questions/status');
  const asking = isOther ? null : await import('./answers/question-commands');
  return createProgram(io, end, asking, status.about);
}

function createProgram(
  io: CliIo,
  end: (code: ExitCode) => void,
  asking: Asking | null,
  aboutStatus = '',
): Command {
  const ended =
    <Argument, Options>(work: Work<Argument, Options>) =>
    async (argument: Argument, options: Options): Promise<void> =>
      end(await work(argument, options, io));
  const program = new Command('highwater')
    .description('Replays recorded agent sessions through context-compaction policies.')
    .version(PRODUCER, '--version', 'print the version and the engine')
    .exitOverride()
    .configureOutput({
      writeOut: (text) => io.out(text),
      writeErr: (text) => io.message(text.trimEnd()),
    })
    .showHelpAfterError('"highwater --help" and "highwater <command> --help" show how.')
    .addHelpText('after', exits);
  program
    .command('open', { isDefault: true })
    .description('Open the page: over the sessions of this machine, or at what is named.')
    .argument('[file]', 'a trace, a folder of traces, or - for stdin')
    .option(
      '--data <folder>',
      'keep the library there; default: the platform’s folder, or DATABASE_URL',
    )
    .addOption(
      new Option('--port <n>', 'default: PORT, else 3000 if it is free').argParser(parsePort),
    )
    .option('--no-open', 'print the address alone')
    .addHelpText('after', help.openHelp)
    .action(async (file: string | undefined, options: OpenOptions) => {
      const { openCommand } = await import('./open/open-command');
      end(await openCommand(file, options, io));
    });
  program
    .command('import')
    .description('Read trace files and print their receipts, sessions and steps; stores nothing.')
    .argument(
      '<paths...>',
      'traces of any supported format, archives (.zip, .tar, .gz, .zst) or folders',
    )
    .option('--json', 'print JSON')
    .option('--refused', 'with --json: also print the files that were not read, with the reason')
    .option('--mapping <file>', 'read JSON records with this mapping; "map" guesses one')
    .addHelpText('after', help.importHelp)
    .action(ended(later(async () => (await import('./commands/import-command')).importCommand)));
  program
    .command('map')
    .description('Guess a mapping for the records of an unknown format and print it as JSON.')
    .argument('<file>', 'JSON lines, a JSON array or one JSON document')
    .addHelpText('after', help.mapHelp)
    .action(async (file: string) =>
      end(await (await import('./commands/map-command')).mapCommand(file, io)),
    );
  program
    .command('redact')
    .description('Write a trace with sizes in place of its texts.')
    .argument('<file>', 'a trace of any supported format')
    .option('--out <file>', 'write to a new file; default: stdout')
    .addHelpText('after', help.redactHelp)
    .action(ended(later(async () => (await import('./commands/redact-command')).redactCommand)));
  program
    .command('export-library')
    .description('Write the whole library at DATABASE_URL into an archive.')
    .argument('<file>', 'a new file, as in library.tar.gz')
    .action(async (file: string) => {
      const { exportLibraryCommand } = await import('./commands/library-commands');
      end(await exportLibraryCommand(file, io));
    });
  program
    .command('import-library')
    .description('Add an archive to the library at DATABASE_URL: all of it or nothing.')
    .argument('<file>', 'an archive written by export-library, from SQLite or PostgreSQL')
    .action(async (file: string) => {
      const { importLibraryCommand } = await import('./commands/library-commands');
      end(await importLibraryCommand(file, io));
    });
  program
    .command('policies')
    .description('List the policies with their sources, settings and presets.')
    .option('--json', 'print JSON')
    .addHelpText('after', help.policiesHelp)
    .action(async (options: { json?: boolean }) => {
      const { policiesCommand } = await import('./commands/policies-command');
      end(await policiesCommand(options, io));
    });
  program
    .command('systems')
    .description('List the agents and frameworks whose traces are read.')
    .option('--json', 'print JSON')
    .action(async (options: { json?: boolean }) => {
      const { systemsCommand } = await import('./commands/systems-command');
      end(systemsCommand(options, io));
    });
  addConformanceCommand(program, io, end);
  asking?.addSessionQuestions(program, io, end, onTrace);
  program
    .command('status')
    .description(aboutStatus)
    .argument('[file]', 'a growing trace, or a folder: its newest; default: as stdin names it')
    .option('--session <which>', 'number or name; default: the one that was written last')
    .option('--score', 'also score the forecasts of the steps so far')
    .option('--follow', 'print the line again whenever it changes')
    .option('--json', 'print JSON')
    .addHelpText('after', help.statusHelp)
    .action(async (file: string | undefined, options: StatusOptions) => {
      const { statusCommand } = await import('./commands/status-command');
      end(await statusCommand(file, options, io));
    });
  addReportCommands(program, io, end, onTrace);
  addProveCommand(onTrace(program.command('prove')), io, end);
  addRunCommands(program, io, end, { onTrace, sizes: sizesOption });
  withPolicy(program.command('simulate'))
    .description('Generate the sessions of a scenario file and replay them.')
    .argument('<file>', 'scenarios as JSON; - reads stdin')
    .option('--model <name>', 'price the sessions as requests to this model')
    .addOption(priceOption())
    .addOption(dayOption())
    .option('--json', 'print JSON')
    .addHelpText('after', help.simulateHelp)
    .action(
      ended(later(async () => (await import('./commands/simulate-command')).simulateCommand)),
    );
  asking?.addCorpusQuestions(program, io, end);
  program
    .command('diff')
    .description('Say what a change of settings does to each session: better, worse or the same.')
    .argument('<old>', 'settings of before: a highwater.yaml, as "check" reads it')
    .argument('<new>', 'settings of after')
    .argument('<files...>', 'traces, folders or archives')
    .option('--json', 'print JSON')
    .addHelpText('after', help.diffHelp)
    .action(
      async (
        older: string,
        newer: string,
        files: readonly string[],
        options: { json?: boolean },
      ) => {
        const { diffCommand } = await import('./answers/diff-command');
        end(await diffCommand({ older, newer, files }, options, io));
      },
    );
  program
    .command('tables')
    .description('Measure the shipped tables again on recordings; freeze a table of sizes.')
    .addArgument(new Argument('[table]', 'one table; default: all').choices(tableNames))
    .requiredOption('--from <inputs...>', 'traces, folders, archives, or the word library')
    .option('--name <name>', 'name of a frozen table of sizes')
    .option('--check', 'only compare; fail where a shipped value lies outside of its interval')
    .option('--json', 'print the comparison as JSON')
    .addHelpText('after', help.tablesHelp)
    .action(ended(later(async () => (await import('./commands/tables-command')).tablesCommand)));
  program
    .command('watch')
    .description('Make a running server watch a folder of growing traces, and print changes.')
    .argument('<dir>', 'a folder on the server')
    .option('--server <url>', 'address of the server', 'http://127.0.0.1:3000')
    .option(
      '--once',
      'add the folder, print its files once they are read, and end; 1 if one cannot be read',
    )
    .option('--remove', 'stop watching the folder')
    .addHelpText('after', help.watchHelp)
    .action(ended(later(async () => (await import('./commands/watch-command')).watchCommand)));
  asking?.addMcpCommand(program, io, end);
  program
    .command('worker')
    .description('Compute kept sweeps of the PostgreSQL database at DATABASE_URL until stopped.')
    .option('--concurrency <n>', 'shares computed at once; default: processors')
    .addHelpText('after', help.workerHelp)
    .action(async ({ concurrency }: { concurrency?: string }) => {
      const { parseConcurrency, workerCommand } = await import('./commands/worker-command');
      const given = concurrency === undefined ? {} : { concurrency: parseConcurrency(concurrency) };
      end(await workerCommand(given, io));
    });
  return program;
}

/** A table of sizes, for the policies whose agent's compactions were recorded. */
const sizesOption = [
  '--sizes <table>',
  'table of sizes: an id, or a file written by "tables sizes"',
] as const;

/** A command that replays the sessions of a trace: the file, the policy, `--session` and `--json`. */
const onTrace = (command: Command, file: '<file>' | '<files...>' = '<file>'): Command =>
  withPolicy(command)
    .argument(
      file,
      file === '<file>' ? 'a trace of any supported format' : 'traces of any supported format',
    )
    .option('--session <which>', 'number (from 1, as listed by import) or name; default: all')
    .option('--json', 'print JSON');

/** `--policy`, `--sizes`, `--set` and `--fault` of a command that replays. */
function withPolicy(command: Command): Command {
  const policy = new Option(
    '--policy <id[@preset]>',
    'as "policies" lists them; default: own, as the session ran',
  );
  const noSettings: GivenSettings = {};
  const noFaults: readonly Fault[] = [];
  return command
    .addOption(policy)
    .addOption(new Option(...sizesOption))
    .addOption(
      new Option('--set <key=value>', 'change a setting; may be repeated')
        .argParser(collectSetting)
        .default(noSettings, 'as the session opens'),
    )
    .addOption(
      new Option('--fault <fault>', 'inject a fault; may be repeated')
        .argParser(collectFault)
        .default(noFaults, 'none'),
    );
}
