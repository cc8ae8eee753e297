import { callOf, responseOf, textParts } from '../../mechanisms/messages/parts';
import type { SessionBuilder, SessionInfo } from '@/lib/engine/session/builder';
import type { SessionDraft } from '@/lib/engine/session/draft';
import type {
  Entry,
  FailedCompaction,
  Part,
  RecordedCompaction,
} from '@/lib/engine/session/schema';
import type { ImportContext } from '../../importer';
import { entryOf, shorten, stepUsage, recordWindow } from '../../mechanisms/session-facts';
import { countOf, fieldsOf, listOf, textOf, type Fields } from '../../mechanisms/loose-json';
import { argumentsOf } from '../../mechanisms/messages/json-text';
import type { Refusal } from '../../mechanisms/refusals/read-refusal';
import { Timeline } from '../../mechanisms/timeline';

/** Place of an event. */
export interface EventPlace {
  readonly at: number | string;
  readonly time: string | null;
}

/** A call under way: its answer has begun, its count may still come. */
interface OpenCall {
  readonly entries: number;
  readonly time: string | null;
  readonly label: string;
  model: string | null;
  usage: Fields | null;
  usageAt: number | string;
  output: number | null;
}

/** The log of one agent: the main one's, or a sub-agent's. */
export class CopilotLane {
  readonly #timeline = new Timeline();
  readonly #tools = new Map<string, string>();
  readonly #system: Part[] = [];
  #open: OpenCall | null = null;
  /** A count that came before its answer. */
  #early: { readonly usage: Fields; readonly at: number | string } | null = null;
  #answering = false;
  /** Entries when a compaction began: it runs beside the conversation. */
  #compacting: number | null = null;
  #counted = false;
  model: string | null = null;
  firstText: string | null = null;

  constructor(private readonly context: ImportContext) {}

  /** False if a step of the lane has a count. */
  get uncounted(): boolean {
    return !this.#counted;
  }

  /** Names a tool by the id of its call. */
  tool(id: string, name: string): void {
    this.#tools.set(id, name);
  }

  /** A system message; at the beginning it is the system prompt. */
  system(text: string, place: EventPlace): void {
    if (this.#timeline.entries > 0) this.#append('user', [{ kind: 'text', text }], place, 'system');
    else {
      this.#system.push({ kind: 'text', text });
      this.context.receipt.keep();
    }
  }

  /** A text of the user, or of the agent that began this one. */
  user(text: string, place: EventPlace, label: string | null): void {
    this.turnEnds();
    this.#answering = false;
    this.#timeline.turn();
    this.firstText ??= shorten(text);
    this.#append('user', [{ kind: 'text', text }], place, label);
  }

  /** A message of the model: messages without anything in between are one answer. */
  answer(data: Fields, place: EventPlace): void {
    this.#open ??= {
      entries: this.#timeline.entries,
      time: place.time,
      label: this.#answering ? 'tool-results' : 'user-msg',
      model: this.model,
      usage: this.#early?.usage ?? null,
      usageAt: this.#early?.at ?? place.at,
      output: null,
    };
    this.#early = null;
    this.#open.model = textOf(data['model']) ?? this.#open.model;
    this.#open.output ??= countOf(data['outputTokens']);
    const parts: Part[] = [
      ...textParts(data['reasoningText'], 'thought'),
      ...textParts(data['content']),
      ...listOf(data['toolRequests']).flatMap((request) => this.#call(fieldsOf(request))),
    ];
    if (parts.length > 0) this.#append('model', parts, place, null);
    else this.context.receipt.keep();
  }

  #call(request: Fields | null): readonly Part[] {
    if (request === null) return [];
    const name = textOf(request['name']) ?? 'unknown';
    const id = textOf(request['toolCallId']);
    if (id !== null) this.tool(id, name);
    return [callOf(id, name, argumentsOf(request['arguments']))];
  }

  /** The result of a call, as the model reads it. */
  result(data: Fields, place: EventPlace): void {
    this.turnEnds();
    this.#answering = true;
    const id = textOf(data['toolCallId']);
    const name = (id === null ? null : this.#tools.get(id)) ?? 'unknown';
    const content = textOf(fieldsOf(data['result'])?.['content']);
    const error = textOf(fieldsOf(data['error'])?.['message']);
    const response = responseOf(id, name, { result: content ?? error ?? '' });
    this.#append('user', [response], place, null);
  }

  /** A call's count: of the answer just read, else of the next one. */
  usage(data: Fields, at: number | string): void {
    if (this.#open !== null && this.#open.usage === null) {
      this.#open.usage = data;
      this.#open.usageAt = at;
    } else this.#early = { usage: data, at };
  }

  /** Ends the call under way: nothing more belongs to it. */
  turnEnds(): void {
    const open = this.#open;
    this.#open = null;
    if (open === null) return;
    const { entries, time, label, model, usage, usageAt, output } = open;
    const counts =
      usage === null ? null : stepUsage(this.#timeline, normal(usage), 'openai', usageAt);
    if (counts !== null && counts.real !== null) this.#counted = true;
    this.#timeline.step({
      ...counts,
      output: counts?.output ?? output,
      cacheWrite: countOf(usage?.['cacheWriteTokens']),
      entries,
      time,
      label,
      model: textOf(usage?.['model']) ?? model,
    });
  }

  /** A request that the provider refused for its size. */
  rejected(refusal: Refusal, { at, time }: EventPlace): void {
    this.turnEnds();
    const label = this.#answering ? 'tool-results' : 'user-msg';
    const { entries } = this.#timeline;
    this.#timeline.step({ ...refusal, rejected: true, entries, time, label, model: this.model });
    this.#timeline.notice('call-refused', 'The provider refused a request for its size.', at);
  }

  /** Begins a compaction of the log so far. */
  compactionBegins(): void {
    this.turnEnds();
    this.#compacting = this.#timeline.entries;
  }

  /** Ends a compaction: entries that came while it ran stay. */
  compacted(compaction: Partial<RecordedCompaction>): void {
    this.turnEnds();
    const end = this.#timeline.entries;
    const from = this.#compacting ?? end;
    this.#compacting = null;
    this.#timeline.compaction({ ...compaction, kept: from < end ? [[from, end]] : [] });
  }

  /** Ends a compaction that changes nothing. */
  compactionFailed(failed: Partial<FailedCompaction>): void {
    this.turnEnds();
    this.#compacting = null;
    this.#timeline.compactionFailed(failed);
  }

  notice(code: string, message: string, at: number | string): void {
    this.#timeline.notice(code, message, at);
  }

  #append(
    role: Entry['role'],
    parts: readonly Part[],
    { at, time }: EventPlace,
    label: string | null,
  ): void {
    const entry = entryOf(role, parts, at, time, label);
    this.#timeline.entry(this.context.store.entry(entry), at);
  }

  /** The session, if the model was called; counts the lane's records. */
  *sessions(info: SessionInfo, limit: number | null): Generator<SessionDraft, void, void> {
    this.turnEnds();
    const prepare = (builder: SessionBuilder): void => {
      if (this.#system.length > 0) builder.prefix({ system: this.#system });
      recordWindow(builder, limit);
    };
    const words = { name: 'undone', lane: 'undone' };
    yield* this.#timeline.sessions(this.context, info, prepare, words);
  }
}

/** Copilot's count in the words of the API that it comes from: the input includes the cache. */
const normal = (usage: Fields): unknown => ({
  prompt_tokens: usage['inputTokens'],
  completion_tokens: usage['outputTokens'],
  prompt_tokens_details: { cached_tokens: usage['cacheReadTokens'] ?? 0 },
});
