import { SessionBuilder, type SessionInfo } from '@/lib/engine/session/builder';
import type { EntryStore, SessionDraft } from '@/lib/engine/session/draft';
import type { RecordedCompaction } from '@/lib/engine/session/schema';
import { rangesOf } from '../../mechanisms/item-index';
import type { Boundary, Compactions } from './compactions';
import { nodeKind, type LogGraph } from './graph';
import type { CallStep } from './messages';
import type { Topology } from './topology';

/** Spine nodes added to a session in one go; takes some milliseconds. */
const NODES_AT_ONCE = 2048;

/** Everything read of a trace, ready to be put in prompt order. */
export interface ReadTrace {
  readonly store: EntryStore;
  readonly graph: LogGraph;
  readonly topology: Topology;
  readonly steps: readonly CallStep[];
  readonly compactions: Compactions;
  /** Entries of a message's lines that came after it was closed. */
  readonly late: ReadonlyMap<number, readonly number[]>;
}

/** A path through a lane, root to leaf, and the nodes that belong to this session alone. */
export interface LanePath {
  readonly lane: number;
  /** Spine nodes in order. */
  readonly spine: readonly number[];
  /** True for every node on the way from the root to the leaf. */
  readonly passes: (node: number) => boolean;
  /** False for spine nodes shared with a path that is a separate session. */
  readonly owns: (node: number) => boolean;
}

/** Puts one path into a session: its log in prompt order, its own steps, its compactions. */
export class SessionAssembler {
  readonly #builder: SessionBuilder;
  /** Position of each node's entry in this log. */
  readonly #position = new Map<number, number>();
  #answering = false;
  #awaitsSummary = false;
  #model: string | null = null;

  /** `used` gets a 1 for every node that enters the session. */
  constructor(
    private readonly trace: ReadTrace,
    private readonly path: LanePath,
    info: SessionInfo,
    private readonly used: Uint8Array,
  ) {
    this.#builder = new SessionBuilder(trace.store, info);
  }

  /** The session; yields between pieces of work. */
  *build(notices: (builder: SessionBuilder) => void): Generator<null, SessionDraft, void> {
    const { graph } = this.trace;
    this.#members(graph.length + this.path.lane);
    for (const [i, node] of this.path.spine.entries()) {
      if (i % NODES_AT_ONCE === NODES_AT_ONCE - 1) yield null;
      this.used[node] = 1;
      this.#spineNode(node, graph.kind.at(node));
      this.#members(node);
    }
    notices(this.#builder);
    return this.#builder.finish();
  }

  #spineNode(node: number, kind: number): void {
    switch (kind) {
      case nodeKind.message:
        this.#step(node);
        this.#append(node);
        for (const ref of this.trace.late.get(node) ?? []) this.#builder.appendRef(ref);
        return;
      case nodeKind.rejection:
        return this.#step(node, { rejected: true });
      case nodeKind.boundary:
        this.#awaitsSummary = true;
        return this.#compaction(node, 'summary');
      case nodeKind.summary:
        return this.#summary(node);
      default:
        this.#answering = false;
        this.#append(node);
    }
  }

  #step(node: number, { rejected = false } = {}): void {
    this.#awaitsSummary = false;
    const row = this.trace.graph.extra.at(node);
    const facts = this.trace.steps[row];
    if (facts === undefined) return;
    const { real, limit, model: named } = facts;
    const model = named ?? this.#model;
    this.#model = model;
    if (!this.path.owns(node)) return;
    const label = this.#answering ? 'tool-results' : 'user-msg';
    const reported = real !== null && !rejected;
    this.#builder.step({ ...facts, reported, rejected, model, label });
    if (limit !== null) this.#builder.limit({ tokens: limit, source: 'recording' });
  }

  /** Adds results of the message first, then everything else before the next spine node. */
  #members(anchor: number): void {
    const { graph, topology } = this.trace;
    const members = topology.members(anchor);
    const answers = (node: number): boolean =>
      graph.kind.at(node) === nodeKind.result && graph.extra.at(node) === anchor;
    for (const node of members) {
      if (!answers(node)) continue;
      this.#answering = true;
      this.used[node] = 1;
      this.#append(node);
    }
    for (const node of members) {
      const elsewhere = topology.carries[node] === 1 && !this.path.passes(node);
      if (answers(node) || elsewhere) continue;
      this.used[node] = 1;
      if (graph.kind.at(node) === nodeKind.result) this.#answering = true;
      if (graph.kind.at(node) === nodeKind.elision) this.#compaction(node, 'elision');
      else this.#append(node);
    }
  }

  #append(node: number): void {
    const failed = this.trace.compactions.failed.get(node);
    if (failed !== undefined && this.path.owns(node)) this.#builder.compactionFailed(failed);
    const ref = this.trace.graph.ref.at(node);
    if (ref >= 0) this.#position.set(node, this.#builder.appendRef(ref));
  }

  #compaction(node: number, kind: RecordedCompaction['kind']): void {
    const boundary = this.trace.compactions.boundaries.get(node);
    if (!boundary) return;
    const { trigger, preTokens, postTokens, time, nodes } = boundary;
    const changed =
      kind === 'summary'
        ? { kept: this.#keptRanges(boundary) }
        : { elided: this.#positions(nodes) };
    this.#builder.compaction({ kind, trigger, preTokens, postTokens, time, ...changed });
  }

  #summary(node: number): void {
    const summary = this.trace.compactions.summaries.get(node) ?? [];
    if (this.#awaitsSummary) this.#builder.amendCompaction({ summary });
    else this.#builder.compaction({ kind: 'summary', summary });
    this.#awaitsSummary = false;
    this.#answering = false;
  }

  #positions(nodes: readonly number[]): number[] {
    const found = nodes.flatMap((node) => this.#position.get(node) ?? []);
    return [...new Set(found)].sort((a, b) => a - b);
  }

  /** Kept entries as ascending, disjoint half-open ranges. */
  #keptRanges({ nodes, segment }: Boundary): [number, number][] {
    const positions = this.#positions(nodes);
    const [head, tail] = segment.map((node) => this.#position.get(node));
    if (head !== undefined && tail !== undefined) {
      for (let at = head; at <= tail; at++) positions.push(at);
    }
    return rangesOf(positions);
  }
}
