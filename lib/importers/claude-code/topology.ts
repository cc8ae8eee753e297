import { isSpine, nodeKind, type LogGraph } from './graph';

/** What hangs together in a graph, worked out once all lines are read. */
export interface Topology {
  /** Parents with cycles cut. */
  readonly parent: Int32Array;
  /** Nearest spine node above; `nodes + lane` where there is none. */
  readonly anchor: Int32Array;
  /** 1 where a spine node hangs below. */
  readonly carries: Uint8Array;
  /** Nodes off the spine that hang on `anchor`, in file order. */
  members(anchor: number): Int32Array;
  /** Cycles that were cut: the line of each. */
  readonly cycles: readonly number[];
}

/**
 * Orders a graph. Since all lines of a message are one node and its results hang on it, parallel
 * tool results form no forks: what still forks was rewound.
 */
export function topologyOf(graph: LogGraph, lanes: number): Topology {
  const size = graph.length;
  const parent = graph.parent.pick(Int32Array.from({ length: size }, (_, node) => node));
  const { order, cycles } = parentsFirst(parent, graph);
  const anchor = new Int32Array(size);
  const carries = new Uint8Array(size);
  for (const node of order) {
    const above = parent[node] as number;
    if (above < 0) anchor[node] = size + graph.lane.at(node);
    else anchor[node] = isSpine(graph.kind.at(above)) ? above : (anchor[above] as number);
  }
  for (let node = 0; node < size; node++) {
    if (!isSpine(graph.kind.at(node))) continue;
    for (let at = parent[node] as number; at >= 0 && carries[at] === 0; at = parent[at] as number) {
      carries[at] = 1;
    }
  }
  return { parent, anchor, carries, cycles, members: membersOf(graph, anchor, size + lanes) };
}

/** Every node after its parent; a parent link that closes a cycle is cut. */
function parentsFirst(
  parent: Int32Array,
  graph: LogGraph,
): { order: Int32Array; cycles: readonly number[] } {
  const order = new Int32Array(parent.length);
  const state = new Uint8Array(parent.length);
  const cycles: number[] = [];
  const stack: number[] = [];
  let done = 0;
  for (let start = 0; start < parent.length; start++) {
    let node = start;
    while (node >= 0 && state[node] === 0) {
      state[node] = 1;
      stack.push(node);
      node = parent[node] as number;
    }
    const top = stack.at(-1);
    if (node >= 0 && state[node] === 1 && top !== undefined) {
      parent[top] = -1;
      cycles.push(graph.line.at(top));
    }
    for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
      state[next] = 2;
      order[done++] = next;
    }
  }
  return { order, cycles };
}

/** Members of each anchor as slices of one array. */
function membersOf(
  graph: LogGraph,
  anchor: Int32Array,
  anchors: number,
): (anchor: number) => Int32Array {
  const start = new Int32Array(anchors + 1);
  const member = (node: number): boolean => {
    const kind = graph.kind.at(node);
    return !isSpine(kind) && kind !== nodeKind.link;
  };
  for (let node = 0; node < anchor.length; node++) {
    if (member(node)) start[(anchor[node] as number) + 1]!++;
  }
  for (let i = 0; i < anchors; i++) start[i + 1]! += start[i] as number;
  const nodes = new Int32Array(start[anchors] as number);
  const next = start.slice();
  for (let node = 0; node < anchor.length; node++) {
    if (member(node)) nodes[next[anchor[node] as number]!++] = node;
  }
  return (at) => nodes.subarray(start[at], start[at + 1]);
}
