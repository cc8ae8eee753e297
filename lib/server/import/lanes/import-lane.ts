import { fork, type ChildProcess } from 'node:child_process';
import { setPriority } from 'node:os';
import path from 'node:path';
import { ProcessLane, type LaneEnd } from '@/lib/server/process-lane';

/**
 * glibc settings that return freed memory: by default it keeps freed buffers of every thread, and
 * after the first free large ones too. Lowers the peak for 1 GB by 60 MB at no cost.
 */
const MALLOC = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: String(256 * 1024) };

/** Parsed values die young: half of V8's default young generation saves 25 MB and no time is lost. */
const FLAGS = ['--max-semi-space-size=8'];

/** Argument of the process of the passing lane. */
export const PASSING = '--passing';

interface ImportLaneOptions {
  readonly passing: boolean;
  /** Most bytes of memory of its process. */
  readonly memory: number;
  /** Called once its process has ended. */
  readonly onEnd: (end: LaneEnd) => void;
}

/** Below the server, above sweeps: lib/server/http/sweeps/sweep-host.ts. */
const PRIORITY = 3;

/** Starts an import process with a lower priority than the server. */
function forkImportProcess({ passing, memory }: ImportLaneOptions): ChildProcess {
  const program = path.join(
    /* turbopackIgnore: true */ process.cwd(),
    'lib/server/import/import-program.mjs',
  );
  const heap = `--max-old-space-size=${Math.ceil(memory / 1024 ** 2)}`;
  const child = fork(/* turbopackIgnore: true */ program, passing ? [PASSING] : [], {
    execArgv: [...FLAGS, heap],
    env: { ...process.env, ...MALLOC, HIGHWATER_IMPORT_MEMORY: String(memory) },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  // Now, while the process has one thread: its other threads inherit the priority.
  if (child.pid !== undefined) setPriority(child.pid, PRIORITY);
  return child;
}

/** A lane that imports. */
export const importLane = (options: ImportLaneOptions): ProcessLane =>
  new ProcessLane({ start: () => forkImportProcess(options), onEnd: options.onEnd });
