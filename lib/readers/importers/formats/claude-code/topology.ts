import { intAt } from '@/lib/engine/base/read';
import { isSpine, nodeKind, type LogGraph } from './graph';

/** Connections of a graph, worked out once all lines are read. */
export type Topology = ReturnType<typeof topologyOf>;

/**
 * Orders a graph. All lines of a message are one node and its results hang on it, so parallel tool
 * results form no forks: a fork that remains is a rewind.
 */
export function topologyOf(graph: LogGraph, lanes: number) {
  const size = graph.length;
  const parent = graph.parent.pick(Int32Array.from({ length: size }, (_, node) => node));
  const { order, cycles } = parentsFirst(parent, graph);
  const anchor = new Int32Array(size);
  const carries = new Uint8Array(size);
  for (const node of order) {
    const above = intAt(parent, node);
    if (above < 0) anchor[node] = size + graph.lane.at(node);
    else anchor[node] = isSpine(graph.kind.at(above)) ? above : intAt(anchor, above);
  }
  for (let node = 0; node < size; node++) {
    if (!isSpine(graph.kind.at(node))) continue;
    for (let at = intAt(parent, node); at >= 0 && carries[at] === 0; at = intAt(parent, at)) {
      carries[at] = 1;
    }
  }
  return {
    /** Parents with cycles cut. */
    parent /** Nearest spine node above; `nodes + lane` if there is none. */,
    anchor /** 1 for a node with a spine node below it. */,
    carries /** Line of each cycle that was cut. */,
    cycles /** Nodes off the spine that hang on `anchor`, in file order. */,
    members: membersOf(graph, anchor, size + lanes),
  };
}

/** Every node after its parent; cuts a parent link that closes a cycle. */
function parentsFirst(parent: Int32Array, graph: LogGraph) {
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
      node = intAt(parent, node);
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
    if (member(node)) start[intAt(anchor, node) + 1]!++;
  }
  for (let i = 0; i < anchors; i++) start[i + 1]! += intAt(start, i);
  const nodes = new Int32Array(intAt(start, anchors));
  const next = start.slice();
  for (let node = 0; node < anchor.length; node++) {
    if (member(node)) nodes[next[intAt(anchor, node)]!++] = node;
  }
  return (at) => nodes.subarray(start[at], start[at + 1]);
}
