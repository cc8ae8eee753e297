import type { Command } from 'commander';
import type { CliIo } from '../cli-io';
import type { ExitCode } from '../exit-code';
import * as help from '../help';
import { checkCommand } from './check-command';

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
}
