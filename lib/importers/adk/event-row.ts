/**
 * A row of ADK's `events` table as an event: the v1 schema keeps it as JSON in `event_data`, the
 * others have a column per field.
 * https://google.github.io/adk-docs/sessions/session/#databasesessionservice
 */
import type { Json } from '@/lib/session/schema';
import { asObject, asText, field, type JsonObject } from '../genai';

/** Columns of the schemas with a column per field that hold JSON text. */
const jsonColumns = ['content', 'usage_metadata', 'actions'] as const;

const keyColumns = ['app_name', 'user_id'] as const;

/** An event put together from its row. */
export interface RowEvent {
  /** Null where its JSON does not parse. */
  readonly event: JsonObject | null;
  /** Its actions are a Python pickle, which is not read. */
  readonly pickled: boolean;
}

/** The event of a row: its `event_data`, or put together from its columns. */
export function eventOfRow(row: JsonObject): RowEvent {
  if ('event_data' in row) return { event: asObject(parsed(row['event_data'])), pickled: false };
  const event: Record<string, Json> = { ...row };
  for (const column of jsonColumns) event[column] = parsed(row[column]) ?? null;
  return { event, pickled: field(row, 'actions') === undefined && 'actions' in row };
}

/** What identifies the session of a row; `id` names the column that holds its id. */
export function sessionKey(row: JsonObject, id: string): string {
  return JSON.stringify([...keyColumns.map((column) => row[column] ?? ''), row[id] ?? '']);
}

/** JSON text as a value, a value as it is; undefined for text that is no JSON. */
export function parsed(text: Json | undefined): Json | undefined {
  if (asText(text) === null) return text ?? undefined;
  try {
    return JSON.parse(text as string) as Json;
  } catch {
    return undefined;
  }
}

/** What a trace with pickled actions is said to miss. */
export const pickleRemark = (events: number): string =>
  `${events} events keep their actions as a Python pickle, which is not read: state and compactions are missing.`;
