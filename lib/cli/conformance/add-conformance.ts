import { Option, type Command } from 'commander';
import type { CliIo } from '../cli-io';
import type { ExitCode } from '../exit-code';
import { CALL, exits } from '../call';
import type { ConformanceOptions } from './conformance-command';

const conformanceHelp = `
Examples:
  ${CALL} conformance
  ${CALL} conformance kimi qwen --check
  ${CALL} conformance --check --release recorded --json

A check needs a checkout of Highwater, Linux on x64, and the right to "unshare -n". It asks npm's registry for the
packages and runs them in a folder that is removed again, where no network is. It fails where a run differs from the
golden file, or a system's code could not run.
${exits}`;

/** Adds `conformance`. */
export function addConformanceCommand(
  program: Command,
  io: CliIo,
  end: (code: ExitCode) => void,
): void {
  program
    .command('conformance')
    .description('List what policies were compared with; --check runs the systems’ own code again.')
    .argument('[name...]', 'policies or scripts to check; default: all')
    .option('--check', 'run each system’s own code and compare with the golden files')
    .addOption(
      new Option('--release <which>', 'the release that is run')
        .choices(['newest', 'recorded'])
        .default('newest'),
    )
    .option('--modules <folder>', 'run the packages of this node_modules; nothing is installed')
    .option('--checkout <folder>', 'a checkout of Highwater', '.')
    .option('--json', 'print JSON')
    .addHelpText('after', conformanceHelp)
    .action(async (names: readonly string[], options: ConformanceOptions) => {
      const { conformanceCommand } = await import('./conformance-command');
      end(await conformanceCommand(names, options, io));
    });
}
