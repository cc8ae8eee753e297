import { err, ok, type Result } from '@/lib/base/result';
import type { Json } from '@/lib/session/schema';
import type { ImportContext, ImportError, TraceReader } from '../importer';
import { fieldsOf, listOf, textOf, type Fields } from '../loose-json';
import { SweAgentLane } from './lane';

/** The text of a message's content, as far as it is one. */
function textIn(content: unknown): string {
  if (typeof content === 'string') return content;
  return textOf(fieldsOf(listOf(content)[0])?.['text']) ?? '';
}

/** Outputs that a request no longer held in full, by the message's place in the request. */
function clearedIn(step: Fields | null): readonly number[] {
  const request = step?.['query'] ?? step?.['messages'];
  return listOf(request).flatMap((value, place) =>
    textIn(fieldsOf(value)?.['content']).startsWith('Old environment output') ? [place] : [],
  );
}

/** Reads one trajectory; each agent in it is a session. */
export class SweAgentReader implements TraceReader {
  readonly #context: ImportContext;
  #records = 0;
  #sessions = 0;

  constructor(context: ImportContext) {
    this.#context = context;
  }

  record(value: Json): void {
    this.#records++;
    const document = fieldsOf(value);
    if (document === null) {
      this.#context.receipt.drop('not a trajectory', '$');
      return;
    }
    const steps = listOf(document['trajectory']);
    const mini = !Array.isArray(document['trajectory']);
    const path = mini ? '$.messages' : '$.history';
    const history = mini ? listOf(document['messages']) : this.#history(document, steps);
    this.#read(document, history, { path, mini, steps });
  }

  end(): Result<void, ImportError> {
    if (this.#records === 0) return err({ code: 'empty', message: 'The file holds no record.' });
    if (this.#sessions > 0) return ok(undefined);
    return err({ code: 'no-sessions', message: 'The trajectory holds no model call.' });
  }

  /** Without a history the newest request and its answer hold everything. */
  #history(document: Fields, steps: readonly unknown[]): readonly unknown[] {
    const history = listOf(document['history']);
    const last = fieldsOf(steps.at(-1));
    if (history.length > 0 || last === null) return history;
    const content = textOf(last['response']) ?? '';
    return [...listOf(last['query'] ?? last['messages']), { role: 'assistant', content }];
  }

  #read(
    document: Fields,
    history: readonly unknown[],
    { path, mini, steps }: { path: string; mini: boolean; steps: readonly unknown[] },
  ): void {
    const lanes = new Map<string, SweAgentLane>();
    const info = fieldsOf(document['info']);
    const model = textOf(fieldsOf(fieldsOf(info?.['config'])?.['model'])?.['model_name']);
    for (const [i, value] of history.entries()) {
      const at = `${path}[${i}]`;
      const message = fieldsOf(value);
      if (message === null || typeof message['role'] !== 'string' || message['role'] === 'exit') {
        this.#context.receipt.drop('not a message of a request', at);
        continue;
      }
      const agent = textOf(message['agent']) ?? 'main';
      let lane = lanes.get(agent);
      if (lane === undefined) {
        const [first] = lanes.keys();
        lane = new SweAgentLane(this.#context, { agent, parent: first ?? null, mini, model });
        lanes.set(agent, lane);
      }
      const { calls } = lane;
      lane.message(message, at, () => clearedIn(fieldsOf(steps[calls])));
      this.#context.receipt.keep();
    }
    const [main] = lanes.values();
    main?.totals(fieldsOf(info?.['model_stats']));
    for (const lane of lanes.values()) {
      const draft = lane.finish();
      if (draft === null) continue;
      this.#context.session(draft);
      this.#sessions++;
    }
  }
}
