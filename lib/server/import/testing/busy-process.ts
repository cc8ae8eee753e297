/**
 * A program for tests of what ends an import process: `busy` computes without end in one call, as a
 * parser may; `parent` starts such a process, prints its id and waits. A file for the verdict, and
 * milliseconds of processor time, follow.
 */
import { fork } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { watchProcess } from '../lanes/process-watch';

const [, program = '', kind, file = '', silent = ''] = process.argv;

if (kind === 'parent') {
  const child = fork(program, ['busy', file, silent], { execArgv: ['--import', 'tsx'] });
  child.once('message', () => process.stdout.write(`${child.pid}\n`));
  await sleep(600_000);
} else {
  const thread = watchProcess(1024 ** 3, Number(silent));
  thread.postMessage({ file, memory: '"memory"', stuck: '"stuck"' });
  process.send?.('begun');
  // The message above is sent before the computing begins.
  await sleep(100);
  for (let i = 0; ; i++) if (i < 0) break;
}
