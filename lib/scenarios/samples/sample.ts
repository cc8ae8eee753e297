import type { Session } from '@/lib/session/schema';

/** A session written by this project, to try it without a recording at hand. */
export interface Sample {
  /** Also the name of its file under public/samples, without `.json`. */
  readonly id: string;
  readonly build: () => Session;
}
