import { textOf, type Fields } from '../../mechanisms/loose-json';

/** A span of a transcript. */
interface Span {
  readonly parent: string | null;
  readonly type: string | null;
  readonly name: string;
}

/** Kinds of span with model calls of a separate agent. */
const ownLanes = new Set(['agent', 'scorer', 'subtask', 'handoff']);

/** Deeper nesting is ignored. */
const DEPTH = 100;

/** The agents of a sample, by the spans around its events. */
export class Spans {
  readonly #spans = new Map<string, Span>();
  /** Open steps, in logs before spans. */
  readonly #steps: Span[] = [];

  /** Takes an event that begins or ends a span; ignores others. */
  take(event: Fields): void {
    const name = textOf(event['name']) ?? '?';
    const type = textOf(event['type']);
    if (event['event'] === 'span_begin') {
      const id = textOf(event['id']);
      if (id !== null) this.#spans.set(id, { parent: textOf(event['parent_id']), type, name });
    } else if (event['event'] === 'step') {
      if (event['action'] === 'begin') this.#steps.push({ parent: null, type, name });
      else this.#steps.pop();
    }
  }

  /**
   * The agent that a call in span `id` belongs to, and the one that began it; null for the sample's
   * main agent. `nested` names it in logs that nest events.
   */
  laneOf(id: string | null, nested?: string) {
    if (nested !== undefined) return { lane: nested, parent: 'main' };
    const scorer = this.#steps.find(({ type }) => type === 'scorer');
    if (scorer) return { lane: scorer.name, parent: 'main' };
    const [lane = null, parent = null] = this.#agents(id);
    return { lane, parent: lane === null ? null : (parent ?? 'main') };
  }

  /** Names of the agents around a span, innermost first. */
  #agents(id: string | null): readonly string[] {
    const names: string[] = [];
    let next = id;
    for (let depth = 0; next !== null && depth < DEPTH; depth++) {
      const span = this.#spans.get(next);
      if (span === undefined) break;
      if (ownLanes.has(span.type ?? '')) names.push(span.name);
      next = span.parent;
    }
    return names;
  }
}
