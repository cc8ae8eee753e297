import { SessionBuilder } from '@/lib/engine/session/builder';
import type { ImportContext } from '../../importer';
import { timeText } from '../loose-json';
import { recordWindow, stepUsage } from '../session-facts';
import type { RecordedCall } from './recorded-call';
import type { CallSource } from './session-infos';

const COUNTS_ONLY = [
  'counts-only',
  'The log holds the counts of these calls and none of their texts: what filled the requests is unknown.',
] as const;

/** Calls without texts: those of one conversation and lane are the steps of a session of numbers. */
export class CountedCalls {
  readonly #calls = new Map<string, RecordedCall[]>();

  constructor(
    private readonly context: ImportContext,
    private readonly source: CallSource,
  ) {}

  /** True if there is none. */
  get empty(): boolean {
    return this.#calls.size === 0;
  }

  call(call: RecordedCall): void {
    const key = JSON.stringify([call.conversation, call.lane]);
    const known = this.#calls.get(key);
    if (known) known.push(call);
    else this.#calls.set(key, [call]);
  }

  /** Hands the sessions over; `beside` others of the same trace, which may have the same lanes. */
  finish(beside: boolean): void {
    for (const calls of this.#calls.values()) {
      calls.sort((a, b) => (a.time ?? 0) - (b.time ?? 0));
      this.#session(calls, beside);
    }
  }

  #session(calls: readonly RecordedCall[], beside: boolean): void {
    const { context, source } = this;
    const { file, store } = context;
    const [{ conversation, lane, name, agent }] = calls as readonly [RecordedCall];
    const base = lane ?? 'main';
    const builder = new SessionBuilder(store, {
      name: name ?? conversation ?? file,
      thoughts: source.thoughts ?? 'kept',
      source: {
        format: source.format,
        file,
        agent: agent ?? source.agent,
        agentVersion: source.agentVersion ?? null,
        sessionId: conversation ?? file,
        lane: beside ? `${base}/counts` : base,
      },
    });
    for (const call of calls) step(builder, call);
    builder.notice(...COUNTS_ONLY);
    context.session(builder.finish());
  }
}

function step(builder: SessionBuilder, call: RecordedCall): void {
  const { at, usage, family, model, lengthStop = false, asked, rejected = null } = call;
  const time = timeText(call.time);
  for (const failed of call.failedCompactions ?? []) builder.compactionFailed(failed);
  if (call.compaction) builder.compaction({ trigger: 'auto', ...call.compaction, time });
  recordWindow(builder, call.limit ?? null);
  builder.step({
    ...stepUsage(builder, usage, family, at),
    ...rejected,
    ...(asked !== undefined && { asked }),
    rejected: rejected !== null,
    model,
    time,
    lengthStop,
  });
}
