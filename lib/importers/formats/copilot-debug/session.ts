import { SessionBuilder } from '@/lib/session/builder';
import type { SessionDraft } from '@/lib/session/draft';
import type { Entry, Part } from '@/lib/session/schema';
import type { ImportContext } from '../../importer';
import { entryOf } from '../../mechanisms/entry';
import { countOf, numberOf, textOf, timeText, type Fields } from '../../mechanisms/loose-json';
import { readAnyMessages } from '../../mechanisms/messages/any-messages';
import { CallNames } from '../../mechanisms/messages/turns';
import { overflowOf } from '../../mechanisms/overflow-message';
import { shorten } from '../../mechanisms/shorten';
import { stepUsage } from '../../mechanisms/step-usage';

const AGENT = 'GitHub Copilot Chat';
const CUT = 'Copilot’s debug log cuts long texts: the requests were larger than what it shows.';

/** One session of a log, in the order in which its spans ended. */
export class DebugSession {
  readonly #builder: SessionBuilder;
  readonly #names = new CallNames();
  /** Places of the entries in the log. */
  readonly #kept: (number | string)[] = [];
  #firstText: string | null = null;
  #answering = false;

  constructor(
    private readonly context: ImportContext,
    sessionId: string,
  ) {
    const { store, file } = context;
    this.#builder = new SessionBuilder(store, {
      name: AGENT,
      thoughts: 'stripped',
      source: { format: 'copilot-debug', file, agent: AGENT, sessionId },
    });
  }

  /** Takes the next entry and counts it on the receipt, some at the end. */
  entry(entry: Fields, attributes: Fields, at: number | string): void {
    const type = (textOf(entry['type']) ?? 'unknown').slice(0, 60);
    const time = timeText(numberOf(entry['ts']));
    switch (type) {
      case 'user_message':
        return this.#asked(attributes, at, time);
      case 'llm_request':
        return this.#called(entry, attributes, at, time);
      case 'agent_response':
        return this.#answered(attributes, at, time);
      case 'tool_call':
        return this.#result(entry, attributes, at, time);
      default:
        return this.context.receipt.drop(`not part of a request: ${type}`, at);
    }
  }

  #asked({ content }: Fields, at: number | string, time: string | null): void {
    const text = textOf(content);
    this.#firstText ??= shorten(text ?? '');
    this.#answering = false;
    this.#append('user', text === null ? [] : [{ kind: 'text', text }], at, time);
  }

  /** A call, logged when it ended: its request held the log so far. */
  #called(entry: Fields, attributes: Fields, at: number | string, time: string | null): void {
    const { inputTokens, outputTokens, model, error } = attributes;
    const failed = entry['status'] === 'error';
    const refusal = failed ? overflowOf(textOf(error) ?? '') : null;
    const counted = countOf(inputTokens) !== null;
    const usage = counted ? { prompt_tokens: inputTokens, completion_tokens: outputTokens } : null;
    this.#builder.step({
      ...stepUsage(this.#builder, usage, 'openai', at),
      ...(refusal === null ? {} : { ...refusal, rejected: true }),
      model: textOf(model),
      time,
      label: this.#answering ? 'tool-results' : 'user-msg',
    });
    if (failed && refusal === null) {
      this.#builder.notice('call-failed', 'A call failed; nobody counted it.', at);
    }
    this.#kept.push(at);
  }

  /** The answer: messages as JSON text, or what is left of them where the text was cut. */
  #answered({ response, reasoning }: Fields, at: number | string, time: string | null): void {
    const thought = textOf(reasoning);
    const messages = readAnyMessages(response, 'model', this.#names)?.messages ?? [];
    const parts: Part[] = [
      ...(thought === null ? [] : [{ kind: 'thought', text: thought } as const]),
      ...messages.flatMap((message) => message.parts),
    ];
    this.#append('model', parts, at, time);
  }

  #result(
    entry: Fields,
    { result, error }: Fields,
    at: number | string,
    time: string | null,
  ): void {
    const text = textOf(result) ?? textOf(error) ?? '';
    const name = textOf(entry['name']) ?? 'unknown';
    this.#answering = true;
    this.#append('user', [{ kind: 'response', name, response: { result: text } }], at, time);
  }

  #append(
    role: Entry['role'],
    parts: readonly Part[],
    at: number | string,
    time: string | null,
  ): void {
    if (parts.length === 0) {
      return this.context.receipt.drop('message without content', at);
    }
    this.#builder.append(entryOf(role, parts, at, time));
    this.#kept.push(at);
  }

  /** The session, null without a model call; counts its entries. */
  finish(): SessionDraft | null {
    const { receipt } = this.context;
    const called = this.#builder.stepCount > 0;
    for (const at of this.#kept) {
      if (called) receipt.keep();
      else receipt.drop('in a session without a model call', at);
    }
    if (!called) return null;
    this.#builder.notice('texts-cut', CUT);
    if (this.#firstText !== null) this.#builder.rename({ name: this.#firstText });
    return this.#builder.finish();
  }
}
