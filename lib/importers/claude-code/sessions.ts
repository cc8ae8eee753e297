import type { SessionInfo } from '@/lib/session/builder';
import type { SessionDraft } from '@/lib/session/draft';
import type { Notice, Source } from '@/lib/session/schema';
import { SessionAssembler, type LanePath, type ReadTrace } from './assemble';
import { isSpine, nodeKind } from './graph';
import type { Lane } from './lanes';

/** Entries that abandoned branches may share with their main paths, summed over a trace. */
const MOST_SHARED = 5_000_000;

/** What the sessions of a trace have in common. */
export interface TraceInfo {
  readonly file: string;
  readonly title: string | null;
}

/** The sessions of a read trace and what became of its nodes. */
export class SessionSplitter {
  /** 1 for every node that entered a session. */
  readonly used: Uint8Array;
  /** Branches left out for their size. */
  leftOut = 0;
  readonly #trace: ReadTrace;
  readonly #lanes: readonly Lane[];
  readonly #info: TraceInfo;
  /** Number of the path that owns a spine node; 0 for none. */
  readonly #owner: Int32Array;
  /** Number of the newest path that was walked over a node. */
  readonly #walk: Int32Array;
  #paths = 0;
  #shared = 0;

  constructor(trace: ReadTrace, lanes: readonly Lane[], info: TraceInfo) {
    this.#trace = trace;
    this.#lanes = lanes;
    this.#info = info;
    this.used = new Uint8Array(trace.graph.length);
    this.#owner = new Int32Array(trace.graph.length);
    this.#walk = new Int32Array(trace.graph.length);
  }

  /** Every session with a step: main log, its abandoned branches, then the sub-agents. */
  *sessions(): Generator<SessionDraft> {
    const leaves = this.#leaves();
    for (const [number, lane] of this.#lanes.entries()) {
      const { live, steps } = leaves[number] ?? { live: -1, steps: [] };
      if (live < 0 || steps.length === 0) continue;
      yield* this.#laneSessions(number, lane, live, steps);
    }
  }

  /** Per lane: the newest spine node, and the nodes that are calls, newest first. */
  #leaves(): { live: number; readonly steps: number[] }[] {
    const { graph } = this.#trace;
    const leaves = this.#lanes.map(() => ({ live: -1, steps: [] as number[] }));
    for (let node = graph.length - 1; node >= 0; node--) {
      const kind = graph.kind.at(node);
      const leaf = leaves[graph.lane.at(node)];
      if (!leaf || !isSpine(kind)) continue;
      if (leaf.live < 0) leaf.live = node;
      if (kind === nodeKind.message || kind === nodeKind.rejection) leaf.steps.push(node);
    }
    return leaves;
  }

  *#laneSessions(
    number: number,
    lane: Lane,
    live: number,
    steps: readonly number[],
  ): Generator<SessionDraft> {
    const main = this.#claimMain(live, steps);
    const branches: { readonly leaf: number; readonly id: number }[] = [];
    for (const leaf of steps) {
      if (this.#owner[leaf] === 0) branches.push({ leaf, id: this.#claim(leaf) });
    }
    yield this.#draft(number, main.leaf, main.id, this.#infoOf(lane), lane.notices);
    for (const [i, { leaf, id }] of branches.reverse().entries()) {
      if (this.#shared > MOST_SHARED) {
        this.leftOut++;
        continue;
      }
      const draft = this.#draft(number, leaf, id, this.#infoOf(lane, i + 1), []);
      this.#shared += draft.entries.length;
      yield draft;
    }
  }

  /** The path to the newest line; to the newest call where that one was never answered. */
  #claimMain(live: number, steps: readonly number[]): { leaf: number; id: number } {
    const id = this.#claim(live);
    if (steps.some((node) => this.#owner[node] === id)) return { leaf: live, id };
    const parent = this.#trace.topology.parent;
    for (let node = live; node >= 0; node = parent[node] as number) this.#owner[node] = 0;
    const leaf = steps[0] ?? live;
    return { leaf, id: this.#claim(leaf) };
  }

  /** Gives a leaf and everything above it that nobody owns to a new path. */
  #claim(leaf: number): number {
    const id = ++this.#paths;
    const { topology } = this.#trace;
    for (let node = leaf; node >= 0 && this.#owner[node] === 0;) {
      this.#owner[node] = id;
      node = topology.parent[node] as number;
    }
    return id;
  }

  #draft(
    lane: number,
    leaf: number,
    id: number,
    info: SessionInfo,
    notices: readonly Notice[],
  ): SessionDraft {
    const { graph, topology } = this.#trace;
    const spine: number[] = [];
    for (let node = leaf; node >= 0; node = topology.parent[node] as number) {
      this.#walk[node] = id;
      if (isSpine(graph.kind.at(node))) spine.push(node);
    }
    const path: LanePath = {
      lane,
      spine: spine.reverse(),
      passes: (node) => this.#walk[node] === id,
      owns: (node) => this.#owner[node] === id,
    };
    const assembler = new SessionAssembler(this.#trace, path, info, this.used);
    return assembler.build((builder) => {
      for (const { code, message, at, times } of notices) {
        for (let i = 0; i < times; i++) builder.notice(code, message, at[i]);
      }
    });
  }

  #infoOf(lane: Lane, branch = 0): SessionInfo {
    const main = this.#lanes[0];
    const sessionId = lane.sessionId ?? main?.sessionId ?? this.#info.file;
    const base = lane.agent ? lane.name : (this.#info.title ?? lane.name);
    const parent: Source['parent'] =
      branch > 0
        ? { sessionId, lane: lane.id, relation: 'branch' }
        : lane.agent
          ? { sessionId, lane: 'main', relation: 'subagent' }
          : null;
    return {
      name: branch > 0 ? `${base} (abandoned branch ${branch})` : base,
      thoughts: 'stripped',
      source: {
        format: 'claude-code',
        file: this.#info.file,
        agent: 'Claude Code',
        agentVersion: lane.version ?? main?.version ?? null,
        sessionId,
        lane: branch > 0 ? `${lane.id}/branch-${branch}` : lane.id,
        parent,
      },
    };
  }
}
