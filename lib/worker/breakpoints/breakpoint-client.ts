import type { Settings } from '@/lib/engine/policy/fields';
import type { Policy } from '@/lib/engine/policy/policy';
import type { Replayable } from '@/lib/engine/replay/prepare';
import type { BreakpointRange, Breakpoints } from '@/lib/tuning/breakpoints/breakpoints';
import { SessionClient } from '../session-client';
import type { BreakpointRunner } from './breakpoint-runner';

/** A session whose outcomes along a setting are asked for. */
export interface BreakpointQuestion {
  /** The session as it was prepared, without faults. */
  readonly session: Replayable;
  readonly policy: Policy;
  readonly settings: Settings;
  /** Key of the setting. */
  readonly setting: string;
  readonly range: BreakpointRange;
}

/** A page's end of one worker for outcomes along settings; hands a session over once. */
export class BreakpointClient extends SessionClient<BreakpointRunner> {
  /** The outcomes; null if it is cancelled. Rejects if the worker cannot start or breaks. */
  find(
    { session, policy, settings, setting, range }: BreakpointQuestion,
    signal: AbortSignal,
  ): Promise<Breakpoints | null> {
    const carried = this.carrier.carry(session);
    const job = { carried, policy: policy.id, settings, setting, range };
    return this.call((runner) => runner.find(job, signal));
  }
}

/** The page's only client of the worker for outcomes, which starts with the first question. */
export const breakpointClient = new BreakpointClient(
  () => new Worker(new URL('./breakpoint-worker.ts', import.meta.url), { type: 'module' }),
);
