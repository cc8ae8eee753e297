/**
 * A program that reads trace files, for tests of what ends a process: it prints a line of JSON before
 * and after each. Its arguments are the files.
 */
import { loadTrace } from './load-trace';
import { faultOf } from './fault-of';

const print = (line: object): void => void process.stdout.write(`${JSON.stringify(line)}\n`);

for (const file of process.argv.slice(2)) {
  print({ begins: file });
  const read = await loadTrace(file);
  const message = read.ok ? null : read.error.message;
  print({ ended: file, fault: faultOf(read), message });
}
