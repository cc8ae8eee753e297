import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { constants, setPriority } from 'node:os';
import path from 'node:path';
import { err, type Result } from '@/lib/engine/base/result';
import type { ImportError } from '@/lib/readers/importers/importer';
import { processWide } from '@/lib/server/process-wide';
import type { TracePreview } from './trace-preview';

/** Argument of a process that reads the beginning of a file; its path and the bytes of memory follow. */
export const PREVIEW = '--preview';

/** Message of that process when it begins to read. */
export const READING = 'reading';

/** Most that a process may take to begin: a checkout without a build makes its program first. */
const MOST_START = 60_000;

/** Most that the reading of a file's beginning may take. */
export interface PreviewLimits {
  /** Bytes of memory of its process. */
  readonly memory: number;
  readonly milliseconds: number;
}

const LIMITS: PreviewLimits = { memory: 512 * 1024 ** 2, milliseconds: 10_000 };

type Preview = Result<TracePreview, ImportError>;

/** Reads the beginnings of files, each in a process of its own, one at a time. */
class PreviewHost {
  #last: Promise<unknown> = Promise.resolve();

  /**
   * The beginning of a file. The server that asks neither waits on the file nor grows by it: the
   * process that reads it is ended beyond the limits, and once `gone` is aborted.
   */
  read(file: string, gone: AbortSignal, limits: PreviewLimits = LIMITS): Promise<Preview> {
    const turn = this.#last.then(() => readInProcess(file, gone, limits));
    this.#last = turn.catch(() => undefined);
    return turn;
  }
}

/** The server's previews, shared by all its bundles. */
export const previewHost = processWide('previewHost', () => new PreviewHost());

async function readInProcess(
  file: string,
  gone: AbortSignal,
  limits: PreviewLimits,
): Promise<Preview> {
  if (gone.aborted) return tooMuch(limits, true);
  const late = new AbortController();
  const ended = AbortSignal.any([gone, late.signal]);
  const child = start(file, limits.memory);
  const endIn = (milliseconds: number) => setTimeout(() => late.abort(), milliseconds);
  let clock = endIn(MOST_START);
  const end = (): boolean => child.kill('SIGKILL');
  ended.addEventListener('abort', end);
  try {
    const exit = once(child, 'exit').then(([code]) => {
      // Ended from outside, or by V8 without memory.
      if (code === null) return tooMuch(limits, ended.aborted);
      throw new Error(`The process of a preview ended with ${String(code)}.`);
    });
    const answer = new Promise<Preview>((resolve) => {
      child.on('message', (message) => {
        if (message !== READING) return resolve(message as Preview);
        clearTimeout(clock);
        clock = endIn(limits.milliseconds);
      });
    });
    return await Promise.race([answer, exit]);
  } finally {
    clearTimeout(clock);
    ended.removeEventListener('abort', end);
    end();
  }
}

function start(file: string, memory: number): ChildProcess {
  const program = path.join(
    /* turbopackIgnore: true */ process.cwd(),
    'lib/server/import/import-program.mjs',
  );
  const child = fork(/* turbopackIgnore: true */ program, [PREVIEW, file, String(memory)], {
    execArgv: [`--max-old-space-size=${Math.ceil(memory / 1024 ** 2)}`],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
  return child;
}

const tooMuch = ({ memory, milliseconds }: PreviewLimits, late: boolean): Preview =>
  err({
    code: 'too-large',
    message: late
      ? `The beginning of the file takes longer than ${milliseconds / 1_000} seconds to read, too long for a preview.`
      : `The beginning of the file takes more than ${Math.floor(memory / 1024 ** 2)} MiB of memory to read, too much for a preview.`,
  });
