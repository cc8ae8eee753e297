import { readFileSync } from 'node:fs';

/** Ticks of Linux's clock a second, as every architecture tells them to programs. */
const TICKS = 100;

/** Milliseconds by which a start may seem later than it was: the boot is told in whole seconds. */
const INEXACT_MS = 5_000;

/** When a process started, in milliseconds since 1970; null where the system does not tell. */
function startOf(pid: number): number | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name of the program, in brackets, may hold blanks; the start is the 20th field behind it.
    const ticks = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
    const boot = /^btime (\d+)$/m.exec(readFileSync('/proc/stat', 'utf8'))?.[1];
    return Number(boot) * 1_000 + (Number(ticks) / TICKS) * 1_000;
  } catch {
    return null;
  }
}

/**
 * True if the process that has this id had it at `time` already: ids are used again. False where the
 * system does not tell.
 */
export function hadIdAt(pid: number, time: number): boolean {
  const start = startOf(pid);
  return start !== null && start <= time + INEXACT_MS;
}
