import type { SessionInfo } from '@/lib/engine/session/builder';
import type { Source } from '@/lib/engine/session/schema';
import { shorten } from '../session-facts';
import type { Chain } from './chain';
import type { MessageTable } from './kept-call';

/** Facts that a log of requests gives for all its sessions. */
export interface CallSource {
  /** Id of the importer. */
  readonly format: string;
  /** The agent of calls that name none. */
  readonly agent: string;
  readonly agentVersion?: string | null;
  readonly thoughts?: 'kept' | 'stripped';
}

/** Place of a session in its trace. */
interface Position {
  readonly sessionId: string;
  readonly lane: string;
}

/**
 * Names, identifiers and parents of the sessions of a trace. Of the sessions of one conversation
 * and lane the one with most steps is the lane itself; the others are its branches or, if they
 * begin differently, separate lanes.
 */
export function sessionInfos(
  chains: readonly Chain[],
  source: CallSource,
  file: string,
  table: MessageTable,
): ReadonlyMap<Chain, SessionInfo> {
  const positions = positionsOf(chains);
  const infos = new Map<Chain, SessionInfo>();
  for (const chain of chains) {
    const { sessionId, lane } = positions.get(chain) as Position;
    infos.set(chain, {
      name: nameOf(chain, table, sessionId, file),
      thoughts: source.thoughts ?? 'kept',
      source: {
        format: source.format,
        file,
        agent: chain.first.agent ?? source.agent,
        agentVersion: source.agentVersion ?? null,
        sessionId,
        lane,
        parent: parentOf(chain, positions, chains),
      },
    });
  }
  return infos;
}

function positionsOf(chains: readonly Chain[]): ReadonlyMap<Chain, Position> {
  const groups = new Map<string, Chain[]>();
  for (const chain of chains) {
    const { conversation, lane } = chain.first;
    // Without a conversation's name every session that is no branch is a root.
    const key = conversation === null ? `${rootOf(chain).first.order}` : `${conversation}\n${lane}`;
    const group = groups.get(key);
    if (group) group.push(chain);
    else groups.set(key, [chain]);
  }
  const positions = new Map<Chain, Position>();
  const taken = new Set<string>();
  for (const group of groups.values()) {
    const main = group.reduce((best, chain) =>
      chain.builder.stepCount > best.builder.stepCount ? chain : best,
    );
    const { conversation, lane, at } = main.first;
    const sessionId = conversation ?? (at === '$' ? 'call' : `call ${at}`);
    const base = lane ?? 'main';
    let beside = 0;
    for (const chain of group) {
      const name = chain === main ? base : `${base}/${kindOf(chain)}-${++beside}`;
      positions.set(chain, { sessionId, lane: free(taken, sessionId, name) });
    }
  }
  return positions;
}

const kindOf = (chain: Chain): string => (chain.branchOf === null ? 'side' : 'branch');

/** A lane name that no other session of the trace has under this id. */
function free(taken: Set<string>, sessionId: string, lane: string): string {
  let name = lane;
  for (let n = 2; taken.has(`${sessionId}\n${name}`); n++) name = `${lane} ${n}`;
  taken.add(`${sessionId}\n${name}`);
  return name;
}

function rootOf(chain: Chain): Chain {
  let root = chain;
  while (root.branchOf !== null) root = root.branchOf;
  return root;
}

function parentOf(
  chain: Chain,
  positions: ReadonlyMap<Chain, Position>,
  chains: readonly Chain[],
): Source['parent'] {
  const own = positions.get(chain) as Position;
  const branch = chain.branchOf && positions.get(chain.branchOf);
  if (branch) return { ...branch, relation: 'branch' };
  const { conversation, lane, parentLane } = chain.first;
  if (conversation === null) return null;
  const main = own.lane.includes('/side-')
    ? own.lane.slice(0, own.lane.lastIndexOf('/side-'))
    : null;
  if (main !== null) return { sessionId: own.sessionId, lane: main, relation: 'lane' };
  if (parentLane === null || parentLane === lane) return null;
  const known = chains.some(
    ({ first }) => first.conversation === conversation && first.lane === parentLane,
  );
  return known ? { sessionId: own.sessionId, lane: parentLane, relation: 'subagent' } : null;
}

/** The log's name for it, else the first words of the user's first message. */
function nameOf(chain: Chain, table: MessageTable, sessionId: string, file: string): string {
  const given = chain.first.name === null ? null : shorten(chain.first.name);
  if (given !== null) return given;
  for (const ref of chain.first.refs) {
    if (table.message(ref).role !== 'user') continue;
    for (const part of table.partsOf(ref)) {
      const title = part.kind === 'text' ? shorten(part.text) : null;
      if (title !== null) return title;
    }
  }
  return sessionId === '' ? file : sessionId;
}
