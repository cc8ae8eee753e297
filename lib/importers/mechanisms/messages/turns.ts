import type { Part } from '@/lib/session/schema';
import type { Message } from '../calls/recorded-call';

/** The system prompt of a request, null without one, and its messages. */
export interface Messages {
  readonly system: readonly Part[] | null;
  readonly messages: readonly Message[];
}

/** A message; `system` is true if it belongs to the system prompt. */
export interface Turn extends Message {
  readonly system?: boolean;
}

/** Names of the tools by the ids of their calls. */
export class CallNames {
  readonly #names = new Map<string, string>();

  made(id: string, name: string): void {
    this.#names.set(id, name);
  }

  readonly name = (id: string): string | null => this.#names.get(id) ?? null;
}

/**
 * Splits off the system prompt. System messages at the beginning are the system prompt; later ones
 * are messages of the user, labelled 'system', since they are between the others. Messages without
 * parts are left out.
 */
export function splitSystem(turns: readonly Turn[]): Messages {
  const first = turns.findIndex(({ system }) => system !== true);
  const begin = first < 0 ? turns.length : first;
  const system = turns.slice(0, begin).flatMap(({ parts }) => parts);
  const messages = turns
    .slice(begin)
    .flatMap(({ system: speaks, label, ...message }): Message[] => {
      if (message.parts.length === 0) return [];
      if (speaks === true) return [{ ...message, label: 'system' }];
      return [label === undefined ? message : { ...message, label }];
    });
  return { system: begin === 0 ? null : system, messages };
}

/** The side of a role, in any provider's words; `system` is separate. */
export function sideOf(role: string): 'user' | 'model' | 'system' {
  const word = role.toLowerCase().replace(/^.*[.:]/, '');
  if (word === 'system' || word === 'developer') return 'system';
  return ['assistant', 'model', 'ai', 'bot', 'chatbot', 'tool-call'].includes(word)
    ? 'model'
    : 'user';
}
