import type { Command } from 'commander';
import type { CliIo } from '../cli-io';
import type { ExitCode } from '../exit-code';
import * as help from '../help';
import type { freezeCommand } from './freeze-command';
import type { verifyCommand } from './verify-command';

/** What the commands on runs share with the others that replay. */
interface Shared {
  /** Adds the file, the policy, `--session` and `--json`. */
  readonly onTrace: (command: Command) => Command;
  readonly sizes: readonly [flags: string, description: string];
}

/** Adds `freeze` and `verify`. */
export function addRunCommands(
  program: Command,
  io: CliIo,
  end: (code: ExitCode) => void,
  { onTrace, sizes }: Shared,
): void {
  onTrace(program.command('freeze'))
    .description('Replay a session and print the result with all that it depends on, as JSON.')
    .option('--note <text>', 'a note that the run keeps')
    .addHelpText('after', help.freezeHelp)
    .action(async (file: string, given: Parameters<typeof freezeCommand>[1]) => {
      const freeze = await import('./freeze-command');
      end(await freeze.freezeCommand(file, given, io));
    });
  program
    .command('verify')
    .description('Replay a frozen run again; fail where a number is not what it was.')
    .argument('<run>', 'a file that "freeze" or the page of a run wrote')
    .argument('<file>', 'the trace')
    .option('--session <which>', 'number or name; default: the session of the run’s numbers')
    .option(...sizes)
    .option('--json', 'print JSON')
    .addHelpText('after', help.verifyHelp)
    .action(async (run: string, file: string, given: Parameters<typeof verifyCommand>[1]) => {
      const verify = await import('./verify-command');
      end(await verify.verifyCommand({ run, file }, given, io));
    });
}
