/**
 * Messages, system prompt and tools of Anthropic's Messages API.
 * https://docs.anthropic.com/en/api/messages
 */
import type { Part } from '@/lib/session/schema';
import type { Message } from '../calls/recorded-call';
import { fieldsOf, listOf, textOf } from '../loose-json';
import { readBlocks } from './blocks';
import { CallNames, sideOf, splitSystem, type Turn } from './turns';

/** The messages of a request, or the response (`{role, content}`) in a list. */
export function readAnthropicMessages(
  messages: unknown,
  names = new CallNames(),
): readonly Message[] {
  const turns = listOf(messages).flatMap((item): Turn[] => {
    const message = fieldsOf(item);
    if (message === null) return [];
    const side = sideOf(textOf(message['role']) ?? 'user');
    const parts = readBlocks(message['content'], names);
    return [side === 'system' ? { role: 'user', parts, label: 'system' } : { role: side, parts }];
  });
  return splitSystem(turns).messages;
}

/** The system prompt, a text or blocks; null if the request has none. */
export function readAnthropicSystem(system: unknown): readonly Part[] | null {
  if (system === undefined || system === null) return null;
  return readBlocks(system, new CallNames());
}
