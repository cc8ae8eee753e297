/**
 * Conversations of Kiro CLI and Amazon Q's command line, as `/save` writes one and their database
 * `data.sqlite3` keeps them: https://github.com/aws/amazon-q-developer-cli/blob/main/crates/chat-cli/src/cli/chat/conversation.rs
 */
import type { Json, Part } from '@/lib/engine/session/schema';
import { CountedReader, defineImporter, hasTables, someRecord } from '../../importer';
import {
  countOf,
  fieldsOf,
  isoOf,
  listOf,
  textOf,
  type At,
  type Fields,
} from '../../mechanisms/loose-json';
import { callPart, responseParts } from '../../mechanisms/messages/blocks';
import { jsonIn, plain } from '../../mechanisms/messages/json-text';
import { MessageLog } from '../../mechanisms/messages/message-log';
import { textParts } from '../../mechanisms/messages/parts';
import { recordWindow } from '../../mechanisms/session-facts';

const id = 'kiro-conversation';

/** A conversation: its history is of pairs, or of objects of both sides. */
function conversationIn(value: unknown): Fields | null {
  const fields = fieldsOf(value);
  const isOne = fields !== null && 'conversation_id' in fields && 'valid_history_range' in fields;
  return isOne && Array.isArray(fields['history']) ? fields : null;
}

/** The one field of an enumeration's value: `{Prompt: {…}}`. */
const variantOf = (value: unknown): readonly [string, unknown] =>
  Object.entries(fieldsOf(value) ?? {})[0] ?? ['', null];

class ConversationReader extends CountedReader {
  protected take(value: Json, at: At): void {
    const { file, receipt, store } = this.context;
    const row = fieldsOf(fieldsOf(value)?.['row']);
    const stored = row === null ? value : jsonIn(textOf(row['value']) ?? '');
    const conversation = conversationIn(plain(stored));
    if (conversation === null) return receipt.lose('not a conversation', at);
    const sessionId = this.unique(textOf(conversation['conversation_id']) ?? file);
    const agent = 'Kiro';
    const source = { format: id, file, agent, sessionId };
    const project = textOf(row?.['key']);
    const log = new MessageLog(store, { name: sessionId, source, project });
    const model = fieldsOf(conversation['model_info']);
    recordWindow(log, countOf(model?.['context_window_tokens']));
    listOf(conversation['history']).forEach((pair, i) => {
      exchange(log, pair, { at: `${at}.history[${i}]`, model: textOf(model?.['model_id']) });
    });
    const [summary] = listOf(conversation['latest_summary']);
    if (typeof summary === 'string') log.notice('removed-undated', SUMMARISED, at);
    this.session(log.end());
    receipt.keep();
  }

  protected close(): void {
    // Each conversation is handed over as it comes.
  }
}

const SUMMARISED =
  'What stood before this history was summarised; of it the conversation keeps the summary alone.';

/** One prompt or the results of calls, and the answer to it. */
function exchange(
  log: MessageLog,
  pair: unknown,
  { at, model }: { readonly at: At; readonly model: string | null },
): void {
  const both = fieldsOf(pair);
  const [user, assistant] = both === null ? listOf(pair) : [both['user'], both['assistant']];
  const message = fieldsOf(user);
  const time = isoOf(message?.['timestamp']);
  const [kind, content] = variantOf(message?.['content']);
  const told = fieldsOf(content);
  const results = listOf(told?.['tool_use_results']).flatMap((item) => resultOf(item, log));
  const beside = textParts(message?.['additional_context']);
  const prompt = textParts(told?.['prompt']);
  log.said(prompt);
  const parts = [...results, ...beside, ...(kind === 'Prompt' ? prompt : [])];
  log.turn({ role: 'user', parts }, { at, time });
  const answer = fieldsOf(variantOf(assistant)[1]);
  if (answer === null) return;
  const calls = listOf(answer['tool_uses']).map((item) => {
    const call = fieldsOf(item) ?? {};
    const name = textOf(call['name']) ?? 'unknown';
    return callPart({ id: textOf(call['id']), name, args: call['args'] }, log.names);
  });
  const said = [...textParts(answer['content']), ...calls];
  const own = textOf(fieldsOf(both?.['request_metadata'])?.['model_id']);
  log.call({ role: 'model', parts: said }, { at, time: null, model: own ?? model });
}

/** A result's pieces are `{Text}` or `{Json}`. */
function resultOf(value: unknown, { names }: MessageLog): readonly Part[] {
  const result = fieldsOf(value) ?? {};
  const pieces = listOf(result['content']).map((piece) => variantOf(piece)[1]);
  const content =
    pieces.length === 1
      ? pieces[0]
      : pieces.map((one) => (typeof one === 'string' ? one : JSON.stringify(one))).join('\n');
  return responseParts({ id: textOf(result['tool_use_id']), content }, names);
}

/** Reads conversations; no call is counted, but the model's window is known. */
export const kiroConversation = defineImporter({
  id,
  label: 'Kiro conversation',
  source: 'Kiro',
  unseen: 'its source',
  inputs: ['json', 'jsonl', 'sqlite'],
  tables: [
    { name: 'conversations', order: ['key'] },
    { name: 'conversations_v2', order: ['created_at'] },
  ],
  sniff: ({ kind, records }) =>
    kind === 'sqlite'
      ? hasTables(records[0], { conversations: ['key', 'value'] }) ||
        hasTables(records[0], { conversations_v2: ['key', 'conversation_id', 'value'] })
      : someRecord(records, (record) => conversationIn(record) !== null),
  start: (context) => new ConversationReader(context),
});
