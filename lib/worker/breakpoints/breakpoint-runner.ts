import type { Settings } from '@/lib/engine/policy/fields';
import type { Replayable } from '@/lib/engine/replay/prepare';
import { findPolicy } from '@/lib/policies/registry';
import {
  searchBreakpoints,
  type BreakpointRange,
  type Breakpoints,
} from '@/lib/tuning/breakpoints/breakpoints';
import { Turns } from '../turns';
import { openCarried, type WorkerSession } from '../worker-session';
import type { WorkerClock } from '../worker-scope';

/** A question: a session's outcomes along one setting. */
export interface BreakpointJob {
  /** The session; null: that of the question before. */
  readonly carried: WorkerSession | null;
  readonly policy: string;
  readonly settings: Settings;
  /** Key of the setting. */
  readonly setting: string;
  readonly range: BreakpointRange;
}

/** Milliseconds of work between two checks for messages. */
const SLICE_MS = 12;

/** Searches outcomes for one page, question after question, in slices. */
export class BreakpointRunner {
  readonly #turns: Turns;
  #session: Replayable | null = null;

  constructor(private readonly clock: WorkerClock) {
    this.#turns = new Turns(clock.pause);
  }

  /** The outcomes; null if it is cancelled before. @throws Error for what cannot be replayed. */
  find(job: BreakpointJob, signal: AbortSignal): Promise<Breakpoints | null> {
    return this.#turns.take(() => this.#find(job, signal));
  }

  async #find(
    { carried, policy: id, settings, setting, range }: BreakpointJob,
    signal: AbortSignal,
  ): Promise<Breakpoints | null> {
    // Later questions go without it, also where this one is cancelled.
    if (carried !== null) this.#session = openCarried(carried);
    if (this.#session === null) throw new Error('There is no session yet.');
    const policy = findPolicy(id);
    if (policy === undefined) throw new Error(`There is no policy ${id}.`);
    const { pause, now } = this.clock;
    const search = searchBreakpoints(this.#session, policy, settings, setting, range);
    while (!signal.aborted) {
      const end = now() + SLICE_MS;
      do {
        const { done, value } = search.next();
        if (done === true) return value;
      } while (now() < end);
      await pause();
    }
    return null;
  }
}
