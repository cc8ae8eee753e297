/**
 * Sessions of Continue, `~/.continue/sessions/<id>.json`.
 * https://github.com/continuedev/continue/blob/main/core/index.d.ts (`Session`, `ChatHistoryItem`) and
 * gui/src/redux/util/constructMessages.ts, which says what of an item is sent
 */
import type { Json, Part } from '@/lib/engine/session/schema';
import { CountedReader, defineImporter } from '../../importer';
import { fieldsOf, listOf, textOf, type At, type Fields } from '../../mechanisms/loose-json';
import { plain } from '../../mechanisms/messages/json-text';
import { MessageLog } from '../../mechanisms/messages/message-log';
import { readChatTurn } from '../../mechanisms/messages/openai-chat';
import { responseParts } from '../../mechanisms/messages/blocks';
import { textParts } from '../../mechanisms/messages/parts';
import { projectFolder } from '../../mechanisms/session-facts';
import { otelUsage } from '../../mechanisms/spans/attributes';

const id = 'continue';

/** The title of a session that nobody named. */
const UNTITLED = 'New Session';

function isSession(value: unknown): boolean {
  const session = fieldsOf(value);
  return (
    typeof session?.['sessionId'] === 'string' &&
    'workspaceDirectory' in session &&
    Array.isArray(session['history'])
  );
}

/** Anthropic's counts leave the cache out, and only they have writes; others include it. */
function usageIn(message: Fields): Json {
  const usage = fieldsOf(message['usage']) ?? {};
  const details = fieldsOf(usage['promptTokensDetails']) ?? {};
  const counts = {
    input: usage['promptTokens'],
    output: usage['completionTokens'],
    read: details['cachedTokens'],
    write: details['cacheWriteTokens'],
  };
  const { input, read, write } = counts;
  const apart = typeof write === 'number' && typeof input === 'number';
  return otelUsage(
    apart ? { ...counts, input: input + write + (typeof read === 'number' ? read : 0) } : counts,
  );
}

class ContinueReader extends CountedReader {
  #log: MessageLog | null = null;
  /** Reasoning that stands before the answer it belongs to. */
  #thoughts: readonly Part[] = [];

  protected take(value: Json, at: At, list?: string): void {
    const { receipt } = this.context;
    const fields = fieldsOf(plain(value));
    if (list !== undefined) {
      if (fields === null || this.#log === null) return receipt.lose('not an item', at);
      return this.#item(this.#log, fields, at);
    }
    this.close();
    if (fields === null || !isSession(value)) return receipt.lose('not a session', at);
    const { file, store } = this.context;
    const sessionId = this.unique(textOf(fields['sessionId']) ?? file);
    const source = { format: id, file, agent: 'Continue', sessionId };
    const project = projectFolder(fields['workspaceDirectory']);
    const title = textOf(fields['title']);
    this.#log = new MessageLog(store, { name: sessionId, project, source });
    if (title !== null && title !== UNTITLED) this.#log.rename({ name: title });
    receipt.merge('facts about a session', at);
  }

  #item(log: MessageLog, item: Fields, at: At): void {
    const { receipt } = this.context;
    const message = fieldsOf(item['message']) ?? {};
    const { role } = message;
    if (role === 'thinking') {
      this.#thoughts = textParts(message['content'], 'thought');
      receipt.merge('reasoning of the next answer', at);
    } else if (role === 'tool') receipt.merge('result that its call holds', at);
    else if (role === 'assistant') {
      this.#answer(log, message, item, at);
      receipt.keep();
    } else {
      const turn = readChatTurn(message, log.names);
      if (role === 'user') log.said(turn.parts);
      const beside = listOf(item['contextItems']).flatMap((one) =>
        textParts(fieldsOf(one)?.['content']),
      );
      const parts = [...beside, ...turn.parts];
      if (log.turn({ ...turn, parts }, { at, time: null })) receipt.keep();
      else receipt.drop('message without content', at);
    }
    const summary = textParts(item['conversationSummary']);
    if (summary.length > 0) log.compaction({ kind: 'summary', trigger: 'unknown', summary });
  }

  #answer(log: MessageLog, message: Fields, item: Fields, at: At): void {
    const calls = listOf(message['toolCalls']);
    const turn = readChatTurn({ ...message, tool_calls: calls }, log.names);
    const own = fieldsOf(item['reasoning']) ?? fieldsOf(message['reasoning']);
    const thoughts =
      this.#thoughts.length > 0 ? this.#thoughts : textParts(own?.['text'], 'thought');
    const parts = [...thoughts, ...turn.parts];
    this.#thoughts = [];
    log.call(
      { role: 'model', parts },
      { at, time: null, model: null, usage: usageIn(message), family: 'otel' },
    );
    const results = listOf(item['toolCallStates']).flatMap((state) => {
      const fields = fieldsOf(state) ?? {};
      const told = listOf(fields['output']).map((one) => textOf(fieldsOf(one)?.['content']) ?? '');
      const content = told.length > 0 ? told.join('\n\n') : (textOf(fields['status']) ?? '');
      return responseParts({ id: textOf(fields['toolCallId']), content }, log.names);
    });
    log.turn({ role: 'user', parts: results }, { at, time: null });
  }

  protected close(): void {
    if (this.#log !== null) this.session(this.#log.end());
    this.#log = null;
    this.#thoughts = [];
  }
}

/** Reads sessions; a summary that the user asked for covers everything up to its item. */
export const continueDev = defineImporter({
  id,
  label: 'Continue session',
  source: 'Continue',
  unseen: 'its source',
  inputs: ['json', 'jsonl'],
  lists: ['history[]'],
  sniff: ({ records }) => records.some(isSession),
  start: (context) => new ContinueReader(context),
});
