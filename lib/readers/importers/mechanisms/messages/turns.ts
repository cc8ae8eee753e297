import type { Part } from '@/lib/engine/session/schema';
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

  name(id: string): string | null {
    return this.#names.get(id) ?? null;
  }
}

/**
 * Splits off the system prompt. System messages at the beginning are the system prompt; later ones
 * are messages of the user, labelled 'system', since they are between the others. Messages without
 * parts are left out.
 */
export function splitSystem(turns: readonly Turn[]): Messages {
  const first = turns.findIndex(({ system }) => system !== true);
  const begin = first < 0 ? turns.length : first;
  const system: Part[] = [];
  const messages: Message[] = [];
  turns.forEach(({ role, parts, label, system: speaks }, i) => {
    if (i < begin) for (const part of parts) system.push(part);
    else if (parts.length === 0) return;
    else if (speaks === true) messages.push({ role, parts, label: 'system' });
    else messages.push(label === undefined ? { role, parts } : { role, parts, label });
  });
  return { system: begin === 0 ? null : system, messages };
}

const sides = new Map<string, 'user' | 'model' | 'system'>([
  ...['system', 'developer'].map((word) => [word, 'system'] as const),
  ...['assistant', 'model', 'ai', 'bot', 'chatbot', 'tool-call'].map(
    (word) => [word, 'model'] as const,
  ),
  ['user', 'user'],
]);

/** The side of a role, in any provider's words; `system` is separate. */
export const sideOf = (role: string): 'user' | 'model' | 'system' =>
  sides.get(role) ?? sides.get(role.toLowerCase().replace(/^.*[.:]/, '')) ?? 'user';
