import { branchOf } from '../../mechanisms/session-facts';
import { intAt } from '@/lib/engine/base/read';
import type { SessionInfo } from '@/lib/engine/session/builder';
import type { SessionDraft } from '@/lib/engine/session/draft';
import { SessionAssembler, type LanePath, type ReadTrace } from './assemble';
import { isSpine, nodeKind } from './graph';
import type { NoticeList } from '@/lib/engine/session/notice-list';
import { PathOwners } from '../../mechanisms/linked-lines';
import type { Lane } from './lanes';

/** Most entries that abandoned branches may share with their main paths, per trace. */
const MOST_SHARED = 5_000_000;

const ABANDONED = { name: 'abandoned branch', lane: 'branch' };

/** A path: its newest node and its number. */
interface Claim {
  readonly leaf: number;
  readonly id: number;
}

/** Facts shared by all sessions of a trace. */
interface TraceInfo {
  readonly file: string;
  readonly title: string | null;
}

/** Splits a read trace into sessions and notes which nodes they use. */
export class SessionSplitter {
  /** 1 for every node that entered a session. */
  readonly used: Uint8Array;
  /** Branches left out for their size. */
  leftOut = 0;
  readonly #owners: PathOwners;
  /** Number of the newest path that was walked over a node. */
  readonly #walk: Int32Array;
  #shared = 0;

  constructor(
    private readonly trace: ReadTrace,
    private readonly lanes: readonly Lane[],
    private readonly info: TraceInfo,
  ) {
    this.used = new Uint8Array(trace.graph.length);
    const isCall = (node: number): boolean => {
      const kind = trace.graph.kind.at(node);
      return kind === nodeKind.message || kind === nodeKind.rejection;
    };
    const parent = (node: number): number => intAt(trace.topology.parent, node);
    this.#owners = new PathOwners(trace.graph.length, parent, isCall);
    this.#walk = new Int32Array(trace.graph.length);
  }

  /**
   * Every session with a step: main log, its abandoned branches, then the sub-agents. Yields null
   * between two pieces of a long one, so that the caller may pause.
   */
  *sessions(): Generator<SessionDraft | null, void, void> {
    const spines = this.#spines();
    for (const [number, lane] of this.lanes.entries()) {
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
      const draft = yield* this.#draft(
        number,
        path,
        branchOf(this.#infoOf(lane), ABANDONED, i + 1),
      );
      this.#shared += draft.entries.length;
      yield draft;
    }
  }

  /** Spine nodes of each lane, newest first. */
  #spines(): readonly (readonly number[])[] {
    const { graph } = this.trace;
    const spines = this.lanes.map((): number[] => []);
    for (let node = graph.length - 1; node >= 0; node--) {
      if (isSpine(graph.kind.at(node))) spines[graph.lane.at(node)]?.push(node);
    }
    return spines;
  }

  /** Paths with a call of their own, the one to the newest line first. */
  #paths(spine: readonly number[]): Claim[] {
    return spine.flatMap((leaf) => {
      const id = this.#owners.claim(leaf);
      return id === null ? [] : [{ leaf, id }];
    });
  }

  *#draft(
    lane: number,
    { leaf, id }: Claim,
    info: SessionInfo,
    notices?: NoticeList,
  ): Generator<null, SessionDraft, void> {
    const { graph, topology } = this.trace;
    const spine: number[] = [];
    for (let node = leaf; node >= 0; node = intAt(topology.parent, node)) {
      this.#walk[node] = id;
      if (isSpine(graph.kind.at(node))) spine.push(node);
    }
    const path: LanePath = {
      lane,
      spine: spine.reverse(),
      passes: (node) => this.#walk[node] === id,
      owns: (node) => this.#owners.owns(id, node),
    };
    const assembler = new SessionAssembler(this.trace, path, info, this.used);
    return yield* assembler.build((builder) => notices?.giveTo(builder));
  }

  #infoOf(lane: Lane): SessionInfo {
    const main = this.lanes[0];
    const { file, title } = this.info;
    const sessionId = lane.sessionId ?? main?.sessionId ?? file;
    const parent = { sessionId, lane: 'main', relation: 'subagent' } as const;
    return {
      name: lane.agent ? lane.name : (title ?? lane.name),
      thoughts: 'stripped',
      project: main?.project ?? lane.project,
      source: {
        format: 'claude-code',
        file,
        agent: 'Claude Code',
        sessionId,
        lane: lane.id,
        agentVersion: lane.version ?? main?.version ?? null,
        parent: lane.agent ? parent : null,
      },
    };
  }
}
