import { fork, type ChildProcess } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import path from 'node:path';
import { processWide } from '@/lib/server/process-wide';
import type { EvidenceInput, EvidenceLine } from '@/lib/api/contract/tuning/evidence-contract';
import { EVIDENCE, SWEEP_PROGRAM } from '../sweeps/sweep-arguments';

type Listener = (line: EvidenceLine) => void;

/** One question, and who waits for its answer. */
interface Job {
  readonly key: string;
  readonly input: EvidenceInput;
  readonly listeners: Set<Listener>;
  child: ChildProcess | null;
  last: EvidenceLine | null;
}

/** Starts the process with a lower priority than the server. */
function forkEvidenceProcess(): ChildProcess {
  const program = path.join(/* turbopackIgnore: true */ process.cwd(), SWEEP_PROGRAM);
  const child = fork(/* turbopackIgnore: true */ program, [EVIDENCE], {
    execArgv: [],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
  return child;
}

const failed = (message: string): EvidenceLine => ({
  kind: 'failed',
  error: { code: 'internal', message, hint: 'Try it again.' },
});

const ENDED = failed(
  'The process that computes the evidence ended early; it may need more memory.',
);
const STOPPED = failed('The server was stopped.');

/** Answers questions in processes, one after the other; the same question has one. */
class EvidenceHost {
  readonly #jobs = new Map<string, Job>();
  #running: Job | null = null;

  constructor() {
    // The server waits for open answers.
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
      process.once(signal, () => {
        for (const job of [...this.#jobs.values()]) this.#say(job, STOPPED);
      });
    }
  }

  /** Ids of its processes. */
  get pids(): readonly number[] {
    return [...this.#jobs.values()].flatMap(({ child }) => child?.pid ?? []);
  }

  /**
   * Passes the lines of an answer to a listener, the latest at once. @returns a function that ends
   * this; the process ends with its last listener.
   */
  ask(input: EvidenceInput, listener: Listener): () => void {
    const key = JSON.stringify(input);
    const job = this.#jobs.get(key) ?? this.#add(key, input);
    job.listeners.add(listener);
    if (job.last !== null) listener(job.last);
    this.#next();
    return () => {
      job.listeners.delete(listener);
      if (job.listeners.size === 0) this.#end(job);
    };
  }

  #add(key: string, input: EvidenceInput): Job {
    const job = { key, input, listeners: new Set<Listener>(), child: null, last: null };
    this.#jobs.set(key, job);
    return job;
  }

  #next(): void {
    const [job] = this.#jobs.values();
    if (this.#running !== null || job === undefined) return;
    this.#running = job;
    const child = forkEvidenceProcess();
    job.child = child;
    // It must not keep the server alive; it ends when the server does.
    child.unref();
    child.channel?.unref();
    child.on('message', (line) => this.#say(job, line as EvidenceLine));
    child.once('error', () => this.#say(job, ENDED));
    child.once('exit', () => this.#say(job, ENDED));
    child.send(job.input);
  }

  #say(job: Job, line: EvidenceLine): void {
    if (this.#jobs.get(job.key) !== job) return;
    job.last = line;
    for (const listener of [...job.listeners]) listener(line);
    if (line.kind !== 'progress') this.#end(job);
  }

  #end(job: Job): void {
    if (this.#jobs.get(job.key) !== job) return;
    this.#jobs.delete(job.key);
    job.child?.kill('SIGKILL');
    if (this.#running === job) this.#running = null;
    this.#next();
  }
}

/** The server's processes for evidence, shared by all its bundles. */
export const evidenceHost = processWide('evidenceHost', () => new EvidenceHost());
