import type { Command } from 'commander';
import type { CliIo } from '../../cli-io';
import type { ExitCode } from '../../exit-code';
import { CALL, exits } from '../../call';
import type { ProveOptions } from './prove-command';

const proveHelp = `
Examples:
  ${CALL} prove session.jsonl --set window=150000
  ${CALL} prove session.jsonl --set window=150000 --install
  ${CALL} prove session.jsonl --set window=150000 --modules ~/agents/node_modules --json > proof.json

It needs a checkout of Highwater, Linux on x64, and the right to "unshare -n". The program runs in a folder that is
removed again, where no network is; its model is a script, and no tool that the recording names is run. Without --install or --modules
it names the program and its licence, and runs nothing. It fails where a compaction is predicted and does not come, or comes
and is not predicted.
${exits}`;

/** Adds `prove` to a command that has the options of a replay. */
export function addProveCommand(command: Command, io: CliIo, end: (code: ExitCode) => void): void {
  command
    .description(
      'Run the real program over a recording under changed settings, and compare with the prediction.',
    )
    .option('--install', 'fetch the program from npm’s registry into the folder that is removed')
    .option('--modules <folder>', 'run the program of this node_modules; nothing is installed')
    .option('--checkout <folder>', 'a checkout of Highwater', '.')
    .option('--markdown', 'print Markdown')
    .addHelpText('after', proveHelp)
    .action(async (file: string, options: ProveOptions) => {
      const { proveCommand } = await import('./prove-command');
      end(await proveCommand(file, options, io));
    });
}
