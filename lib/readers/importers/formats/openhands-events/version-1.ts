import { textParts } from '../../mechanisms/messages/parts';
import type { Part } from '@/lib/engine/session/schema';
import { countOf, fieldsOf, listOf, textOf, type Fields } from '../../mechanisms/loose-json';
import { callPart, readBlocks, responseParts } from '../../mechanisms/messages/blocks';
import { readChatTools } from '../../mechanisms/messages/openai-chat';
import { CallNames } from '../../mechanisms/messages/turns';
import { readRefusal } from '../../mechanisms/refusals/read-refusal';
import type { OpenHandsLog, EventPlace } from './log';
import { agentMetrics, AccumulatedUsage } from './usage';

/** Codes of errors that ended a model call. */
const CALL_FAILED = /LLM|APIError|RateLimit|ContextWindow|Timeout|ServiceUnavailable/i;

/** Reads events of version 1 into a log. */
export class VersionOne {
  readonly #names = new CallNames();
  readonly #usage: AccumulatedUsage;
  #model: string | null = null;

  constructor(private readonly log: OpenHandsLog) {
    this.#usage = new AccumulatedUsage(log.notices);
  }

  /** Takes an event; null if it is kept, else the reason why not. */
  event(event: Fields, place: EventPlace): string | null {
    const kind = textOf(event['kind']) ?? 'unknown';
    switch (kind) {
      case 'SystemPromptEvent':
        this.#system(event);
        return null;
      case 'MessageEvent':
        return this.#message(event, place);
      case 'ActionEvent':
        this.#response(event, this.#actionParts(event), place);
        return null;
      case 'ObservationEvent':
        return this.#observation(event, observed(event['observation']), place);
      case 'AgentErrorEvent':
        return this.#observation(event, event['error'], place);
      case 'UserRejectObservation':
        return this.#observation(event, event['rejection_reason'], place);
      case 'Condensation':
      case 'CondensationEvent':
        this.#condensation(event, place);
        return null;
      case 'ConversationStateUpdateEvent':
        return this.#state(event, place);
      case 'ConversationErrorEvent':
        return this.#error(event, place);
      default:
        return `not part of a request: ${kind.slice(0, 60)}`;
    }
  }

  #system(event: Fields): void {
    const texts = [event['system_prompt'], event['dynamic_context']];
    const system = texts.flatMap((text) => readBlocks(text ?? '', this.#names));
    this.log.prefix = {
      system: this.log.prefix.system ?? system,
      tools: this.log.prefix.tools ?? readChatTools(event['tools']),
    };
  }

  #message(event: Fields, place: EventPlace): string | null {
    const message = fieldsOf(event['llm_message']);
    const parts = [
      ...readBlocks(message?.['content'], this.#names),
      ...readBlocks(event['extended_content'], this.#names),
    ];
    if (message?.['role'] === 'assistant') {
      this.#response(event, [...thoughtsOf(message), ...parts], place);
      return null;
    }
    if (parts.length === 0) return 'message without content';
    this.log.heard(parts, place);
    return null;
  }

  /** Takes the events of one response: the first one is the step. */
  #response(event: Fields, parts: readonly Part[], place: EventPlace): void {
    const response = textOf(event['llm_response_id']) ?? place.id;
    if (this.log.begins(response)) {
      const step = this.log.step(response, { model: this.#model, time: place.time });
      this.#usage.step(step, place.at);
    }
    this.log.wrote(response, parts, place);
  }

  #actionParts(event: Fields): readonly Part[] {
    const call = fieldsOf(event['tool_call']);
    const named = fieldsOf(call?.['function']) ?? call;
    const id = textOf(event['tool_call_id']) ?? textOf(call?.['id']);
    const name = textOf(named?.['name']) ?? textOf(event['tool_name']) ?? 'unknown';
    const { kind: _kind, ...action } = fieldsOf(event['action']) ?? {};
    const args = named?.['arguments'] ?? action;
    return [
      ...thoughtsOf(event),
      ...readBlocks(event['thought'], this.#names),
      callPart({ id, name, args }, this.#names),
    ];
  }

  #observation(event: Fields, content: unknown, place: EventPlace): string | null {
    const id = textOf(event['tool_call_id']);
    const name = textOf(event['tool_name']);
    this.log.heard(responseParts({ id, name, content: content ?? '' }, this.#names), place);
    return null;
  }

  #condensation(event: Fields, { time }: EventPlace): void {
    this.log.condense({
      forgotten: listOf(event['forgotten_event_ids']).filter((id) => typeof id === 'string'),
      summary: textParts(event['summary']),
      time,
    });
  }

  /** Takes the token sums of a conversation, alone or inside the whole state. */
  #state(event: Fields, place: EventPlace): string | null {
    const value = fieldsOf(event['value']);
    const stats = event['key'] === 'stats' ? value : fieldsOf(value?.['stats']);
    this.#model ??= textOf(fieldsOf(fieldsOf(value?.['agent'])?.['llm'])?.['model']);
    const metrics = agentMetrics(stats);
    const sums = fieldsOf(metrics?.['accumulated_token_usage']);
    if (sums === null) return 'not part of a request: state of the conversation';
    this.#model ??= textOf(metrics?.['model_name']);
    const window = countOf(sums['context_window']);
    if (window !== null && window > 0) this.log.limit = { tokens: window, source: 'recording' };
    this.#usage.sums(sums, place.at);
    return null;
  }

  /** Takes a model call that ended in an error as a step without usage. */
  #error(event: Fields, place: EventPlace): string | null {
    const code = textOf(event['code']) ?? '';
    const refusal = readRefusal(`${code} ${textOf(event['detail']) ?? ''}`);
    if (refusal !== null) {
      const base = { model: this.#model, time: place.time };
      this.log.step(place.id, { ...base, ...refusal, rejected: true });
      return null;
    }
    if (!CALL_FAILED.test(code)) return `not part of a request: error ${code.slice(0, 60)}`;
    this.log.step(place.id, { model: this.#model, time: place.time, label: code.slice(0, 60) });
    return null;
  }
}

const thoughtsOf = (holder: Fields): readonly Part[] =>
  textParts(holder['reasoning_content'], 'thought');

/** Output of a tool: its content, older versions' output, or all its fields. */
function observed(value: unknown): unknown {
  const observation = fieldsOf(value);
  if (observation === null) return value;
  const { kind: _kind, ...rest } = observation;
  return rest['content'] ?? rest['output'] ?? rest;
}
