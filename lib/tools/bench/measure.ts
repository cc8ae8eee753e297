import { execFile } from 'node:child_process';
import { performance } from 'node:perf_hooks';
import { promisify } from 'node:util';

/** Processor time of this process in milliseconds. */
function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

/** Units per second of processor time in the fastest of several rounds: other load only slows them. */
export function unitsPerSecond(units: number, run: () => void, rounds = 7, roundMs = 400): number {
  run();
  let best = 0;
  for (let round = 0; round < rounds; round++) {
    let done = 0;
    const start = cpuMs();
    let elapsed = 0;
    // Twice as many runs each time: to ask for the time takes longer than a short run.
    for (let runs = 1; elapsed < roundMs; runs *= 2) {
      for (let i = 0; i < runs; i++) run();
      done += runs * units;
      elapsed = cpuMs() - start;
    }
    best = Math.max(best, (done / elapsed) * 1_000);
  }
  return best;
}

/** Milliseconds of a run: wall clock, and processor time of all its threads. */
export interface Cost {
  readonly wallMs: number;
  readonly cpuMs: number;
}

/** The cost of one run. */
export async function costOf(run: () => void | Promise<void>): Promise<Cost> {
  const cpu = process.cpuUsage();
  const start = performance.now();
  await run();
  const wallMs = performance.now() - start;
  const { user, system } = process.cpuUsage(cpu);
  return { wallMs, cpuMs: (user + system) / 1_000 };
}

/** Minimum of each time: other load only adds. */
export function leastOf(costs: readonly Cost[]): Cost {
  return {
    wallMs: Math.min(...costs.map(({ wallMs }) => wallMs)),
    cpuMs: Math.min(...costs.map(({ cpuMs }) => cpuMs)),
  };
}

/** Runs a program in a process of its own and reads the JSON that it prints. */
export async function printedBy<T>(
  script: string,
  args: readonly string[],
  env: Readonly<NodeJS.ProcessEnv> = process.env,
): Promise<T> {
  const command = ['--import', 'tsx', script, ...args];
  const { stdout } = await promisify(execFile)(process.execPath, command, { env });
  return JSON.parse(stdout) as T;
}

/** One line of a benchmark's report. */
export interface Figure {
  readonly name: string;
  readonly value: string;
  /** Ratio to the baseline of the same run. */
  readonly ratio?: string;
  readonly goal?: string;
}

/** Prints figures as aligned columns. */
export function printFigures(title: string, figures: readonly Figure[]): void {
  const rows = figures.map(({ name, value, ratio = '', goal = '' }) => [name, value, ratio, goal]);
  const widths = [0, 1, 2, 3].map((column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  );
  process.stdout.write(`\n${title}\n`);
  for (const row of rows) {
    const cells = row.map((cell, column) => cell.padEnd(widths[column] ?? 0));
    process.stdout.write(`  ${cells.join('  ').trimEnd()}\n`);
  }
}
