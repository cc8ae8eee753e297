/**
 * One event of an ADK session, from any of its spellings: Python (`model_dump`, the v1 database),
 * the REST server (camelCase) and Go structs without JSON tags.
 * https://google.github.io/adk-docs/events/
 */
import type { EntryRef } from '@/lib/engine/session/draft';
import type { Entry, Json, Part } from '@/lib/engine/session/schema';
import {
  asList,
  asObject,
  asText,
  field,
  fieldReader,
  readContent,
  type JsonObject,
} from '../../mechanisms/genai';
import { readRefusal } from '../../mechanisms/refusals/read-refusal';
import { isoTime, readSeconds } from '../../mechanisms/exchange/time';

/** A native compaction: the events of a window of time, replaced by a content. */
export interface AdkCompaction {
  readonly start: number;
  readonly end: number;
  readonly summary: readonly Part[];
}

/** Languages that ADK is written in. */
type AdkLanguage = 'go' | 'java' | 'python' | 'typescript';

export type AdkContent = Pick<Entry, 'role' | 'parts'>;

/** An event, read once. */
export type AdkEvent = NonNullable<ReturnType<typeof readEvent>>;

/** Refs of an event's entry, as its own agent and as another one sees it; absent until stored. */
interface StoredForms {
  /** Events without content right before it. */
  empty?: number;
  own?: EntryRef;
  /** Null if another agent sees nothing of it. */
  foreign?: EntryRef | null;
}

const hiddenCalls = new Set(['adk_request_credential', 'adk_request_confirmation']);

const eventFields = fieldReader(
  ...['id', 'author', 'invocationId', 'branch', 'timestamp', 'content', 'partial'],
  ...['errorCode', 'errorMessage', 'finishReason', 'usageMetadata', 'modelVersion', 'actions'],
  ...['isCompacted', 'startTime', 'endTime', 'compactedContent'],
);
const actionFields = fieldReader('stateDelta', 'compaction', 'rewindBeforeInvocationId');

/** Reads an event; null for anything else. */
export function readEvent(value: Json, at: number | string) {
  const event = asObject(value);
  if (event === null) return null;
  const fields = eventFields(event);
  const author = asText(fields.author) ?? '';
  const actions = asObject(fields.actions) ?? {};
  const { stateDelta, compaction, rewindBeforeInvocationId } = actionFields(actions);
  const native = readCompaction(asObject(compaction)) ?? compactedEvent(fields);
  // The content of TypeScript's compaction is its summary once more.
  const written = native === null || compaction !== undefined ? fields.content : undefined;
  const content = readContent(written, author === 'user' ? 'user' : 'model');
  const { errorCode: code, partial } = fields;
  const message = asText(fields.errorMessage);
  const seconds = readSeconds(fields.timestamp);
  const failed = (code !== undefined && code !== '') || message !== null;
  const rejection = failed ? readRefusal(`${printed(code)} ${message ?? ''}`) : null;
  return {
    /** Place in the trace. */
    at,
    id: asText(fields.id),
    invocation: asText(fields.invocationId),
    author,
    /** The path of agents to its own, joined by dots; null for events that every agent sees. */
    branch: asText(fields.branch),
    /** Seconds since 1970; the same as ISO text. */
    seconds,
    time: isoTime(seconds),
    content: content !== null && content.parts.length > 0 ? content : null,
    usage: asObject(fields.usageMetadata),
    model: asText(fields.modelVersion),
    /** The response stopped at the output limit: adk-python writes an empty one as an error. */
    lengthStop: code === 'MAX_TOKENS' || fields.finishReason === 'MAX_TOKENS',
    /** Set if the provider refused the request because it was too long. */
    rejection,
    /** Name of any other failure. */
    failure: failed && rejection === null ? printed(code) || 'error' : null,
    stateDelta: asObject(stateDelta) ?? {},
    compaction: native,
    /** The first undone invocation; everything from it on was undone. */
    rewindBefore: asText(rewindBeforeInvocationId),
    /** A chunk of a streamed answer; the whole answer follows as a separate event. */
    partial: partial === true || partial === 1,
    /** A request for credentials or a confirmation, or its answer; never part of a request. */
    hidden: content?.parts.some(isHidden) ?? false,
    /** Language of the ADK that wrote it; Go prints other agents' calls differently. */
    language: languageOf(event, actions, fields.timestamp),
    stored: {} as StoredForms,
  };
}

function printed(code: Json | undefined): string {
  return typeof code === 'string' || typeof code === 'number' ? String(code) : '';
}

function isHidden(part: Part): boolean {
  return (part.kind === 'call' || part.kind === 'response') && hiddenCalls.has(part.name);
}

function readCompaction(compaction: JsonObject | null): AdkCompaction | null {
  if (compaction === null) return null;
  const start = readSeconds(field(compaction, 'startTimestamp'));
  const end = readSeconds(field(compaction, 'endTimestamp'));
  if (start === null || end === null) return null;
  const summary = readContent(field(compaction, 'compactedContent'), 'model')?.parts ?? [];
  return { start, end, summary };
}

/** Of TypeScript's `CompactedEvent`: everything up to its end, earlier compactions too. */
function compactedEvent(
  fields: Readonly<Record<'isCompacted' | 'endTime' | 'compactedContent', Json | undefined>>,
): AdkCompaction | null {
  const end = readSeconds(fields.endTime);
  if (fields.isCompacted !== true || end === null) return null;
  const text = `[Previous Context Summary]:\n${asText(fields.compactedContent) ?? ''}`;
  return { start: -Infinity, end, summary: [{ kind: 'text', text }] };
}

/** Milliseconds since 1970 are of another size than seconds. */
const LEAST_MILLISECONDS = 1e11;

/**
 * Python writes snake_case, or camelCase with the requests for credentials always listed, and seconds.
 * So do Java and TypeScript, but milliseconds, and TypeScript snake_case into its database: ids of 8 letters
 * and digits are TypeScript's.
 */
function languageOf(
  event: JsonObject,
  actions: JsonObject,
  timestamp: Json | undefined,
): AdkLanguage {
  const snake = 'invocation_id' in event || 'usage_metadata' in event;
  if (!snake && !('requestedAuthConfigs' in actions)) return 'go';
  if (typeof timestamp !== 'number' || timestamp < LEAST_MILLISECONDS) return 'python';
  if (/^[0-9a-z]{8}$/i.test(asText(event['id']) ?? '')) return 'typescript';
  return snake ? 'python' : 'java';
}

/** The list of a document's events, under any of its names; null without one. */
export function eventsOf(session: JsonObject): readonly Json[] | null {
  const events = field(session, 'events');
  return Array.isArray(events) ? asList(events) : null;
}
