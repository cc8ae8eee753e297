/** What the packed command line takes to start, beside Node alone. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { formatInteger } from '@/lib/engine/base/format';
import { inProject } from '@/lib/server/project.mjs';
import { buildProgram } from '../package/bundle-package.mjs';
import { printFigures } from './measure';

const RUNS = 20;

/** Makes a process say at its end how much processor time all its threads took. */
const TELL = `data:text/javascript,process.on('exit',()=>{const{user,system}=process.cpuUsage();
process.stderr.write('\\ncpu '+(user+system))})`;

const SAMPLE = inProject('public/samples/timing-gap.json');
const commands = [['--version'], ['--help'], ['status', SAMPLE], ['explain', SAMPLE], ['policies']];

/** Milliseconds of processor time of one run; of Node alone without arguments. */
function cpuOf(args: readonly string[]): number {
  const { stderr, status } = spawnSync(process.execPath, ['--import', TELL, ...args], {
    encoding: 'utf8',
  });
  const [, micros] = /\ncpu (\d+)$/.exec(stderr) ?? [];
  if (micros === undefined || status !== 0) throw new Error(stderr);
  return Number(micros) / 1_000;
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? NaN;

/** Commands take turns, so that other load meets all of them. @param folder - Where the bundle is made. */
export async function benchStart(folder: string): Promise<void> {
  await buildProgram(folder);
  const program = join(folder, 'highwater.js');
  const rows = [['-e', '0'], ...commands.map((args) => [program, ...args])];
  const times: readonly number[][] = rows.map(() => []);
  for (let run = 0; run < RUNS; run++) rows.forEach((args, i) => times[i]?.push(cpuOf(args)));
  printFigures(
    `Start: processor time, median of ${RUNS} runs`,
    times.map((of, i) => ({
      name: i === 0 ? 'node alone' : (commands[i - 1]?.[0] ?? ''),
      value: `${formatInteger(Math.round(median(of)))} ms`,
      ...(i === 0 ? {} : { goal: '300 ms' }),
    })),
  );
}
