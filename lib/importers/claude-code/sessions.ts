import type { SessionInfo } from '@/lib/session/builder';
import type { SessionDraft } from '@/lib/session/draft';
import type { Notice, Source } from '@/lib/session/schema';
import { SessionAssembler, type LanePath, type ReadTrace } from './assemble';
import { isSpine, nodeKind } from './graph';
import type { Lane } from './lanes';

/** Entries that abandoned branches may share with their main paths, summed over a trace. */
const MOST_SHARED = 5_000_000;

/** Owners of a node that no path has: not looked at, and known to lead to no call. */
const NOBODY = 0;
const DRY = -1;

/** A path of its own: its newest node and its number. */
interface Claim {
  readonly leaf: number;
  readonly id: number;
}

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
  /** Number of the path that owns a node; NOBODY or DRY for none. */
  readonly #owner: Int32Array;
  /** Number of the newest path that was walked over a node. */
  readonly #walk: Int32Array;
  #claims = 0;
  #shared = 0;

  constructor(trace: ReadTrace, lanes: readonly Lane[], info: TraceInfo) {
    this.#trace = trace;
    this.#lanes = lanes;
    this.#info = info;
    this.used = new Uint8Array(trace.graph.length);
    this.#owner = new Int32Array(trace.graph.length);
    this.#walk = new Int32Array(trace.graph.length);
  }

  /**
   * Every session with a step: main log, its abandoned branches, then the sub-agents. Null between
   * two pieces of a long one, where the caller may pause.
   */
  *sessions(): Generator<SessionDraft | null, void, void> {
    const spines = this.#spines();
    for (const [number, lane] of this.#lanes.entries()) {
      const [main, ...branches] = this.#paths(spines[number] ?? []);
      if (!main) continue;
      yield yield* this.#draft(number, main, this.#infoOf(lane), lane.notices);
      yield* this.#branches(number, lane, branches.reverse());
    }
  }

  *#branches(
    number: number,
    lane: Lane,
    paths: readonly Claim[],
  ): Generator<SessionDraft | null, void, void> {
    for (const [i, path] of paths.entries()) {
      if (this.#shared > MOST_SHARED) {
        this.leftOut++;
        continue;
      }
      const draft = yield* this.#draft(number, path, this.#infoOf(lane, i + 1), []);
      this.#shared += draft.entries.length;
      yield draft;
    }
  }

  /** Spine nodes of each lane, newest first. */
  #spines(): readonly (readonly number[])[] {
    const { graph } = this.#trace;
    const spines = this.#lanes.map((): number[] => []);
    for (let node = graph.length - 1; node >= 0; node--) {
      if (isSpine(graph.kind.at(node))) spines[graph.lane.at(node)]?.push(node);
    }
    return spines;
  }

  /** Paths with a call of their own, the one to the newest line first. */
  #paths(spine: readonly number[]): Claim[] {
    const paths: Claim[] = [];
    for (const leaf of spine) {
      if (this.#owner[leaf] === NOBODY && this.#findsCall(leaf)) paths.push(this.#claim(leaf));
    }
    return paths;
  }

  /** True when a call stands between a node and the nearest path above; else marks the way dry. */
  #findsCall(leaf: number): boolean {
    const { graph, topology } = this.#trace;
    let node = leaf;
    while (node >= 0 && this.#owner[node] === NOBODY) {
      const kind = graph.kind.at(node);
      if (kind === nodeKind.message || kind === nodeKind.rejection) return true;
      node = topology.parent[node] as number;
    }
    for (let at = leaf; at !== node; at = topology.parent[at] as number) this.#owner[at] = DRY;
    return false;
  }

  /** Gives a leaf and everything above it that no path owns to a new path. */
  #claim(leaf: number): Claim {
    const id = ++this.#claims;
    const { topology } = this.#trace;
    for (let node = leaf; node >= 0 && (this.#owner[node] as number) <= NOBODY;) {
      this.#owner[node] = id;
      node = topology.parent[node] as number;
    }
    return { leaf, id };
  }

  *#draft(
    lane: number,
    { leaf, id }: Claim,
    info: SessionInfo,
    notices: readonly Notice[],
  ): Generator<null, SessionDraft, void> {
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
    return yield* assembler.build((builder) => {
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
