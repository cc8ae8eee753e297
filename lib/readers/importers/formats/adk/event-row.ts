/**
 * A row of ADK's `events` table as an event: the v1 schema keeps it as JSON in `event_data`, the
 * others have a column per field.
 * https://google.github.io/adk-docs/sessions/session/#databasesessionservice
 */
import { exceedsDepth, textExceedsDepth } from '@/lib/engine/base/json-depth';
import { parseJson } from '@/lib/engine/base/parse-json';
import type { Json } from '@/lib/engine/session/schema';
import { asObject, asText, field, type JsonObject } from '../../mechanisms/genai';

/** Columns of the schemas with a column per field that hold JSON text. */
const jsonColumns = ['content', 'usage_metadata', 'actions'] as const;

const keyColumns = ['app_name', 'user_id'] as const;

/** The event of a row, its `event_data` or its columns combined; the reason if it has none. */
export function eventOfRow(row: JsonObject) {
  const columns = 'event_data' in row ? (['event_data'] as const) : jsonColumns;
  if (columns.some((column) => nestsTooDeep(row[column]))) return 'event nests too deep';
  if ('event_data' in row) {
    const event = asObject(parsed(row['event_data']));
    return event === null
      ? 'event is not JSON'
      : {
          event /** True if its actions are a Python pickle, which is not read. */,
          pickled: false,
        };
  }
  const event: Record<string, Json> = { ...row };
  for (const column of jsonColumns) event[column] = parsed(row[column]) ?? null;
  return { event, pickled: field(row, 'actions') === undefined && 'actions' in row };
}

const nestsTooDeep = (value: Json | undefined): boolean =>
  typeof value === 'string' ? textExceedsDepth(value) : exceedsDepth(value);

/** Key of a row's session; `id` names the column that holds its id. */
export function sessionKey(row: JsonObject, id: string): string {
  return JSON.stringify([...keyColumns.map((column) => row[column] ?? ''), row[id] ?? '']);
}

/** The JSON of a text, any other value unchanged; undefined for text that is not JSON. */
export function parsed(text: Json | undefined): Json | undefined {
  const json = asText(text);
  return json === null ? (text ?? undefined) : (parseJson(json) as Json | undefined);
}

/** Remark of a trace with pickled actions. */
export const pickleRemark = (events: number): string =>
  `${events} events keep their actions as a Python pickle, which is not read: state and compactions are missing.`;
