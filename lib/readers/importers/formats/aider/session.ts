import { SessionBuilder } from '@/lib/engine/session/builder';
import type { SessionDraft } from '@/lib/engine/session/draft';
import type { Json, Part } from '@/lib/engine/session/schema';
import type { ImportContext } from '../../importer';
import { entryOf, shorten } from '../../mechanisms/session-facts';

/** What a message of the user sends to the model. */
export type Sent =
  | { readonly kind: 'text'; readonly text: string }
  /** Done by Aider itself: nothing is sent. */
  | { readonly kind: 'command' }
  /** The chat is cleared. */
  | { readonly kind: 'clear' };

/** Commands whose text is sent: https://aider.chat/docs/usage/commands.html */
const ASKING = new Set(['ask', 'code', 'architect', 'context', 'help']);
const CLEARING = new Set(['clear', 'reset']);

/** The part of a message that is sent: a command `/ask why` sends what follows it. */
export function sentText(message: string): Sent {
  const [whole, name = '', rest = ''] = /^[/!](\S*)\s*([\s\S]*)$/.exec(message) ?? [];
  // A path is text: no command has a slash in its name.
  if (whole === undefined || name.includes('/')) return { kind: 'text', text: message };
  if (message.startsWith('/') && CLEARING.has(name)) return { kind: 'clear' };
  const asks = message.startsWith('/') && ASKING.has(name) && rest.trim() !== '';
  return asks ? { kind: 'text', text: rest } : { kind: 'command' };
}

/** `Aider v0.86.1`, and the model of the requests that follow. */
const VERSION = /^Aider v(\d\S*)$/;
const MODEL = /^(?:Main model|Model): (\S+)/;

/** `Tokens: 12k sent, 1.2k cache write, 9.1k cache hit, 304 received. Cost: $0.03 message, …` */
const USAGE =
  /^Tokens: ([\d.,]+[kM]?) sent(?:, ([\d.,]+[kM]?) cache write)?(?:, ([\d.,]+[kM]?) cache hit)?, ([\d.,]+[kM]?) received\.?(?: (Cost: .*))?$/;

/** A call whose counts may still come. */
interface OpenCall {
  /** Entries in its request. */
  readonly entries: number;
  readonly parts: Part[];
  readonly at: number | string;
  /** False for what follows an answer: a further call if it is counted, else Aider’s own output. */
  readonly first: boolean;
}

/** One start of Aider: its chat until it is cleared, then another. */
export class AiderSession {
  readonly #finished: SessionDraft[] = [];
  #builder: SessionBuilder | null = null;
  #call: OpenCall | null = null;
  #said: string | null = null;
  /** Text of a command that was sent: the chat that sends it writes it once more. */
  #asked: string | null = null;
  #version: string | null = null;
  #model: string | null = null;
  /** True after a message of the user. */
  #expects = false;
  /** True after the first answer to the newest message of the user. */
  #wasAnswered = false;

  constructor(
    private readonly context: ImportContext,
    private readonly started: string,
    private readonly unique: (id: string) => string,
  ) {}

  /** True where text can be a model's answer: after a message of the user, or within an answer. */
  get expectsAnswer(): boolean {
    return this.#expects || this.#call !== null;
  }

  /** Takes a line of Aider's own output; false if it tells nothing about a call. */
  fact(line: string, at: number | string): boolean {
    const version = VERSION.exec(line)?.[1];
    const model = MODEL.exec(line)?.[1];
    const usage = USAGE.exec(line);
    if (version !== undefined) this.#version = version;
    if (model !== undefined) this.#model = model;
    if (usage !== null) this.#count(usage, at);
    return version !== undefined || model !== undefined || usage !== null;
  }

  /** Takes a message of the user; a command that is not sent to the model is left out. */
  said(text: string, at: number | string): void {
    const { receipt } = this.context;
    this.#end(null);
    const sent = sentText(text);
    const again = sent.kind === 'text' && sent.text === this.#asked;
    this.#asked = sent.kind === 'text' && sent.text !== text ? sent.text : null;
    if (again) receipt.merge('text of a command, written again', at);
    else if (sent.kind === 'command') receipt.drop('command, not sent to a model', at);
    else if (sent.kind === 'clear') {
      receipt.merge('end of a chat that was cleared', at);
      this.#close();
    } else {
      this.#said ??= shorten(sent.text);
      this.#open.append(entryOf('user', [{ kind: 'text', text: sent.text }], at, null));
      this.#expects = true;
      this.#wasAnswered = false;
      receipt.keep();
    }
  }

  /** Takes text of an answer; what follows Aider's own output before the counts is the same answer. */
  answered(text: string, at: number | string): void {
    const part = { kind: 'text', text } as const;
    if (this.#call !== null) {
      this.#call.parts.push(part);
      return this.context.receipt.merge('part of an answer', at);
    }
    this.#call = this.#begun([part], at);
  }

  #begun(parts: Part[], at: number | string): OpenCall {
    const call = { entries: this.#open.entryCount, parts, at, first: !this.#wasAnswered };
    this.#wasAnswered = true;
    return call;
  }

  /** The finished sessions. */
  finish(): readonly SessionDraft[] {
    this.#close();
    return this.#finished;
  }

  /** Takes the counts of a call as they are written; one without an answer failed. */
  #count([text, sent, write, hit, received]: RegExpExecArray, at: number | string): void {
    const counts = { sent, cacheWrite: write, cacheHit: hit, received };
    const given = Object.entries(counts).filter((entry): entry is [string, string] => !!entry[1]);
    const usage: Json = { ...Object.fromEntries(given), text };
    if (this.#call !== null) return this.#end(usage);
    if (!this.#expects) return;
    this.#call = this.#begun([], at);
    this.#end(usage);
  }

  /** Ends the open call: its step, then its answer. A later answer is of a call of its own. */
  #end(usage: Json): void {
    const call = this.#call;
    if (call === null) return;
    const { receipt } = this.context;
    const { parts, at, first, entries } = call;
    this.#call = null;
    if (!first && usage === null) return receipt.lose('text after an answer, without counts', at);
    this.#open.step({ usage, model: this.#model, label: first ? 'user-msg' : 'repeated', entries });
    if (parts.length === 0) return;
    this.#open.append(entryOf('model', parts, at, null));
    receipt.keep();
  }

  get #open(): SessionBuilder {
    return (this.#builder ??= new SessionBuilder(this.context.store, this.#info(this.started)));
  }

  #info(sessionId: string): ConstructorParameters<typeof SessionBuilder>[1] {
    const { file } = this.context;
    const name = this.#said ?? `Aider ${this.started}`;
    const agentVersion = this.#version;
    return { name, source: { format: 'aider', file, agent: 'Aider', agentVersion, sessionId } };
  }

  #close(): void {
    this.#end(null);
    const builder = this.#builder;
    const steps = builder?.stepCount ?? 0;
    if (builder !== null && steps > 0) {
      builder.rename(this.#info(this.unique(this.started)));
      this.#finished.push(builder.finish());
    } else if (builder !== null) {
      this.context.receipt.remark(`The chat of ${this.started} has no answer of a model.`);
    }
    this.#builder = null;
    this.#said = null;
    this.#expects = false;
  }
}
