import type { Json } from '@/lib/engine/session/schema';
import type { UsageFamily } from '@/lib/engine/tokens/usage/normalize-usage';
import { repeated } from '../exchange/recorded';
import type { At } from '../loose-json';
import { readAnyMessages } from '../messages/any-messages';
import { readBlocks } from '../messages/blocks';
import { decoded } from '../messages/json-text';
import { readChatTools } from '../messages/openai-chat';
import type { CallNames } from '../messages/turns';
import { readRefusal } from '../refusals/read-refusal';
import type { Message, RecordedCall } from './recorded-call';

/** A call as a product logs it: its request and its answer in whatever form the program gave them. */
export interface LoggedCall {
  readonly at: At;
  readonly time: number | null;
  readonly conversation: string | null;
  readonly lane?: string | null;
  readonly id?: string | null;
  readonly request: unknown;
  readonly output: unknown;
  readonly system?: unknown;
  readonly tools?: unknown;
  readonly usage: Json;
  readonly family?: UsageFamily | undefined;
  readonly model: string | null;
  readonly error: string | null;
  readonly lengthStop?: boolean;
}

/** The call; a reason for the receipt where its request holds no message. */
export function readLoggedCall(call: LoggedCall, names: CallNames): RecordedCall | string {
  const { at, time, conversation, lane = null, id = null, usage, family, model, error } = call;
  const request = readAnyMessages(call.request, 'user', names);
  if (request === null || request.messages.length === 0) return 'a call without messages';
  const system = readBlocks(decoded(call.system), names);
  const response = readAnyMessages(call.output, 'model', names)?.messages ?? [];
  const output = response.map((message): Message => ({ ...message, role: 'model' }));
  const rejected = error === null ? null : readRefusal(error);
  return {
    ...{ at, time, conversation, lane, id, usage, family, model, rejected },
    system: system.length > 0 ? system : request.system,
    tools: readChatTools(decoded(call.tools)),
    messages: request.messages,
    carries: 'whole',
    output: repeated(output, request.messages),
    lengthStop: call.lengthStop ?? false,
    notices: error !== null && rejected === null ? [FAILED] : [],
  };
}

const FAILED = { code: 'call-failed', message: 'A call failed; nobody counted it.' };
