import { textTokens, type Addition, type Chain } from './chain';
import { continuationOf, type Continuation } from './continuation';
import { SLACK, type Deltas } from './deltas';
import type { KeptCall, MessageTable } from './kept-call';

/** Most sessions, newest first, that a request without a conversation's name is compared with. */
const MOST_COMPARED = 32;

/** Target of a call: an existing chain, or a new one that branches off another. */
export interface Placement {
  readonly chain: Chain | null;
  readonly how: Continuation | Addition;
  readonly branchOf: Chain | null;
}

/** What is known of a trace while its calls are placed. */
interface Trace {
  readonly table: MessageTable;
  readonly deltas: Deltas;
  /** The chain of a call that was placed before. */
  chainOf(call: KeptCall): Chain | undefined;
}

/**
 * The chain that a request continues best, or the one it branches off; null for none. `known` are the
 * chains of its conversation and lane, newest first.
 */
export function placementOf(
  call: KeptCall,
  known: readonly Chain[],
  trace: Trace,
): Placement | null {
  const { table } = trace;
  let branch: Placement | null = null;
  let compacted: Placement | null = null;
  let omitted: Placement | null = null;
  let longest = 0;
  let extended: Placement | null = null;
  for (const chain of known.slice(0, MOST_COMPARED)) {
    if (!isSameAgent(chain.newest, call)) continue;
    const recorded = call.compaction !== null;
    const named = call.conversation !== null || recorded;
    const shrank = mayBeCompacted(chain, call, trace);
    const { answered } = chain;
    const how = continuationOf(chain.view, answered, call.refs, table, { named, shrank, recorded });
    if (how.kind === 'extends' && chain.view.length > longest) {
      longest = chain.view.length;
      extended = { chain, how, branchOf: null };
    } else if (how.kind === 'elides') compacted ??= { chain, how, branchOf: null };
    else if (how.kind === 'summarises') {
      if (shrank) compacted ??= { chain, how, branchOf: null };
      else if (how.summary === 0) {
        const from = how.head + answered.length - how.tail;
        omitted ??= { chain, how: { kind: 'adds', from }, branchOf: null };
      }
    } else if (how.kind === 'diverges') {
      branch ??= { chain: null, how: { kind: 'extends' }, branchOf: chain };
    }
  }
  return extended ?? compacted ?? onTop(call, known, trace) ?? omitted ?? branch;
}

/** The place of a call whose messages come on top of those of a chain; null if they do not. */
function onTop(call: KeptCall, known: readonly Chain[], trace: Trace): Placement | null {
  const { table, deltas } = trace;
  const caller = deltas.answered.get(call);
  const answered = caller && trace.chainOf(caller);
  const chain =
    answered ??
    (deltas.calls.has(call)
      ? known.find((one) => isDeltaOf(one, call) && isWhole(one, call, table) !== true)
      : undefined);
  return chain ? { chain, how: addition(chain, call), branchOf: null } : null;
}

/**
 * A delta's relation to its chain. A fall by more than half is a compaction that no message shows:
 * stripped thoughts and other tools take less.
 */
function addition(chain: Chain, call: KeptCall): Continuation | Addition {
  const { real } = call.step;
  const halved = typeof real === 'number' && chain.real !== null && real < chain.real / 2;
  return halved || call.compaction !== null ? emptied(chain, call) : added(chain, call);
}

/** A delta's relation to a chain whose messages it continues. */
const added = (chain: Chain, { refs }: KeptCall): Addition => ({
  kind: 'adds',
  from: chain.shared(refs),
});

/** A delta's relation to a chain of which only what it repeats is left. */
const emptied = (chain: Chain, { refs }: KeptCall): Continuation => ({
  kind: 'summarises',
  head: 0,
  summary: 0,
  tail: chain.answered.length - chain.shared(refs),
});

/** The place of a call that its log marks as a delta. */
export function markedPlacement(
  call: KeptCall,
  known: readonly Chain[],
  byResponse: ReadonlyMap<string, Chain>,
): Placement | null {
  const named = call.previous === null ? undefined : byResponse.get(call.previous);
  const chain = named ?? (call.previous === null ? known[0] : undefined);
  if (!chain) return null;
  const how = call.compaction === null ? added(chain, call) : emptied(chain, call);
  return { chain, how, branchOf: null };
}

/**
 * True if a request may be a compacted one of a chain: its prompt tokens fell, or nothing tells. Of a
 * delta its own text must explain them as well, since a delta always looks like a summary.
 */
function mayBeCompacted(chain: Chain, call: KeptCall, { deltas, table }: Trace): boolean {
  const fall = fell(chain, call);
  if (deltas.calls.has(call) || deltas.answered.has(call)) {
    return fall === true && isWhole(chain, call, table) !== false;
  }
  return call.compaction !== null || fall !== false;
}

/** True if the prompt tokens fell, false if not, null where the log does not count them. */
function fell(chain: Chain, { step }: KeptCall): boolean | null {
  const { real = null } = step;
  return real === null || chain.real === null ? null : real < chain.real;
}

/**
 * True if a request's own text and the chain's hidden prefix explain its prompt tokens better than
 * the request before it does, so that it is a whole request; null where the log does not count them.
 */
function isWhole(chain: Chain, { refs, step }: KeptCall, table: MessageTable): boolean | null {
  const { real = null } = step;
  if (real === null || chain.hidden === null || chain.real === null) return null;
  const own = textTokens(refs, table);
  const beyond = real - chain.hidden - own;
  const continued = chain.real + (chain.newest.step.output ?? 0) + own;
  return beyond <= own + SLACK && Math.abs(beyond) < Math.abs(real - continued);
}

/**
 * True if both calls are one agent's. Side calls (titles, suggestions) repeat an agent's messages
 * without its tools, mostly with another model; an agent's own system prompt may change from call
 * to call (a date in it).
 */
const isSameAgent = (before: KeptCall, call: KeptCall): boolean =>
  before.prefix === call.prefix || (before.tools === call.tools && before.model === call.model);

/** The same of a delta, which may leave out the system prompt and the tools. */
const isDeltaOf = ({ first, newest }: Chain, call: KeptCall): boolean =>
  call.prefix === 0 || isSameAgent(first, call) || isSameAgent(newest, call);
