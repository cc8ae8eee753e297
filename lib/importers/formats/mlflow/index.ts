/**
 * https://mlflow.org/docs/latest/genai/concepts/trace
 * MLflow traces: `{info, data: {spans}}` as `Trace.to_json` writes them, rows of
 * `mlflow.search_traces` with their `spans`, and the artifact `traces.json`; one or a list of them.
 */
import type { Json } from '@/lib/session/schema';
import { defineImporter } from '../../importer';
import { fieldsOf, listOf, textOf, type Fields } from '../../mechanisms/loose-json';
import { SpanReader } from '../../mechanisms/spans/span-reader';
import { isSpan, readSpan } from './span';

const id = 'mlflow';

/** The spans of a trace; null for anything else. */
function spansIn(fields: Fields | null): readonly unknown[] | null {
  for (const holder of [fieldsOf(fields?.['data']), fields]) {
    const spans = holder?.['spans'];
    if (Array.isArray(spans)) return listOf(spans);
  }
  return null;
}

const isTrace = (value: unknown): boolean => isSpan(spansIn(fieldsOf(value))?.[0]);

/** The session that a trace's metadata name. */
function sessionOf(trace: Fields | null): string | null {
  const info = fieldsOf(trace?.['info']) ?? fieldsOf(trace?.['trace_info']) ?? trace;
  const metadata = fieldsOf(info?.['trace_metadata']) ?? fieldsOf(info?.['request_metadata']);
  return textOf(metadata?.['mlflow.trace.session']);
}

/** Reads the model calls of MLflow's traces. */
export const mlflow = defineImporter({
  id,
  label: 'MLflow traces',
  source: 'MLflow',
  inputs: ['json', 'jsonl'],
  lists: ['data.spans[]', 'spans[]'],
  sniff: ({ records }) => records.some((record) => isTrace(record) || isTrace(listOf(record)[0])),
  start: (context) => new MlflowReader(context, { format: id, agent: 'MLflow' }),
});

class MlflowReader extends SpanReader {
  /** The session of the trace that is being read. */
  #session: string | null = null;
  #uncounted = 0;

  record(value: Json, at: number | string, list?: string): void {
    const fields = fieldsOf(value);
    if (list !== undefined) return this.#span(fields, at);
    // The spans of a trace follow it.
    if (spansIn(fields) !== null) this.#session = sessionOf(fields);
    else this.context.receipt.lose('not a trace', at);
  }

  #span(fields: Fields | null, at: number | string): void {
    const read = fields && isSpan(fields) ? readSpan(fields, at, this.#session) : null;
    if (read === null) return this.context.receipt.lose('not a span', at);
    const { span, type } = read;
    if (span.reading !== null && span.reading.usage === null) this.#uncounted++;
    this.table.known(span, 'repeated span', `span of type ${type}`);
  }

  protected override close(): void {
    if (this.#uncounted > 0) {
      const spans = this.#uncounted === 1 ? '1 span' : `${this.#uncounted} spans`;
      this.context.receipt.remark(`Without token usage: ${spans} of a model call.`);
    }
    super.close();
  }

  protected nothing(): string {
    return 'The file holds no span of a model call.';
  }
}
