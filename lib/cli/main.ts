/** The command line: `npm run -s highwater -- --help`. */
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { setLibrary } from './library';
import { run } from './run';

/** npm runs scripts in the project's folder; INIT_CWD is the user's folder, to which paths refer. */
const base =
  process.env['npm_lifecycle_event'] === 'highwater'
    ? (process.env['INIT_CWD'] ?? process.cwd())
    : process.cwd();

// A reader such as `| head` closed the pipe: end quietly.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit();
    throw error;
  });
}

setLibrary();
process.exitCode = await run(process.argv.slice(2), {
  out: (output) => void process.stdout.write(output),
  message: (message) => void process.stderr.write(`${message}\n`),
  stdin: () => text(process.stdin),
  resolve: (file) => path.resolve(base, file),
});
