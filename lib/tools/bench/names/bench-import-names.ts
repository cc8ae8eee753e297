import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { median } from '@/lib/engine/base/stats';
import { writeLog } from '../generate-log';
import { printFigures, type Figure } from '../measure';

const CHILD = 'lib/tools/bench/names/measure-named.ts';
const LOG_BYTES = 64e6;
const ROUNDS = 3;

/** What a process needed to read and measure a log. */
export interface NamedCost {
  readonly cpuSeconds: number;
  readonly peakBytes: number;
  /** Encoded names; 0 without. */
  readonly namesBytes: number;
}

/** Reading and measuring a log with its names and without them, each in a process of its own. */
export async function benchImportNames(folder: string): Promise<void> {
  const log = join(folder, 'named.jsonl');
  await writeLog(log, LOG_BYTES);
  const costs: Record<'with' | 'without', NamedCost[]> = { with: [], without: [] };
  for (let round = 0; round < ROUNDS; round++) {
    for (const how of ['without', 'with'] as const) costs[how].push(await costOfLog(log, how));
  }
  const of = (how: 'with' | 'without', key: keyof NamedCost): number =>
    median(costs[how].map((cost) => cost[key]));
  printFigures(`Reading and measuring a generated log of ${LOG_BYTES / 1e6} MB`, [
    figure('processor time', 's', [of('without', 'cpuSeconds'), of('with', 'cpuSeconds')]),
    figure('peak memory', 'MB', [of('without', 'peakBytes') / 1e6, of('with', 'peakBytes') / 1e6]),
    { name: 'names, encoded', value: `${(of('with', 'namesBytes') / 1e6).toFixed(1)} MB` },
  ]);
}

function figure(name: string, unit: string, [plain, named]: readonly [number, number]): Figure {
  return {
    name,
    value: `${named.toFixed(1)} ${unit} with names`,
    ratio: `${plain.toFixed(1)} ${unit} without, ${(named / plain).toFixed(2)} ×`,
  };
}

async function costOfLog(log: string, how: 'with' | 'without'): Promise<NamedCost> {
  const args = ['--import', 'tsx', CHILD, log, how];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  return JSON.parse(stdout) as NamedCost;
}
