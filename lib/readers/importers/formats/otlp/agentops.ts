/**
 * Traces of AgentOps, `GET /v4/traces/<id>`: spans of OpenTelemetry with their attributes nested.
 * https://github.com/AgentOps-AI/agentops/blob/main/app/api/agentops/api/routes/v4/traces/responses.py
 */
import type { Json } from '@/lib/engine/session/schema';
import { defineImporter } from '../../importer';
import { fieldsOf, listOf, type At, type Fields } from '../../mechanisms/loose-json';
import { SpanReader } from '../../mechanisms/spans/span-reader';
import { readSpan } from './spans';

const id = 'agentops';

/** A span as its API writes it. */
const isSpan = (value: unknown): boolean => {
  const span = fieldsOf(value);
  return span !== null && 'span_name' in span && fieldsOf(span['span_attributes']) !== null;
};

class AgentOpsReader extends SpanReader {
  /** The trace whose spans are read. */
  #trace: Fields = {};

  record(value: Json, at: At, list?: string): void {
    const { receipt } = this.context;
    const fields = fieldsOf(value);
    if (list === undefined) {
      this.#trace = fields ?? {};
      return receipt.merge('facts about a trace', at);
    }
    if (fields === null || !isSpan(fields)) return receipt.lose('not a span', at);
    const span = readSpan(
      {
        trace_id: this.#trace['trace_id'],
        ...fields,
        name: fields['span_name'],
        attributes: fields['span_attributes'],
        resource: { attributes: fields['resource_attributes'] },
        status: { code: fields['status_code'], message: fields['status_message'] },
      },
      at,
    );
    if (span === null) receipt.lose('span without an id', at);
    else this.table.span(span);
  }
}

/** Reads the spans of a trace that name a call of a model. */
export const agentOps = defineImporter({
  id,
  label: 'AgentOps trace',
  source: 'AgentOps',
  unseen: 'its source',
  inputs: ['json', 'jsonl'],
  lists: ['spans[]'],
  sniff: ({ records }) =>
    records.some((record) => {
      const trace = fieldsOf(record);
      return trace !== null && 'project_id' in trace && listOf(trace['spans']).some(isSpan);
    }),
  start: (context) => new AgentOpsReader(context, { format: id, agent: 'AgentOps' }),
});
