import type { SessionDraft } from '@/lib/engine/session/draft';
import type { Entry, Part } from '@/lib/engine/session/schema';
import { normalizeUsage, usageRecord } from '@/lib/engine/tokens/usage/normalize-usage';
import { fieldsOf, type Fields, textOf, timeOf, type At } from '../../mechanisms/loose-json';
import { shorten, stepUsage, entryOf } from '../../mechanisms/session-facts';
import { Timeline, type Mark } from '../../mechanisms/timeline';
import type { ImportContext } from '../../importer';
import { plain } from '../../mechanisms/messages/json-text';
import { readRefusal } from '../../mechanisms/refusals/read-refusal';
import { isSetup } from './checkpoint';
import { digestOf, readMessage, textIn, type ChatMessage } from './message';
import { isResults, keyOf, replacementOf, type Logged, type Replacement } from './replacement';
import { infoOf } from './source';

/** A message as read, and its place. */
interface PlacedMessage {
  readonly message: ChatMessage;
  readonly at: At;
  readonly time: string | null;
}

/** A new list of all messages, and its place. */
interface Rewriting {
  readonly messages: readonly unknown[];
  readonly at: At;
  readonly time: string | null;
}

const REPEATED = 'result that stands with its call';

const BEGINNING: Mark = { events: 0, seen: 0 };

/** One chat: its messages in order; the newest may still grow. */
export class Chat {
  readonly #timeline = new Timeline();
  /** The messages of the context by id, in order. */
  #logged = new Map<string, Logged & { readonly mark: Mark }>();
  #pending: PlacedMessage | null = null;
  #header: Fields = {};
  #agent = 'Gemini CLI';
  #title: string | null = null;
  #firstText: string | null = null;
  /** Prompt tokens of the newest counted call since the context was changed. */
  #real: number | null = null;
  /** True if the newest answer was counted and has called no tool so far. */
  #openAnswer = false;
  #newest: 'user' | 'tool' | 'model' = 'model';
  /** Calls whose results stand with the newest answer. */
  #answered: ReadonlySet<string> = new Set();
  #resuming = false;
  /** The next request is the first since a resume. */
  #again = false;

  constructor(private readonly context: ImportContext) {}

  /** Takes a message; a record with the id of the newest one is its next state. */
  message(fields: Fields, at: At): void {
    const { receipt } = this.context;
    this.#resuming = false;
    const message = readMessage(fields);
    const { id } = message;
    if (id !== null && id === this.#pending?.message.id) {
      receipt.merge('earlier state of a message', this.#pending.at);
    } else {
      this.flush();
      if (id !== null && this.#logged.has(id)) return receipt.merge('repeated message', at);
    }
    this.#pending = { message, at, time: timeOf(fields) };
  }

  /**
   * The header was written again: the chat goes on after a resume, which writes the messages of a new chat and
   * then its own ones anew before anything is asked.
   */
  resume(): void {
    this.flush();
    this.#resuming = true;
    this.#again = true;
  }

  /** Data of the session; a later record overrides an earlier one. */
  set(change: Fields): void {
    this.#title = shorten(textOf(change['summary']) ?? '') ?? this.#title;
    this.#header = { ...this.#header, ...change, messages: null };
  }

  /** Takes a new list of all messages: compressed, or with tool outputs masked. */
  replace(messages: readonly unknown[], at: At, time: string | null): void {
    this.flush();
    const isNew = this.#resuming && messages.every(isSetupMessage);
    if (!isNew) this.#replace({ messages, at, time });
  }

  /**
   * A resumed chat sends each result of its newest turn twice: with its call, and as the message behind it. The
   * second ones follow the turn here.
   */
  #double({ at, time }: Omit<Rewriting, 'messages'>, doubled: Replacement['doubled']): void {
    for (const { id, part } of doubled) {
      const ref = this.context.store.entry(entryOf('user', [part], at, time));
      const result = { position: this.#timeline.entry(ref, null), digest: digestOf([part]) };
      for (const { results } of this.#logged.values()) results.get(id)?.push(result);
    }
  }

  #replace({ messages, at, time }: Rewriting): void {
    const begun = this.#logged.size > 0;
    const { dropped, kept, elided, summary, added, present, doubled } = replacementOf(
      messages,
      this.#logged,
      this.#answered,
    );
    if (dropped) {
      this.#timeline.compaction({ kind: 'summary', kept, summary, time });
      this.#logged = new Map(
        [...this.#logged].flatMap(([id, logged]) => {
          const now = present.get(id);
          return now === undefined ? [] : [[now, logged] as const];
        }),
      );
      const mark = this.#timeline.mark();
      for (const message of added) {
        if (message.id !== null) this.#remember(message.id, message, -1, new Map(), mark);
      }
    } else if (elided.length > 0) this.#timeline.compaction({ kind: 'elision', elided, time });
    if (dropped || elided.length > 0) this.#real = null;
    if (!dropped)
      for (const message of added) this.#content(message, { message, at, time }, { own: false });
    this.#double({ at, time }, doubled);
    // Only a resume writes the messages again as they were.
    if (begun && !dropped && elided.length === 0) this.#again = true;
  }

  /** Goes back to before a message; an unknown id empties the chat. */
  rewind(id: string): void {
    this.flush();
    this.#timeline.rewind(this.#logged.get(id)?.mark ?? BEGINNING);
    const ids = [...this.#logged.keys()];
    for (const gone of ids.slice(Math.max(0, ids.indexOf(id)))) this.#logged.delete(gone);
    this.#real = null;
    this.#openAnswer = false;
  }

  /** Closes the newest message. */
  flush(): void {
    const pending = this.#pending;
    this.#pending = null;
    if (pending === null) return;
    const { receipt } = this.context;
    const fate = this.#log(pending);
    if (fate === 'kept') receipt.keep();
    else if (fate === REPEATED) receipt.merge(fate, pending.at);
    else if (fate !== 'entry') receipt.drop(fate, pending.at);
  }

  /** Puts a message into the log; returns the outcome of its record. */
  #log(placed: PlacedMessage): string {
    const { message, time } = placed;
    const type = message.type.slice(0, 60);
    switch (type) {
      case 'user':
        if (this.#repeats(message)) return REPEATED;
        this.#openAnswer = false;
        return this.#content(message, placed) ? 'entry' : 'message without content';
      case 'gemini':
        return this.#answer(placed);
      // Qwen Code, a fork of Gemini CLI, wrote the same chats with this word.
      case 'qwen':
        this.#agent = 'Qwen Code';
        return this.#answer({ ...placed, message: { ...message, type: 'gemini' } });
      case 'error':
        return this.#failure(placed);
      case 'info': {
        const cancelled = textIn(message.parts).startsWith('Request cancelled');
        if (!cancelled || this.#newest === 'model') return 'not part of a request: info';
        this.#timeline.step({ entries: this.#timeline.entries, time, label: this.#label() });
        this.#timeline.notice(
          'call-cancelled',
          'A call was cancelled; nobody counted it.',
          placed.at,
        );
        this.#newest = 'model';
        return 'kept';
      }
      default:
        return `not part of a request: ${type}`;
    }
  }

  /** True for results that stand with their calls already. */
  #repeats(message: ChatMessage): boolean {
    return (
      isResults(message) &&
      message.parts.every((part) => part.kind === 'response' && this.#answered.has(part.id ?? ''))
    );
  }

  /** Takes an answer as a call, unless another message held its tool calls apart from it. */
  #answer(placed: PlacedMessage): string {
    const { message } = placed;
    const counted = normalizeUsage(usageOf(message.tokens), 'gemini').real !== null;
    const continues =
      !counted && this.#openAnswer && message.parts.length === 0 && message.calls.length > 0;
    if (!continues) this.#step(placed);
    this.#openAnswer = counted && message.calls.length === 0;
    return this.#content(message, placed) ? 'entry' : 'kept';
  }

  #step({ message, at, time }: PlacedMessage): void {
    const usage = stepUsage(this.#timeline, usageOf(message.tokens), 'gemini', at);
    const real = usage.real;
    this.#timeline.step({
      ...usage,
      entries: this.#timeline.entries,
      usage: plain(usageRecord(message.tokens)),
      model: message.model,
      time,
      label: this.#label(),
    });
    if (real === null) return;
    if (this.#real !== null && real * 2 < this.#real) {
      this.#timeline.notice('compression-suspected', COMPRESSION, at);
    }
    this.#real = real;
  }

  #label(): string {
    if (this.#again) {
      this.#again = false;
      return 'resumed';
    }
    return this.#newest === 'tool' ? 'tool-results' : 'user-msg';
  }

  /** Takes a failed call as a step; one that was too long as rejected. */
  #failure({ message, at, time }: PlacedMessage): string {
    const text = textIn(message.parts);
    const refusal = readRefusal(text);
    const failed = refusal !== null || text.includes('API Error');
    if (!failed) return 'not part of a request: error';
    const step = { entries: this.#timeline.entries, time, label: this.#label() };
    if (refusal !== null) this.#timeline.step({ ...step, ...refusal, rejected: true });
    else {
      this.#timeline.step(step);
      this.#timeline.notice('call-failed', 'A call failed; nobody counted it.', at);
    }
    return 'kept';
  }

  /** Appends a message and the results of its calls; false for an empty message. */
  #content(message: ChatMessage, placed: PlacedMessage, { own = true } = {}): boolean {
    const mark = this.#timeline.mark();
    const model = message.type === 'gemini';
    const made = new Set(message.parts.map((part) => (part.kind === 'call' ? part.id : '')));
    const calls = message.calls.filter(({ id }) => !made.has(id)).map(({ call }) => call);
    const parts = [...message.parts, ...calls];
    const before = this.#timeline.entries;
    let at = own ? placed.at : null;
    const append = (role: Entry['role'], shares: readonly Part[]): number => {
      if (shares.length === 0) return -1;
      const label = role === 'user' && isSetup(textIn(shares)) ? 'context' : undefined;
      const ref = this.context.store.entry(entryOf(role, shares, placed.at, placed.time, label));
      const position = this.#timeline.entry(ref, at);
      at = null;
      return position;
    };
    const position = append(model ? 'model' : 'user', parts);
    const results: Logged['results'] = new Map();
    for (const { id, result, cut } of message.calls) {
      const answer = append('user', result);
      if (answer >= 0) results.set(id, [{ position: answer, digest: digestOf(result) }]);
      if (cut) this.#timeline.notice('tool-output-cut', CUT, placed.at);
    }
    if (model) this.#answered = new Set(results.keys());
    if (results.size > 0) this.#newest = 'tool';
    else if (parts.length > 0) this.#newest = model ? 'model' : 'user';
    if (!model && !isSetup(textIn(parts))) this.#firstText ??= shorten(textIn(parts));
    if (message.id !== null) this.#remember(message.id, message, position, results, mark);
    return this.#timeline.entries > before;
  }

  #remember(
    id: string,
    message: ChatMessage,
    own: number,
    results: Logged['results'],
    mark: Mark,
  ): void {
    this.#logged.set(id, { own, results, key: keyOf(message), mark });
  }

  /** The sessions of the chat; counts its records. */
  *sessions(id: string): Generator<SessionDraft, void, void> {
    this.flush();
    const { file } = this.context;
    const title = this.#title ?? this.#firstText;
    const info = infoOf(this.#header, { id, title, file, agent: this.#agent });
    const words = { name: 'rewound', lane: 'rewind' };
    yield* this.#timeline.sessions(this.context, info, () => undefined, words);
  }
}

/** True for what a new chat begins with. */
const isSetupMessage = (value: unknown): boolean =>
  isSetup(textIn(readMessage(fieldsOf(value) ?? {}).parts));

/** Tokens of an answer; Gemini CLI renames the fields of Gemini's record. */
function usageOf(tokens: Fields | null): unknown {
  if (tokens === null) return null;
  const { input, cached, tool, output, thoughts, total } = tokens;
  return {
    promptTokenCount: input,
    cachedContentTokenCount: cached,
    toolUsePromptTokenCount: tool,
    candidatesTokenCount: output,
    thoughtsTokenCount: thoughts,
    totalTokenCount: total,
  };
}

const CUT =
  'A tool output is about 50 kB long, where Gemini CLI cuts what it records: the model may have read more.';
const COMPRESSION =
  'The prompt fell to less than half without a recorded reason; the chat was probably compressed.';
