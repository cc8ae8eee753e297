import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { constants, setPriority } from 'node:os';
import path from 'node:path';

/**
 * glibc settings that return freed memory: by default it keeps freed buffers of every thread, and
 * after the first free large ones too. Lowers the peak for 1 GB by 60 MB at no cost.
 */
const MALLOC = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: String(256 * 1024) };

/** Parsed values die young: half of V8's default young generation saves 25 MB and no time is lost. */
const FLAGS = ['--max-semi-space-size=8'];

/** Argument of the process of the passing lane. */
export const PASSING = '--passing';

interface LaneOptions {
  readonly passing: boolean;
  /** Most bytes of memory of its process. */
  readonly memory: number;
  /** Called once its process has ended. */
  readonly onEnd: (end: LaneEnd) => void;
}

/** End of a lane's process: of its own, because the lane ended it, or early. */
export type LaneEnd =
  { readonly kind: 'idle' | 'killed' } | { readonly kind: 'early'; readonly failure: unknown };

/** Starts an import process with a lower priority than the server. */
function forkImportProcess({ passing, memory }: LaneOptions): ChildProcess {
  const program = path.join(
    /* turbopackIgnore: true */ process.cwd(),
    'lib/host/import/import-program.mjs',
  );
  const heap = `--max-old-space-size=${Math.ceil(memory / 1024 ** 2)}`;
  const child = fork(/* turbopackIgnore: true */ program, passing ? [PASSING] : [], {
    execArgv: [...FLAGS, heap],
    env: { ...process.env, ...MALLOC, HIGHWATER_IMPORT_MEMORY: String(memory) },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  // Now, while the process has one thread: its other threads inherit the priority.
  if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
  return child;
}

/** Keeps at most one import process. */
export class ImportLane {
  readonly #options: LaneOptions;
  #child: ChildProcess | undefined;
  /** The process that was ended on purpose. */
  #killed: ChildProcess | undefined;

  constructor(options: LaneOptions) {
    this.#options = options;
  }

  /** Id of its process while it runs. */
  get pid(): number | undefined {
    return this.#child?.pid;
  }

  /** Notifies its process of a waiting trace; starts it if necessary. */
  wake(): void {
    if (this.#child?.connected === true) this.#child.send('wake');
    else if (this.#child === undefined) this.#start();
  }

  /** Ends its process at once. */
  kill(): void {
    this.#killed = this.#child;
    this.#child?.kill('SIGKILL');
  }

  /** Ends its process and waits for that; `onEnd` is not called. */
  async stop(): Promise<void> {
    const child = this.#child;
    this.#child = undefined;
    if (child === undefined) return;
    const exited = once(child, 'exit');
    child.kill('SIGKILL');
    await exited;
  }

  #start(): void {
    const child = forkImportProcess(this.#options);
    this.#child = child;
    // It must not keep the server alive; it ends when the server does.
    child.unref();
    child.channel?.unref();
    child.once('error', (failure) => this.#ended(child, { kind: 'early', failure }));
    child.once('exit', (code, signal) => {
      const early = { kind: 'early', failure: code ?? signal } as const;
      if (this.#killed === child) this.#ended(child, { kind: 'killed' });
      else this.#ended(child, code === 0 ? { kind: 'idle' } : early);
    });
  }

  #ended(child: ChildProcess, end: LaneEnd): void {
    if (this.#child !== child) return;
    this.#child = undefined;
    this.#options.onEnd(end);
  }
}
