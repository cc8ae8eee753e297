import { Argument, Command, CommanderError, Option } from 'commander';
import { PRODUCER } from '@/lib/replay/engine';
import { faultForm, faultKinds, type Fault } from '@/lib/replay/faults/faults';
import { policies } from '@/lib/policies/registry';
import { encodings } from '@/lib/tokens/text/text-estimators';
import type { CliIo } from './cli-io';
import { exitCode, InputError, UsageError, type ExitCode } from './exit-code';
import { importCommand } from './commands/import-command';
import { exportLibraryCommand, importLibraryCommand } from './commands/library-commands';
import { collectFault, collectSetting, type GivenSettings } from './parse-settings';
import { mapCommand } from './commands/map-command';
import { policiesCommand } from './commands/policies-command';
import { redactCommand } from './commands/redact-command';
import { replayCommand } from './commands/replay-command';
import { scoreCommand } from './commands/score-command';
import { tableNames, tablesCommand } from './commands/tables-command';
import { tokensCommand } from './commands/tokens-command';
import { watchCommand } from './commands/watch-command';
import { simulateCommand } from './commands/simulate-command';

const CALL = 'npm run -s highwater --';

const exits = `
Exit codes: 0 clean · 1 a check failed · 2 wrong usage · 3 an input cannot be read.`;

const faultHelp = `
Faults, one per --fault; steps and entries count from 0:
${faultKinds.map((kind) => `  ${faultForm(kind).form.padEnd(40)}as in ${faultForm(kind).example}`).join('\n')}
`;

const importHelp = `
Example:
  ${CALL} import session.jsonl session.db --json
  ${CALL} import ~/.claude/projects logs.tar.gz
  ${CALL} import odd.jsonl --mapping mapping.json

A step's "heuristic" counts its recorded request; "real" is null without usage.
${exits}`;

const mapHelp = `
Example:
  ${CALL} map odd.jsonl > mapping.json

A path names fields from the record on, as in message.content or calls.*.name; with $. in front it
begins at the line or document, and . is the record itself. "roles" says what the values of the
role field mean: system, user, model, tool, usage or skip.
${exits}`;

const replayHelp = `
Examples:
  ${CALL} replay session.jsonl --set window=200000 --set cap=7.5
  ${CALL} replay session.db --session 2 --csv > steps.csv
  ${CALL} replay session.jsonl --policy contextguard-threshold@v0.9.1
  ${CALL} replay session.jsonl --fault usage-stops@40 --fault response@17*10

Without --policy and --set a session is replayed as it ran: under the policy that models its agent,
in the version that recorded it, with the recorded limit and sizes; else under ContextGuard. --set
alone sets ContextGuard; --policy own --set changes the session's own policy. A window that is not set
is the session's limit. Each step has the fields of the golden vectors and "realKind": recorded,
projected, or generated from a scenario's ratio.
${faultHelp}${exits}`;

const redactHelp = `
Examples:
  ${CALL} redact session.jsonl > numbers.json
  ${CALL} redact session.db --out numbers.json

Roles, categories and byte lengths stay, and models, times and token counts: the result replays to
the same integers. Run it where the trace was recorded; only its output needs to leave.
${exits}`;

const policiesHelp = `
Example:
  ${CALL} policies --json

A version or a variant is chosen by --policy <id>@<preset>; its settings go before those of the
session and after those of --set.
${exits}`;

const simulateHelp = `
Examples:
  ${CALL} simulate scenarios.json --json
  ${CALL} simulate sliding-window.json --policy contextguard-threshold@v0.9.1
  ${CALL} simulate scenarios.json --fault summariser-fails@1 --fault state-lost@30
  echo '{"scenarios":[{"name":"one","sessions":[{"config":{"contextWindow":8000},
    "turns":[{"user":"Hello","toolCalls":[{"name":"grep","responseBytes":30000}]}]}]}]}' \\
    | ${CALL} simulate - --json

The file is in the schema of the golden vectors: sizes in bytes, or text in their place. It comes
out again with "steps" computed in the order of its "stepFields"; steps given are ignored. Without
--policy each scenario is replayed by the policy its "strategy" names.
${faultHelp}${exits}`;

const tokensHelp = `
Examples:
  ${CALL} tokens session.jsonl
  ${CALL} tokens session.jsonl --encoding o200k_base --json
  ${CALL} tokens --library

Each step's request as it was recorded, counted by bytes ÷ 4, characters ÷ 4 and the tokenizers, is
divided by the recorded usage: the count itself, and the count with what the session's first step
with usage missed added to the later ones (a hidden prefix). Below, by script and kind, what a step
added is divided by what the recorded usage grew by.
${exits}`;

const scoreHelp = `
Examples:
  ${CALL} score session.jsonl
  ${CALL} score ~/.claude/projects --json

Each recorded compaction is hidden with everything after it, projected under the policy that models
the agent, and compared with the first request that was recorded after it. Sizes of summaries come
from the shipped table, or that of --sizes, without the session's own rows. Growth is scored by hiding usage.
${exits}`;

const tablesHelp = `
Examples:
  ${CALL} tables sizes --from library --name team-2026-11 > data/sizes/team-2026-11.json
  ${CALL} tables density --from ~/.claude/projects
  ${CALL} tables --check --from recordings.zip

sizes: summaries of recorded compactions and what came back, as a frozen table. In the folder "sizes"
beside the library it can be chosen and linked; "replay --sizes <file>" takes it from anywhere.
density: real tokens per bytes ÷ 4, by model. prefix: what a first request holds beyond its trace.
Each session counts once. The shipped values stay: a table is printed, nothing is changed.
${exits}`;

const watchHelp = `
Example:
  ${CALL} watch ~/.claude/projects

Ctrl-C ends the command; the server continues to watch the folder (page /watched). A folder outside
of the known agents' is named to the server through its data folder: run the command as the server's
user, with its DATABASE_URL. A server that asks for a token gets HIGHWATER_TOKEN, else its own.
${exits}`;

/** Runs one command line; never throws for wrong usage or bad input. */
export async function run(args: readonly string[], io: CliIo): Promise<ExitCode> {
  let code: ExitCode = exitCode.clean;
  const program = createProgram(io, (ended) => (code = ended));
  try {
    await program.parseAsync([...args], { from: 'user' });
    return code;
  } catch (error) {
    if (error instanceof CommanderError) {
      return error.exitCode === 0 ? exitCode.clean : exitCode.usage;
    }
    if (error instanceof UsageError) {
      io.message(`${error.message} "highwater ${args[0] ?? ''} --help" shows an example.`);
      return exitCode.usage;
    }
    if (!(error instanceof InputError)) throw error;
    io.message(error.message);
    return exitCode.unreadable;
  }
}

/** A command's function. */
type Work<Argument, Options> = (
  argument: Argument,
  options: Options,
  io: CliIo,
) => Promise<ExitCode>;

function createProgram(io: CliIo, end: (code: ExitCode) => void): Command {
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
    .command('import')
    .description('Read trace files and print their receipts, sessions and steps; stores nothing.')
    .argument(
      '<paths...>',
      'traces of any supported format, archives (.zip, .tar, .gz, .zst) or folders',
    )
    .option('--json', 'print JSON')
    .option('--refused', 'with --json: also print the files that were not read, with the reason')
    .option('--mapping <file>', 'read JSON records with this mapping; "map" guesses one')
    .addHelpText('after', importHelp)
    .action(ended(importCommand));
  program
    .command('map')
    .description('Guess a mapping for the records of an unknown format and print it as JSON.')
    .argument('<file>', 'JSON lines, a JSON array or one JSON document')
    .addHelpText('after', mapHelp)
    .action(ended((file: string, _, given) => mapCommand(file, given)));
  program
    .command('redact')
    .description('Write a trace with sizes in place of its texts.')
    .argument('<file>', 'a trace of any supported format')
    .option('--out <file>', 'write to a new file; default: stdout')
    .addHelpText('after', redactHelp)
    .action(ended(redactCommand));
  program
    .command('export-library')
    .description('Write the whole library at DATABASE_URL into an archive.')
    .argument('<file>', 'a new file, as in library.tar.gz')
    .action(ended((file: string, _, given) => exportLibraryCommand(file, given)));
  program
    .command('import-library')
    .description('Add an archive to the library at DATABASE_URL: all of it or nothing.')
    .argument('<file>', 'an archive written by export-library, from SQLite or PostgreSQL')
    .action(ended((file: string, _, given) => importLibraryCommand(file, given)));
  program
    .command('policies')
    .description('List the policies with their sources, settings and presets.')
    .option('--json', 'print JSON')
    .addHelpText('after', policiesHelp)
    .action(async (options: { json?: boolean }) => end(await policiesCommand(options, io)));
  withPolicy(program.command('replay'))
    .description('Apply a policy to recorded sessions and print every step.')
    .argument('<file>', 'a trace of any supported format')
    .option('--session <which>', 'number (from 1, as listed by import) or name; default: all')
    .option('--json', 'print JSON')
    .option('--csv', 'print CSV; the verdict goes to stderr')
    .addHelpText('after', replayHelp)
    .action(ended(replayCommand));
  withPolicy(program.command('simulate'))
    .description('Generate the sessions of a scenario file and replay them.')
    .argument('<file>', 'scenarios as JSON; - reads stdin')
    .option('--json', 'print JSON')
    .addHelpText('after', simulateHelp)
    .action(ended(simulateCommand));
  program
    .command('tokens')
    .description('Count the texts of a trace with tokenizers; print their error against usage.')
    .argument('[file]', 'a trace of any supported format')
    .option('--library', 'count the recorded sessions of the library instead')
    .addOption(new Option('--encoding <name>', 'one tokenizer; default: all').choices(encodings))
    .option('--json', 'print JSON')
    .addHelpText('after', tokensHelp)
    .action(ended(tokensCommand));
  program
    .command('score')
    .description('Project what recordings hold from what came before; print how far off that is.')
    .argument('<files...>', 'traces, folders or archives')
    .option(...sizesOption)
    .option('--json', 'print JSON')
    .addHelpText('after', scoreHelp)
    .action(ended(scoreCommand));
  program
    .command('tables')
    .description('Measure the shipped tables again on recordings; freeze a table of sizes.')
    .addArgument(new Argument('[table]', 'one table; default: all').choices(tableNames))
    .requiredOption('--from <inputs...>', 'traces, folders, archives, or the word library')
    .option('--name <name>', 'name of a frozen table of sizes')
    .option('--check', 'only compare; fail where a shipped value lies outside of its interval')
    .option('--json', 'print the comparison as JSON')
    .addHelpText('after', tablesHelp)
    .action(ended(tablesCommand));
  program
    .command('watch')
    .description('Make a running server watch a folder of growing traces, and print changes.')
    .argument('<dir>', 'a folder on the server')
    .option('--server <url>', 'address of the server', 'http://127.0.0.1:3000')
    .option('--once', 'add the folder, print its files and end')
    .option('--remove', 'stop watching the folder')
    .addHelpText('after', watchHelp)
    .action(ended(watchCommand));
  return program;
}

/** A table of sizes, for the policies whose agent's compactions were recorded. */
const sizesOption = [
  '--sizes <table>',
  'table of sizes: an id, or a file written by "tables sizes"',
] as const;

/** `--policy`, `--sizes`, `--set` and `--fault` of a command that replays. */
function withPolicy(command: Command): Command {
  const ids = policies.map(({ id }) => id).join(', ');
  const policy = new Option('--policy <id[@preset]>', `one of ${ids}; "policies" lists presets`);
  const noSettings: GivenSettings = {};
  const noFaults: readonly Fault[] = [];
  return command
    .addOption(policy)
    .addOption(new Option(...sizesOption))
    .addOption(
      new Option('--set <key=value>', 'change a setting; may be repeated')
        .argParser(collectSetting)
        .default(noSettings, 'the reference’s settings'),
    )
    .addOption(
      new Option('--fault <fault>', 'inject a fault; may be repeated')
        .argParser(collectFault)
        .default(noFaults, 'none'),
    );
}
