import type { Session } from '@/lib/engine/session/schema';

/** A session written by this project, for a trial without a recording. */
export interface Sample {
  /** Also the name of its file under public/samples, without `.json`. */
  readonly id: string;
  readonly build: () => Session;
}
