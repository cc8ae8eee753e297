import { SessionBuilder, type SessionInfo } from '@/lib/engine/session/builder';
import type { EntryStore, SessionDraft } from '@/lib/engine/session/draft';
import type { Part } from '@/lib/engine/session/schema';
import { entryOf, shorten } from '../session-facts';
import type { At, Fields } from '../loose-json';
import { readChatTurn } from './openai-chat';
import { CallNames } from './turns';

/** Place and model of a message. */
interface MessagePlace {
  readonly at: At;
  readonly time: string | null;
  readonly model: string | null;
}

/** A log of Chat Completions' messages without usage: each of the model's is a call nobody counted. */
export class ChatLog {
  readonly #builder: SessionBuilder;
  readonly #names = new CallNames();
  readonly #system: Part[] = [];
  #firstText: string | null = null;
  #answering = false;

  constructor(store: EntryStore, info: SessionInfo) {
    this.#builder = new SessionBuilder(store, info);
  }

  /** Takes the next message; false if it has no content. */
  message(message: Fields, { at, time, model }: MessagePlace): boolean {
    const turn = readChatTurn(message, this.#names);
    const { role, parts } = turn;
    if (turn.system === true && this.#builder.entryCount === 0) {
      this.#system.push(...parts);
      return parts.length > 0;
    }
    if (role === 'model') {
      const label = this.#answering ? 'tool-results' : 'user-msg';
      this.#builder.step({ model, time, label });
    } else if (turn.system !== true) {
      this.#answering = parts.some(({ kind }) => kind === 'response');
      const [first] = parts;
      if (first?.kind === 'text') this.#firstText ??= shorten(first.text);
    }
    if (parts.length === 0) return role === 'model';
    const label = turn.system === true ? 'system' : undefined;
    this.#builder.append(entryOf(role, parts, at, time, label));
    return true;
  }

  /** The session, named after the user's first text; null if no model was called. */
  finish(change: Partial<SessionInfo> = {}): SessionDraft | null {
    if (this.#builder.stepCount === 0) return null;
    if (this.#system.length > 0) this.#builder.prefix({ system: this.#system });
    if (this.#firstText !== null) this.#builder.rename({ name: this.#firstText });
    this.#builder.rename(change);
    return this.#builder.finish();
  }
}
