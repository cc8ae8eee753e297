import { err, ok, type Result } from '@/lib/base/result';
import { SessionBuilder } from '@/lib/session/builder';
import type { Prefix } from '@/lib/session/schema';
import { usageFlagText } from '../usage-flags';
import type { ImportContext, ImportError } from '../../importer';
import { Chain } from './chain';
import { continuationOf, type Continuation } from './continuation';
import { keepCall, type KeptCall } from './kept-call';
import { MessageTable } from './message-table';
import type { RecordedCall } from './recorded-call';
import { sessionInfos, type CallSource } from './session-infos';

/** Most sessions, newest first, that a request without a conversation's name is compared with. */
const MOST_COMPARED = 32;

/** Calls placed before the host may do other work. */
const AT_ONCE = 500;

const NO_CALLS: ImportError = {
  code: 'no-sessions',
  message: 'The file holds no model call with messages.',
};

/**
 * Turns logged requests into sessions. Each request repeats its whole history: a message is stored
 * once, and a call is kept as numbers until the trace is over, since calls may come in any order.
 * Events that the log does not name (compactions, rewinds, side calls) are inferred from the
 * difference between a request and the one before; such a session carries a notice.
 */
export class CallSessions {
  readonly #context: ImportContext;
  readonly #source: CallSource;
  readonly #table: MessageTable;
  readonly #calls: KeptCall[] = [];
  readonly #prefixes = new Map<number, Prefix>();
  /** Chains by conversation and lane; those without a conversation share one key. */
  readonly #chains = new Map<string, Chain[]>();
  readonly #all: Chain[] = [];
  /** The chain of each response, for requests that name the response they continue. */
  readonly #byResponse = new Map<string, Chain>();
  #placed = -1;

  constructor(context: ImportContext, source: CallSource) {
    this.#context = context;
    this.#source = source;
    this.#table = new MessageTable(context.store);
  }

  /** Calls taken so far. */
  get count(): number {
    return this.#calls.length;
  }

  /** Takes a call; stores its messages at once. Counts nothing on the receipt. */
  call(call: RecordedCall): void {
    const kept = keepCall(call, this.#calls.length, this.#context.store, this.#table);
    this.#calls.push(kept);
    if (kept.prefix !== 0 && !this.#prefixes.has(kept.prefix)) {
      this.#prefixes.set(kept.prefix, { system: call.system, tools: call.tools });
    }
  }

  /** Takes a record read as a call, or the reason why it is none; counts it on the receipt. */
  take(read: RecordedCall | string, at: number | string): void {
    if (typeof read === 'string') return this.#context.receipt.lose(read, at);
    this.call(read);
    this.#context.receipt.keep();
  }

  /** Builds the sessions in order of time and hands them over; null while there is more to do. */
  end(): Result<void, ImportError> | null {
    if (this.#placed < 0) {
      this.#calls.sort((a, b) => (a.time ?? 0) - (b.time ?? 0) || a.order - b.order);
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
    const found = call.carries === 'delta' ? this.#continued(call, known) : this.#best(call, known);
    const chain = found?.chain ?? this.#begin(call, key, known, found?.branchOf ?? null);
    const refs = call.carries === 'delta' ? this.#whole(chain, call) : call.refs;
    chain.take(call, refs, found?.how ?? { kind: 'extends' }, this.#table.partsOf);
    if (call.id !== null) this.#byResponse.set(call.id, chain);
    this.#describe(chain, call);
    moveToFront(known, chain);
  }

  /** A delta's whole request: the earlier messages, the response to them, and the new ones. */
  #whole(chain: Chain, call: KeptCall): Int32Array {
    return Int32Array.from([...chain.answered.map(({ ref }) => ref), ...call.refs]);
  }

  #continued(call: KeptCall, known: readonly Chain[]): Placement | null {
    const named = call.previous === null ? undefined : this.#byResponse.get(call.previous);
    const chain = named ?? (call.previous === null ? known[0] : undefined);
    return chain ? { chain, how: { kind: 'extends' }, branchOf: null } : null;
  }

  /** The chain that a request continues best, or the one it branches off; null for none. */
  #best(call: KeptCall, known: readonly Chain[]): Placement | null {
    let branch: Placement | null = null;
    let compacted: Placement | null = null;
    let longest = 0;
    let extended: Placement | null = null;
    for (const chain of known.slice(0, MOST_COMPARED)) {
      if (!isSameAgent(chain.newest, call)) continue;
      const named = call.conversation !== null || call.compaction !== null;
      const how = continuationOf(chain.view, chain.answered, call.refs, this.#table, named);
      if (how.kind === 'extends' && chain.view.length > longest) {
        longest = chain.view.length;
        extended = { chain, how, branchOf: null };
      } else if (how.kind === 'elides' || how.kind === 'summarises') {
        compacted ??= { chain, how, branchOf: null };
      } else if (how.kind === 'diverges') {
        branch ??= { chain: null, how: { kind: 'extends' }, branchOf: chain };
      }
    }
    return extended ?? compacted ?? branch;
  }

  #begin(call: KeptCall, key: string, known: Chain[], branchOf: Chain | null): Chain {
    // Named at the end, when all chains of the trace are known.
    const { format, agent } = this.#source;
    const source = { format, file: this.#context.file, agent, sessionId: '' };
    const builder = new SessionBuilder(this.#context.store, { name: '', source });
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
    if (call.limit !== null && call.limit > 0) {
      builder.limit({ tokens: call.limit, source: 'recording' });
    }
  }

  #finish(): Result<void, ImportError> {
    if (this.#all.length === 0) return err(NO_CALLS);
    const infos = sessionInfos(this.#all, this.#source, this.#context.file, this.#table);
    for (const chain of this.#all) {
      chain.finish();
      const prefix = this.#prefixes.get(chain.first.prefix);
      if (prefix) chain.builder.prefix(prefix);
      chain.builder.rename(infos.get(chain) ?? {});
      this.#context.session(chain.builder.finish());
    }
    return ok(undefined);
  }
}

/** Target of a call: an existing chain, or a new one that branches off another. */
interface Placement {
  readonly chain: Chain | null;
  readonly how: Continuation;
  readonly branchOf: Chain | null;
}

/**
 * True if both calls are one agent's. Side calls (titles, suggestions) repeat an agent's messages
 * without its tools, mostly with another model; an agent's own system prompt may change from call
 * to call (a date in it).
 */
const isSameAgent = (before: KeptCall, call: KeptCall): boolean =>
  before.prefix === call.prefix || (before.tools === call.tools && before.model === call.model);

function moveToFront(chains: Chain[], chain: Chain): void {
  const at = chains.indexOf(chain);
  if (at > 0) chains.unshift(...chains.splice(at, 1));
}
