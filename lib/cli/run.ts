import { withEscapes } from '@/lib/engine/base/text/control-characters';
import { PRODUCER } from '@/lib/engine/replay/engine';
import type { CliIo } from './cli-io';
import { exitCode, InputError, UsageError, type ExitCode } from './exit-code';

/** Runs one command line; never throws for wrong usage or bad input. */
export async function run(args: readonly string[], given: CliIo): Promise<ExitCode> {
  const io = neutralIo(given);
  // Asked by scripts and install checks: answered before anything else is loaded.
  if (args.length === 1 && args[0] === '--version') {
    io.out(`${PRODUCER}\n`);
    return exitCode.clean;
  }
  try {
    const { runProgram } = await import('./program');
    return await runProgram(args, io);
  } catch (error) {
    if (error instanceof UsageError) {
      io.message(`${error.message} "highwater ${args[0] ?? ''} --help" shows an example.`);
      return exitCode.usage;
    }
    if (!(error instanceof InputError)) throw error;
    io.message(error.message);
    return exitCode.unreadable;
  }
}

/** Whatever a command says goes through here: nothing of a recording or an argument commands a terminal. */
const neutralIo = (io: CliIo): CliIo => ({
  ...io,
  out: (text) => io.out(withEscapes(text)),
  message: (text) => io.message(withEscapes(text)),
});
