import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';

interface LaneOptions {
  /** Starts its process, with a channel for messages. */
  readonly start: () => ChildProcess;
  /** Called once its process has ended. */
  readonly onEnd: (end: LaneEnd) => void;
}

/** End of a lane's process: of its own, because the lane ended it, or early. */
export type LaneEnd =
  { readonly kind: 'idle' | 'killed' } | { readonly kind: 'early'; readonly failure: unknown };

/** Keeps at most one process. */
export class ProcessLane {
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

  /** Notifies its process of waiting work; starts it if necessary. */
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
    const child = this.#options.start();
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
