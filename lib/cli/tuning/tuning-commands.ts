import { InvalidArgumentError, Option, type Command } from 'commander';
import type { GivenPrices } from '@/lib/analysis/cost/rates';
import { policies } from '@/lib/policies/registry';
import type { NamedRange } from '@/lib/tuning/sweep/axis-values';
import type { CliIo } from '../cli-io';
import type { ExitCode } from '../exit-code';
import * as help from '../help';
import { collectPrice, collectSetting, parseDay, type GivenSettings } from '../parse-settings';
import { checkCommand } from './check-command';
import { collectRange, parseLimit } from './parse-range';
import { sweepCommand } from './sweep-command';
import { tuneCommand } from './tune-command';

/** `--sizes`, as the other commands that replay have it. */
interface Shared {
  readonly sizes: readonly [flags: string, description: string];
}

/** Adds the commands on many sessions: expectations, sweeps, recommendations. */
export function addTuningCommands(
  program: Command,
  io: CliIo,
  end: (code: ExitCode) => void,
  { sizes }: Shared,
): void {
  program
    .command('check')
    .description('Check that settings still do to sessions what highwater.yaml expects.')
    .argument('<yaml>', 'expectations, as the page "Tune" or "tune --record" writes them')
    .argument('<files...>', 'traces, folders or archives that hold the sessions')
    .option('--json', 'print JSON')
    .option('--junit <file>', 'write a JUnit report as well')
    .option(...sizes)
    .addHelpText('after', help.checkHelp)
    .action(async (yaml: string, files: string[], given: Parameters<typeof checkCommand>[1]) =>
      end(await checkCommand({ yaml, files }, given, io)),
    );
  asking(program.command('sweep'))
    .description('Replay sessions under every setting of a grid; print what each cell comes to.')
    .argument('<files...>', 'traces, folders or archives')
    .addOption(
      new Option(
        '--policy <id[@preset]>',
        `one of ${ids}; may be repeated; default: own, of the most sessions`,
      ).argParser((id: string, before: readonly string[] = []) => [...before, id]),
    )
    .option(...sizes)
    .addOption(
      new Option(
        '--sample <n>',
        'a Latin hypercube of so many points in place of the grid, refined where neighbours differ',
      ).argParser(parseCount),
    )
    .addOption(new Option('--seed <n>', 'seed of the hypercube').argParser(parseCount).default(1))
    .option('--json', 'print JSON: the plan, the sessions and a row a cell')
    .option('--csv', 'print CSV: a row a cell')
    .option('--ndjson', 'print a line of JSON for each session under each cell')
    .addHelpText('after', help.sweepHelp)
    .action(async (files: string[], given: Parameters<typeof sweepCommand>[1]) =>
      end(await sweepCommand(files, given, io)),
    );
  asking(program.command('tune'))
    .description('Recommend settings from recorded sessions, with coverage and evidence.')
    .argument('<files...>', 'traces, folders or archives')
    .addOption(
      new Option('--policy <id[@preset]>', `one of ${ids}; default: own, of the most sessions`),
    )
    .option(...sizes)
    .option('--record <file>', 'write the expectations of the proposal to a new file')
    .option('--json', 'print JSON')
    .addHelpText('after', help.tuneHelp)
    .action(async (files: string[], given: Parameters<typeof tuneCommand>[1]) =>
      end(await tuneCommand(files, given, io)),
    );
}

/** A whole number above 0. */
function parseCount(text: string): number {
  const count = Number(text);
  if (Number.isInteger(count) && count > 0) return count;
  throw new InvalidArgumentError('It is a whole number above 0.');
}

const ids = policies.map(({ id }) => id).join(', ');
const noSettings: GivenSettings = {};
const noPrices: GivenPrices = {};
const noRanges: readonly NamedRange[] = [];

/** `--set`, `--vary` and `--limit` of a command that sweeps. */
const asking = (command: Command): Command =>
  command
    .addOption(
      new Option('--set <key=value>', 'fix a setting; may be repeated')
        .argParser(collectSetting)
        .default(noSettings, 'the policy’s defaults'),
    )
    .addOption(
      new Option('--vary <setting=from:to:step>', 'vary a setting; may be repeated')
        .argParser(collectRange)
        .default(noRanges, 'none; tune: window, and the next setting with a slider'),
    )
    .option('--cost', 'what each cell costs as well: whole replays, some times slower')
    .addOption(
      new Option(
        '--price <name=dollars>',
        'a price per million tokens, model:name=dollars for one model; may be repeated',
      )
        .argParser(collectPrice)
        .default(noPrices, 'the price list of the day each session began'),
    )
    .addOption(new Option('--at <day>', 'take the prices of this day').argParser(parseDay))
    .addOption(
      new Option('--limit <tokens>', 'limit of every session; default: its own').argParser(
        parseLimit,
      ),
    );
