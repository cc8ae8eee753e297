import type { At, Fields } from '../loose-json';
import { SessionLog } from '../session-log';
import { readChatTurn } from './openai-chat';
import { CallNames } from './turns';

/** Place and model of a message. */
interface MessagePlace {
  readonly at: At;
  readonly time: string | null;
  readonly model: string | null;
}

/** A log of Chat Completions' messages without usage: each of the model's is a call nobody counted. */
export class ChatLog extends SessionLog {
  readonly #names = new CallNames();

  /** Takes the next message; false if it has no content. */
  chatMessage(message: Fields, { at, time, model }: MessagePlace): boolean {
    const { role, parts, system = false } = readChatTurn(message, this.#names);
    if (system && this.entryCount === 0) {
      this.system(parts);
      return parts.length > 0;
    }
    if (role === 'model') this.step({ model, time, label: this.label });
    else if (!system) {
      this.answering = parts.some(({ kind }) => kind === 'response');
      this.said(parts);
    }
    const position = this.message(role, parts, at, time, system ? 'system' : undefined);
    return position >= 0 || role === 'model';
  }
}
