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
