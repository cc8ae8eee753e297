import { err, ok, type Result } from '@/lib/engine/base/result';
import { SessionBuilder } from '@/lib/engine/session/builder';
import type { Prefix } from '@/lib/engine/session/schema';
import { usageFlagText, recordWindow } from '../session-facts';
import type { ImportContext, ImportError } from '../../importer';
import { Chain } from './chain';
import { CountedCalls } from './counted-calls';
import { findDeltas, type Deltas } from './deltas';
import { keepCall, type KeptCall, MessageTable } from './kept-call';
import { markedPlacement, placementOf, type Placement } from './placement';
import type { RecordedCall } from './recorded-call';
import { sessionInfos, type CallSource } from './session-infos';

/** Calls placed before the host may do other work. */
const AT_ONCE = 500;

const NO_CALLS: ImportError = {
  code: 'no-sessions',
  message: 'The file holds no model call with messages.',
};

const ARE_DELTAS = [
  'messages-are-deltas',
  'The log gives only the new messages of each request, not its whole history: they were joined in order of time.',
] as const;

/**
 * Turns logged requests into sessions. Each request repeats its whole history, or brings what is new
 * (see `findDeltas`): a message is stored once, and a call is kept as numbers until the trace is over, since calls may come in any order.
 * Events that the log does not name (compactions, rewinds, side calls) are inferred from the
 * difference between a request and the one before; such a session carries a notice.
 */
export class CallSessions {
  readonly #table: MessageTable;
  readonly #calls: KeptCall[] = [];
  readonly #prefixes = new Map<number, Prefix>();
  /** Chains by conversation and lane; those without a conversation share one key. */
  readonly #chains = new Map<string, Chain[]>();
  readonly #all: Chain[] = [];
  /** The chain of each response, for requests that name the response they continue. */
  readonly #byResponse = new Map<string, Chain>();
  readonly #placedIn = new Map<KeptCall, Chain>();
  #deltas: Deltas = { calls: new Set(), answered: new Map() };
  #placed = -1;
  readonly #counted: CountedCalls;

  constructor(
    private readonly context: ImportContext,
    private readonly source: CallSource,
  ) {
    this.#table = new MessageTable(context.store);
    this.#counted = new CountedCalls(context, source);
  }

  /** Calls taken so far. */
  get count(): number {
    return this.#calls.length;
  }

  /** Takes a call; stores its messages at once. Counts nothing on the receipt. */
  call(call: RecordedCall): void {
    if (call.carries === 'counts') return this.#counted.call(call);
    const kept = keepCall(call, this.#calls.length, this.context.store, this.#table);
    this.#calls.push(kept);
    if (kept.prefix !== 0 && !this.#prefixes.has(kept.prefix)) {
      this.#prefixes.set(kept.prefix, { system: call.system, tools: call.tools });
    }
  }

  /** Takes a record read as a call, or the reason why it is not one; counts it on the receipt. */
  take(read: RecordedCall | string, at: number | string): void {
    if (typeof read === 'string') return this.context.receipt.lose(read, at);
    this.call(read);
    this.context.receipt.keep();
  }

  /** Builds the sessions in order of time and hands them over; null while there is more to do. */
  end(): Result<void, ImportError> | null {
    if (this.#placed < 0) {
      this.#calls.sort((a, b) => (a.time ?? 0) - (b.time ?? 0) || a.order - b.order);
      this.#deltas = findDeltas(this.#calls, this.#table);
      this.#placed = 0;
    }
    const until = Math.min(this.#calls.length, this.#placed + AT_ONCE);
    while (this.#placed < until) this.#place(this.#calls[this.#placed++] as KeptCall);
    if (this.#placed < this.#calls.length) return null;
    return this.#finish();
  }

  #place(call: KeptCall): void {
    const key = JSON.stringify([call.conversation, call.lane]);
    const known = this.#chains.get(key) ?? [];
    const found = this.#placement(call, known);
    const chain = found?.chain ?? this.#begin(call, key, known, found?.branchOf ?? null);
    const how = found?.how ?? { kind: 'extends' };
    chain.take(call, how, this.#table);
    this.#placedIn.set(call, chain);
    if (call.id !== null) this.#byResponse.set(call.id, chain);
    this.#describe(chain, call);
    if (how.kind === 'adds' && call.carries === 'whole')
      chain.builder.notice(...ARE_DELTAS, call.at);
    moveToFront(known, chain);
  }

  #placement(call: KeptCall, known: readonly Chain[]): Placement | null {
    if (call.carries === 'delta') return markedPlacement(call, known, this.#byResponse);
    return placementOf(call, known, {
      table: this.#table,
      deltas: this.#deltas,
      chainOf: (before) => this.#placedIn.get(before),
    });
  }

  #begin(call: KeptCall, key: string, known: Chain[], branchOf: Chain | null): Chain {
    // Named at the end, when all chains of the trace are known.
    const { format, agent } = this.source;
    const source = { format, file: this.context.file, agent, sessionId: '' };
    const builder = new SessionBuilder(this.context.store, { name: '', source });
    const chain = new Chain(builder, call, branchOf);
    if (!this.#chains.has(key)) this.#chains.set(key, known);
    known.push(chain);
    this.#all.push(chain);
    return chain;
  }

  #describe({ builder, first }: Chain, call: KeptCall): void {
    for (const { code, message } of call.notices) builder.notice(code, message, call.at);
    for (const flag of call.flags) builder.notice(`usage-${flag}`, usageFlagText[flag], call.at);
    if (call.prefix !== first.prefix && call.prefix !== 0) {
      const message =
        'The system prompt or the tool definitions changed during the session; those of its first call are counted.';
      builder.notice('prefix-changed', message, call.at);
    }
    recordWindow(builder, call.limit);
  }

  #finish(): Result<void, ImportError> {
    if (this.#all.length === 0 && this.#counted.empty) return err(NO_CALLS);
    this.#counted.finish(this.#all.length > 0);
    const infos = sessionInfos(this.#all, this.source, this.context.file, this.#table);
    for (const chain of this.#all) {
      chain.finish();
      const prefix = this.#prefixes.get(chain.first.prefix);
      if (prefix) chain.builder.prefix(prefix);
      chain.builder.rename(infos.get(chain) ?? {});
      this.context.session(chain.builder.finish());
    }
    return ok(undefined);
  }
}

function moveToFront(chains: Chain[], chain: Chain): void {
  const at = chains.indexOf(chain);
  if (at > 0) chains.unshift(...chains.splice(at, 1));
}
