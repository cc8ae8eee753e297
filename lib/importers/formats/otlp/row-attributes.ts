/**
 * https://arize.com/docs/phoenix/tracing/how-to-tracing/importing-and-exporting-traces/extract-data-from-spans
 * Attributes of OpenInference in the forms in which Phoenix exports spans: columns named
 * `attributes.llm.model_name`, an object with dotted names, or nested objects; messages are lists of
 * objects. The convention's own form is one flat name for each value.
 */
import { fieldsOf, listOf, type Fields } from '../../mechanisms/loose-json';
import { decoded } from '../../mechanisms/messages/json-text';

/** Deepest nesting that is flattened. */
const DEPTH = 12;

const COLUMN = 'attributes.';

/** Span kinds of OpenInference; OpenTelemetry's own are not among them. */
const kinds =
  /^(?:LLM|CHAIN|AGENT|TOOL|RETRIEVER|RERANKER|EMBEDDING|GUARDRAIL|EVALUATOR|PROMPT|UNKNOWN)$/;

/** True for a row of a data frame, which has a column for each attribute. */
export const hasColumns = (row: Fields): boolean =>
  Object.keys(row).some((key) => key.startsWith(COLUMN));

/** A row's attributes: each value under its flat name, lists and objects also whole. */
export function rowAttributes(row: Fields, attributes: Fields): Fields {
  const found: [string, unknown][] = [];
  for (const [key, value] of Object.entries(row)) {
    if (key.startsWith(COLUMN)) flatten(key.slice(COLUMN.length), value, DEPTH, found);
  }
  for (const [key, value] of Object.entries(attributes)) flatten(key, value, DEPTH, found);
  const kind = row['span_kind'];
  if (typeof kind === 'string' && kinds.test(kind))
    found.unshift(['openinference.span.kind', kind]);
  return Object.fromEntries(found);
}

function flatten(name: string, value: unknown, depth: number, found: [string, unknown][]): void {
  if (value === null || value === undefined) return;
  const content = /^llm\.(?:in|out)put_messages$/.test(name) ? decoded(value) : value;
  found.push([name, content]);
  if (depth === 0) return;
  const items = Array.isArray(content) ? numbered(name, content) : fieldsOf(content);
  for (const [key, inner] of Object.entries(items ?? {})) {
    flatten(`${name}.${key}`, inner, depth - 1, found);
  }
}

/** A list of objects of the convention by their numbers; other lists stay whole. */
function numbered(name: string, list: unknown): Fields | null {
  const items = listOf(list);
  const flat = name.startsWith('llm.') && items.every((item) => fieldsOf(item) !== null);
  return flat ? Object.fromEntries(items.entries()) : null;
}
