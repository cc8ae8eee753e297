/**
 * Chats of Cursor's editor, `globalStorage/state.vscdb`: rows of `composerData:<chat>` and `bubbleId:<chat>:<bubble>`.
 * Its source is not public; as readers of version 10 describe the rows:
 * https://github.com/search?q=cursorDiskKV+fullConversationHeadersOnly+toolFormerData&type=code
 */
import type { EntryRef } from '@/lib/engine/session/draft';
import type { Json, Part } from '@/lib/engine/session/schema';
import { CountedReader, defineImporter, hasTables } from '../../importer';
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
import { decoded, jsonIn } from '../../mechanisms/messages/json-text';
import { textParts } from '../../mechanisms/messages/parts';
import { CallNames } from '../../mechanisms/messages/turns';
import { entryOf, recordWindow, stepUsage } from '../../mechanisms/session-facts';
import { SessionLog } from '../../mechanisms/session-log';
import { otelUsage } from '../../mechanisms/spans/attributes';

const id = 'cursor-database';

/** A message, or one piece of an answer: its texts are in the store. */
interface Bubble {
  readonly at: At;
  readonly time: string | null;
  readonly isUser: boolean;
  readonly name: readonly Part[];
  readonly said: EntryRef | null;
  readonly result: EntryRef | null;
  /** The call of the model that a tool's call came from, where the version names it. */
  readonly call: string | null;
  readonly model: string | null;
  readonly usage: Json;
  readonly window: number | null;
  readonly summary: Summary | null;
}

/** A compaction, and the last bubble that it covers. */
interface Summary {
  readonly text: readonly Part[];
  readonly last: string | null;
}

function summaryIn(value: unknown): Summary | null {
  const summary = fieldsOf(decoded(value));
  const text = textParts(summary?.['summary']);
  return text.length === 0
    ? null
    : { text, last: textOf(summary?.['truncationLastBubbleIdInclusive']) };
}

/** The bubbles of one chat in order: pieces that no result parts are one call of the model. */
class ChatLog extends SessionLog {
  readonly #places = new Map<string, number>();
  #results: EntryRef[] = [];
  #call: string | null = null;
  #isOpen = false;
  #counted = 0;

  bubble(name: string, bubble: Bubble, model: string | null): void {
    recordWindow(this, bubble.window);
    const goesOn =
      this.#isOpen &&
      !bubble.isUser &&
      (this.#results.length === 0 || (bubble.call !== null && bubble.call === this.#call));
    if (!goesOn) this.#flush();
    if (bubble.isUser) this.said(bubble.name);
    else if (!goesOn && bubble.said !== null) {
      const usage = stepUsage(this, bubble.usage, 'otel', bubble.at);
      if (usage.real !== null) this.#counted++;
      this.step({ ...usage, model: bubble.model ?? model, time: bubble.time, label: this.label });
    }
    this.#isOpen = !bubble.isUser && (goesOn || bubble.said !== null);
    if (bubble.isUser) this.answering = false;
    this.#call = bubble.call ?? this.#call;
    if (bubble.said !== null) this.#places.set(name, this.appendRef(bubble.said));
    if (bubble.result !== null) this.#results.push(bubble.result);
    if (bubble.summary !== null) this.summary(bubble.summary);
  }

  summary({ text, last }: Summary): void {
    this.#flush();
    const place = last === null ? undefined : this.#places.get(last);
    const from = place === undefined ? this.entryCount : place + 1;
    const kept: [number, number][] = from < this.entryCount ? [[from, this.entryCount]] : [];
    this.compaction({ kind: 'summary', summary: text, kept });
  }

  #flush(): void {
    for (const result of this.#results) this.appendRef(result);
    if (this.#results.length > 0) this.answering = true;
    this.#results = [];
    this.#call = null;
    this.#isOpen = false;
  }

  override end(): ReturnType<SessionLog['end']> {
    this.#flush();
    if (this.stepCount > 0 && this.#counted === 0) this.notice('usage-missing', NO_USAGE);
    return super.end();
  }
}

const NO_USAGE = 'The log counts none of its calls: every size is an estimate.';

class CursorDatabase extends CountedReader {
  protected override empty = 'The database holds no chat.';
  readonly #bubbles = new Map<string, Bubble>();
  readonly #chats: { readonly chat: Fields; readonly at: At }[] = [];
  readonly #names = new CallNames();

  protected take(value: Json, at: At): void {
    const { receipt } = this.context;
    const row = fieldsOf(fieldsOf(value)?.['row']) ?? {};
    const key = textOf(row['key']) ?? '';
    const kind = key.slice(0, key.indexOf(':'));
    if (kind !== 'bubbleId' && kind !== 'composerData') {
      return receipt.drop('state of the editor', at);
    }
    const content = fieldsOf(jsonIn(textOf(row['value']) ?? ''));
    if (content === null) return receipt.lose('not JSON', at);
    if (kind === 'bubbleId') {
      this.#bubbles.set(key.slice('bubbleId:'.length), this.#bubble(content, at));
      return receipt.keep();
    }
    const { composerId, conversation, conversationMap } = content;
    const inside = [...listOf(conversation), ...Object.values(fieldsOf(conversationMap) ?? {})];
    for (const item of inside) {
      const bubble = fieldsOf(item);
      const name = `${String(composerId)}:${String(bubble?.['bubbleId'])}`;
      if (bubble !== null) this.#bubbles.set(name, this.#bubble(bubble, at));
    }
    const { name, modelConfig, fullConversationHeadersOnly, latestConversationSummary } = content;
    const headers = [...listOf(fullConversationHeadersOnly), ...listOf(conversation)];
    const order = headers.map((header) => fieldsOf(header)?.['bubbleId']);
    this.#chats.push({
      chat: { composerId, name, modelConfig, order, latestConversationSummary },
      at,
    });
    receipt.merge('facts about a chat', at);
  }

  #bubble(content: Fields, at: At): Bubble {
    const { store } = this.context;
    const isUser = content['type'] === 1;
    const time = isoOf(content['createdAt']);
    const tool = fieldsOf(content['toolFormerData']);
    const called = textOf(tool?.['name']);
    const callId = textOf(tool?.['toolCallId']) ?? textOf(content['bubbleId']);
    const text = textParts(content['text']);
    const parts = [
      ...textParts(fieldsOf(content['thinking'])?.['text'], 'thought'),
      ...text,
      ...(called === null
        ? []
        : [
            callPart(
              { id: callId, name: called, args: tool?.['rawArgs'] ?? tool?.['params'] },
              this.#names,
            ),
          ]),
    ];
    const told = textOf(tool?.['result']) ?? textOf(tool?.['error']);
    const result =
      called === null || told === null
        ? []
        : responseParts({ id: callId, name: called, content: decoded(told) }, this.#names);
    const stored = (role: 'user' | 'model', of: readonly Part[]): EntryRef | null =>
      of.length === 0 ? null : store.entry(entryOf(role, of, at, time));
    const { inputTokens: input, outputTokens: output } = fieldsOf(content['tokenCount']) ?? {};
    return {
      at,
      time,
      isUser,
      name: text,
      said: stored(isUser ? 'user' : 'model', parts),
      result: stored('user', result),
      call: textOf(tool?.['modelCallId']),
      model: textOf(fieldsOf(content['modelInfo'])?.['modelName']),
      // A bubble that nobody counted has zeros.
      usage: input === 0 ? null : otelUsage({ input, output }),
      window: countOf(fieldsOf(content['contextWindowStatusAtCreation'])?.['tokenLimit']),
      summary: summaryIn(content['conversationSummary'] ?? content['cachedConversationSummary']),
    };
  }

  protected close(): void {
    const { file, store } = this.context;
    for (const { chat } of this.#chats) {
      const sessionId = this.unique(textOf(chat['composerId']) ?? file);
      const source = { format: id, file, agent: 'Cursor', sessionId };
      const log = new ChatLog(store, { name: sessionId, source });
      const title = textOf(chat['name']);
      if (title !== null) log.rename({ name: title });
      let model = textOf(fieldsOf(chat['modelConfig'])?.['modelName']);
      const latest = fieldsOf(chat['latestConversationSummary']);
      for (const name of listOf(chat['order'])) {
        const bubble = this.#bubbles.get(`${sessionId}:${String(name)}`);
        if (bubble === undefined) continue;
        model = bubble.model ?? model;
        log.bubble(String(name), bubble, model);
        const made = latest?.['lastBubbleId'] === name && bubble.summary === null;
        const summary = made ? summaryIn(latest?.['summary']) : null;
        if (summary !== null) log.summary(summary);
      }
      this.session(log.end());
    }
  }
}

/** Reads chats; few versions count a call, and what a result says is as the editor kept it. */
export const cursorDatabase = defineImporter({
  id,
  label: 'Cursor chats',
  source: 'Cursor',
  unseen: 'its program',
  inputs: ['sqlite'],
  tables: [{ name: 'cursorDiskKV', order: ['key'] }],
  sniff: ({ records }) => hasTables(records[0], { cursorDiskKV: ['key', 'value'] }),
  start: (context) => new CursorDatabase(context),
});
