import type { Json } from '@/lib/session/schema';
import { CountedReader } from '../../mechanisms/counted-reader';
import { fieldsOf, listOf, textOf, type Fields } from '../../mechanisms/loose-json';
import { SweAgentLane } from './lane';

/** Text of a message's content; empty for other content. */
function textIn(content: unknown): string {
  if (typeof content === 'string') return content;
  return textOf(fieldsOf(listOf(content)[0])?.['text']) ?? '';
}

/** Outputs that a request no longer held in full, by the message's position in the request. */
function clearedIn(step: Fields | null): readonly number[] {
  const request = step?.['query'] ?? step?.['messages'];
  return listOf(request).flatMap((value, place) =>
    textIn(fieldsOf(value)?.['content']).startsWith('Old environment output') ? [place] : [],
  );
}

/** Reads one trajectory; each agent in it is a session. */
export class SweAgentReader extends CountedReader {
  protected override nothing = 'The trajectory holds no model call.';
  readonly #lanes = new Map<string, SweAgentLane>();
  /** The document without its lists. */
  #document: Fields | null = null;
  /** Per step the outputs that its request left out. */
  readonly #cleared: (readonly number[])[] = [];
  #lastStep: Fields | null = null;
  #messages = 0;

  protected take(value: Json, at: number | string, list?: string): void {
    if (list === 'trajectory[]') this.#step(fieldsOf(value));
    else if (list === 'history[]' && !this.#mini) this.#message(value, at);
    else if (list === 'messages[]' && this.#mini) this.#message(value, at);
    else if (list === undefined) {
      this.#document = fieldsOf(value);
      if (this.#document === null) this.context.receipt.lose('not a trajectory', at);
    }
  }

  /** True for mini-swe-agent, which writes only messages. */
  get #mini(): boolean {
    return !Array.isArray(this.#document?.['trajectory']);
  }

  #step(step: Fields | null): void {
    this.#cleared.push(clearedIn(step));
    this.#lastStep = step;
  }

  #message(value: unknown, at: number | string): void {
    this.#messages++;
    const message = fieldsOf(value);
    const { receipt } = this.context;
    if (message?.['role'] === 'exit') return receipt.drop('not part of a request: exit', at);
    if (message === null || typeof message['role'] !== 'string') {
      return receipt.lose('not a message of a request', at);
    }
    const lane = this.#lane(textOf(message['agent']) ?? 'main');
    const { calls } = lane;
    lane.message(message, at, () => this.#cleared[calls] ?? []);
    this.context.receipt.keep();
  }

  #lane(agent: string): SweAgentLane {
    const known = this.#lanes.get(agent);
    if (known !== undefined) return known;
    const [first] = this.#lanes.keys();
    const config = fieldsOf(fieldsOf(this.#document?.['info'])?.['config']);
    const model = textOf(fieldsOf(config?.['model'])?.['model_name']);
    const parent = first ?? null;
    const lane = new SweAgentLane(this.context, { agent, parent, mini: this.#mini, model });
    this.#lanes.set(agent, lane);
    return lane;
  }

  protected close(): void {
    if (this.#document === null) return;
    // Without a history the newest request and its answer hold everything.
    const last = this.#messages === 0 ? this.#lastStep : null;
    if (last !== null) {
      const content = textOf(last['response']) ?? '';
      const request = listOf(last['query'] ?? last['messages']);
      const history = [...request, { role: 'assistant', content }];
      for (const [i, message] of history.entries()) this.#message(message, `$.history[${i}]`);
    }
    const [main] = this.#lanes.values();
    main?.totals(fieldsOf(fieldsOf(this.#document['info'])?.['model_stats']));
    for (const lane of this.#lanes.values()) this.session(lane.finish());
  }
}
