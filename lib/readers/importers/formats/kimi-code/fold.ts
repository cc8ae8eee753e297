import type { StepInput } from '@/lib/engine/session/builder';
import type { Part } from '@/lib/engine/session/schema';
import type { ImportContext } from '../../importer';
import { entryOf } from '../../mechanisms/session-facts';
import { fieldsOf, textOf, type Fields, type At } from '../../mechanisms/loose-json';
import { callPart } from '../../mechanisms/messages/blocks';
import { CallNames } from '../../mechanisms/messages/turns';
import type { Timeline } from '../../mechanisms/timeline';
import { readMessage, readPart, readResult } from './contents';
import { isKept, type HistoryMessage } from './history';
import { contentTokens, messageTokens } from './tokens';

/** Our words for a result that never came; those that Kimi sends, and counts, have 28 tokens. */
const NO_RESULT = { output: 'No result was recorded.', isError: true };
const NO_RESULT_TOKENS = 28;

/** A message that waits for its place behind the answer. */
interface Waiting extends Pick<HistoryMessage, 'role' | 'origin' | 'tokens'> {
  readonly parts: readonly Part[];
  /** Its record; null where it has none. */
  readonly at: At | null;
  readonly time: string | null;
  /** A failed answer stays in front of it, without content. */
  readonly empty?: number;
}

/** The answer that is being recorded. */
interface OpenAnswer {
  readonly id: string | null;
  readonly at: At;
  readonly time: string | null;
  /** Entries in its request. */
  readonly entries: number;
  readonly afterTools: boolean;
  readonly parts: Part[];
  readonly behind: Waiting[];
  step: StepInput;
}

/** Folds messages and the events of answers into the log, in the order of Kimi's own fold. */
export class KimiFold {
  /** The messages that the model is sent. */
  history: HistoryMessage[] = [];
  open: OpenAnswer | null = null;
  readonly names = new CallNames();
  readonly #pending = new Set<string>();
  /** Messages that came while a tool's result was pending. */
  #deferred: Waiting[] = [];

  constructor(
    private readonly context: ImportContext,
    private readonly timeline: Timeline,
  ) {}

  /** Takes a message; one that comes before a pending result is placed behind it. */
  append(message: Fields, at: At, time: string | null): boolean {
    const role = textOf(message['role']);
    const tool = role === 'tool';
    const parts = tool
      ? readResult(
          textOf(message['toolCallId']),
          { ...message, output: message['content'] },
          this.names,
        )
      : readMessage(message, this.names);
    if (parts.length === 0) return false;
    const waiting: Waiting = {
      parts,
      at,
      time,
      role: tool ? 'tool' : role === 'assistant' ? 'assistant' : 'user',
      origin: fieldsOf(message['origin']),
      tokens: contentTokens(message['content'], parts),
    };
    if (this.#pending.size > 0) this.#deferred.push(waiting);
    else this.#place(waiting);
    return true;
  }

  /** An answer begins: its request held everything before. */
  begin(id: string | null, at: At, time: string | null, step: StepInput): void {
    this.settle();
    const entries = this.timeline.entries;
    const afterTools = this.history.at(-1)?.role === 'tool';
    this.open = { id, at, time, entries, afterTools, parts: [], behind: [], step };
  }

  /** A part or a call of the answer; false if it is another one's. */
  add(event: Fields): boolean {
    const { open } = this;
    const id = textOf(event['stepUuid']);
    if (open === null || (id !== null && open.id !== null && id !== open.id)) return false;
    if (event['type'] === 'content.part') {
      open.parts.push(...readPart(event['part'], this.names));
      return true;
    }
    const call = textOf(event['toolCallId']);
    const name = textOf(event['name']) ?? 'unknown';
    open.parts.push(callPart({ id: call, name, args: event['args'] ?? {} }, this.names));
    if (call !== null) this.#pending.add(call);
    return true;
  }

  /** A tool's result; false if nobody waits for it. */
  result(event: Fields, at: At, time: string | null): boolean {
    const id = textOf(event['toolCallId']);
    if (id === null || !this.#pending.delete(id)) return false;
    const result = fieldsOf(event['result']) ?? {};
    const parts = readResult(id, result, this.names);
    const tokens = contentTokens(result['output'], parts);
    this.#place({ parts, at, time, role: 'tool', origin: null, tokens });
    if (this.#pending.size === 0) this.#flush();
    return true;
  }

  /**
   * The answer ends: it goes into the log with what waits behind it. Its entry has the place of the
   * record that began it; one without content counts that record as kept.
   */
  settle(): void {
    const { open } = this;
    for (const id of this.#pending) {
      const parts = readResult(id, NO_RESULT, this.names);
      const message = { role: 'tool', origin: null, tokens: NO_RESULT_TOKENS } as const;
      if (open !== null) this.#place({ ...message, parts, at: null, time: open.time });
    }
    this.#pending.clear();
    this.#flush();
    if (open === null) return;
    this.open = null;
    const { parts, at, time, entries, afterTools, step } = open;
    const label = step.label ?? (afterTools ? 'tool-results' : 'user-msg');
    this.timeline.step({ ...step, entries, time: step.time ?? time, label });
    if (parts.length > 0) {
      const tokens = contentTokens(null, parts);
      this.#log({ parts, at, time, role: 'assistant', origin: null, tokens });
    } else this.context.receipt.keep();
    const failed = parts.length === 0 && (step.reported === false || step.rejected === true);
    for (const [i, waiting] of open.behind.entries()) {
      this.#log(failed && i === 0 ? { ...waiting, empty: 1 } : waiting);
    }
  }

  #flush(): void {
    for (const waiting of this.#deferred) this.#place(waiting);
    this.#deferred = [];
  }

  #place(waiting: Waiting): void {
    if (this.open === null) this.#log(waiting);
    else this.open.behind.push(waiting);
  }

  #log({ parts, at, time, role, origin, tokens, empty }: Waiting): void {
    const mark = this.timeline.mark();
    const side = role === 'assistant' ? 'model' : 'user';
    // Nobody said a reminder that Kimi puts in.
    const label = role === 'user' && !isKept({ role, origin }) ? 'context' : null;
    const json = 4 * messageTokens(role, tokens);
    const own = entryOf(side, parts, at ?? '', time, label);
    const ref = this.context.store.entry({
      ...own,
      json,
      ...(empty === undefined ? {} : { empty }),
    });
    const entry = this.timeline.entry(ref, at);
    this.history.push({ entry, mark, origin, role, tokens });
  }
}
