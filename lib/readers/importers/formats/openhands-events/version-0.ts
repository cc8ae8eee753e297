import { textParts } from '../../mechanisms/messages/parts';
import type { Part } from '@/lib/engine/session/schema';
import { countOf, fieldsOf, listOf, textOf, type Fields } from '../../mechanisms/loose-json';
import { callPart, readBlocks, responseParts } from '../../mechanisms/messages/blocks';
import { readChatTools, readChatTurn } from '../../mechanisms/messages/openai-chat';
import { CallNames } from '../../mechanisms/messages/turns';
import { stepUsage } from '../../mechanisms/session-facts';
import type { OpenHandsLog, EventPlace } from './log';
import { AccumulatedUsage } from './usage';

/** Events of the agent's state, not of the conversation. */
const ASIDE = new Set([
  'change_agent_state',
  'agent_state_changed',
  'null',
  'recall',
  'pause',
  'resume',
]);

/** Reads events of version 0 into a log. */
export class VersionZero {
  readonly #names = new CallNames();
  readonly #usage: AccumulatedUsage;

  constructor(private readonly log: OpenHandsLog) {
    this.#usage = new AccumulatedUsage(log.notices);
  }

  /** Takes an event; null if it is kept, else the reason why not. */
  event(event: Fields, place: EventPlace): string | null {
    const action = textOf(event['action']);
    const name = (action ?? textOf(event['observation']) ?? 'unknown').slice(0, 60);
    if (ASIDE.has(name)) return `not part of a request: ${name}`;
    if (action === null) return this.#observation(event, place);
    const args = fieldsOf(event['args']) ?? {};
    if (name === 'system') return this.#system(args);
    if (name.startsWith('condensation')) return this.#condensation(args, place, name);
    if (event['source'] === 'user') return this.#user(args, place);
    if (event['source'] !== 'agent') return `not part of a request: ${name}`;
    this.#action(event, args, place);
    return null;
  }

  #system(args: Fields): null {
    const system = readBlocks(args['content'] ?? '', this.#names);
    this.log.prefix = { system, tools: readChatTools(args['tools']) };
    return null;
  }

  #user(args: Fields, place: EventPlace): string | null {
    const images = listOf(args['image_urls']).map((url) => ({
      type: 'image_url',
      image_url: { url },
    }));
    const parts = [
      ...readBlocks(args['content'] ?? '', this.#names),
      ...readBlocks(images, this.#names),
    ];
    if (parts.length === 0) return 'message without content';
    this.log.heard(parts, place);
    return null;
  }

  /** Takes an action of the agent: one call of a response, or its whole output. */
  #action(event: Fields, args: Fields, place: EventPlace): void {
    const metadata = fieldsOf(event['tool_call_metadata']);
    const answer = fieldsOf(metadata?.['model_response']);
    const response = textOf(answer?.['id']) ?? place.id;
    const sums = fieldsOf(fieldsOf(event['llm_metrics'])?.['accumulated_token_usage']);
    const message = fieldsOf(fieldsOf(listOf(answer?.['choices'])[0])?.['message']);
    const begins = this.log.begins(response);
    if (begins) {
      const own = stepUsage(this.log.notices, answer?.['usage'], undefined, place.at);
      const model = textOf(answer?.['model']);
      const step = this.log.step(response, { model, time: place.time, ...own });
      if (own.real === null) this.#usage.step(step, place.at);
      else this.#usage.reports();
      if (sums !== null) this.#usage.sums(sums, place.at, own.real === null ? 'steps' : 'known');
    }
    // Later actions of a recorded response are already in its message.
    const said =
      begins && message ? readChatTurn({ ...message, role: 'assistant' }, this.#names) : null;
    const parts = message
      ? (said?.parts ?? [])
      : this.#said(textOf(event['action']) ?? 'unknown', args, metadata);
    this.log.wrote(response, parts, place);
  }

  /** Text of an action whose response is not recorded. */
  #said(action: string, args: Fields, metadata: Fields | null): readonly Part[] {
    const { thought, ...rest } = args;
    const words = readBlocks(thought ?? '', this.#names);
    if (action === 'message') return [...words, ...readBlocks(args['content'] ?? '', this.#names)];
    const id = textOf(metadata?.['tool_call_id']);
    const name = textOf(metadata?.['function_name']) ?? action;
    return [...words, callPart({ id, name, args: rest }, this.#names)];
  }

  #observation(event: Fields, place: EventPlace): string | null {
    const metadata = fieldsOf(event['tool_call_metadata']);
    const content = textOf(event['content']) ?? textOf(event['message']) ?? '';
    const id = textOf(metadata?.['tool_call_id']);
    const name = textOf(metadata?.['function_name']) ?? textOf(event['observation']);
    this.log.heard(responseParts({ id, name, content }, this.#names), place);
    return null;
  }

  /** Takes a condensation, which lists its events, or gives the first and the last. */
  #condensation(args: Fields, { time }: EventPlace, name: string): string | null {
    const first = countOf(args['forgotten_events_start_id']);
    const last = countOf(args['forgotten_events_end_id']);
    const listed = listOf(args['forgotten_event_ids']).map(String);
    const between = first === null || last === null ? null : ([first, last] as const);
    if (listed.length === 0 && between === null) return `not part of a request: ${name}`;
    this.log.condense({
      forgotten: listed,
      between: listed.length > 0 ? null : between,
      summary: textParts(args['summary']),
      time,
    });
    return null;
  }
}
