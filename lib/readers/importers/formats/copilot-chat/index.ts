/**
 * GitHub Copilot Chat in VS Code: `chat.json` of “Chat: Export Chat…”, `chatSessions/*.json`, and
 * `chatSessions/*.jsonl`, where each line changes the document of the first:
 * https://github.com/microsoft/vscode/blob/main/src/vs/workbench/contrib/chat/common/model/chatModel.ts,
 * …/objectMutationLog.ts and
 * https://github.com/microsoft/vscode-copilot-chat/blob/main/src/extension/prompt/common/conversation.ts
 * (`IResultMetadata`).
 */
import type { Json } from '@/lib/engine/session/schema';
import { applyChange } from './mutations';
import { CopilotChatSession } from './session';
import { defineImporter, type ImportContext, type TraceInput, CountedReader } from '../../importer';
import { fieldsOf, listOf, textOf, type Fields, type At } from '../../mechanisms/loose-json';
import { plain } from '../../mechanisms/messages/json-text';
import { shorten } from '../../mechanisms/session-facts';

/** Reads a session as a document, or as the log of its changes. */
class CopilotChatReader extends CountedReader {
  #document: Fields = {};
  #session: CopilotChatSession | null = null;
  /** The document as the lines so far left it; null without its first line. */
  #state: Json = null;

  constructor(
    context: ImportContext,
    private readonly input: TraceInput,
  ) {
    super(context);
  }

  protected take(value: Json, at: At, list?: string): void {
    const { receipt } = this.context;
    if (list === 'requests[]') {
      if (this.#session?.request(plain(value), at) === true) receipt.keep();
      else receipt.lose('not a request', at);
    } else if (this.input === 'jsonl') this.#line(value, at);
    else {
      const document = fieldsOf(value);
      if (document === null) return receipt.lose('not a session', at);
      this.#begin(document);
    }
  }

  #begin(document: Fields): void {
    this.#finish();
    this.#document = document;
    this.#session = new CopilotChatSession(this.context, document);
  }

  /** A line: the whole document, or a change of it. */
  #line(value: Json, at: At): void {
    const { receipt } = this.context;
    const line = fieldsOf(value);
    if (line === null) return receipt.lose('not an object', at);
    if (line['kind'] === 0) {
      this.#readState();
      this.#state = plain(line['v'] ?? null);
      receipt.keep();
    } else if (applyChange(this.#state, line)) receipt.merge('change of the session', at);
    else receipt.lose('a change that fits no place', at);
  }

  /** Reads the document that the lines have built. */
  #readState(): void {
    const document = fieldsOf(this.#state);
    this.#state = null;
    if (document === null) return;
    this.#begin(document);
    for (const [i, request] of listOf(document['requests']).entries()) {
      const at = `requests[${i}]`;
      if (this.#session?.request(plain(request), at) === true) continue;
      this.context.receipt.remark(`${at} is not a request; it was left out.`);
    }
  }

  #finish(): void {
    const id = textOf(this.#document['sessionId']) ?? this.context.file;
    const title = shorten(textOf(this.#document['customTitle']) ?? '');
    if (this.#session !== null) this.session(this.#session.finish(this.unique(id), title));
    this.#session = null;
  }

  protected close(): void {
    this.#readState();
    this.#finish();
  }
}

/** True for the document of a session or of an export. */
function isSession(value: unknown): boolean {
  const document = fieldsOf(value);
  if (document === null || !Array.isArray(document['requests'])) return false;
  return (
    typeof document['responderUsername'] === 'string' ||
    typeof document['creationDate'] === 'number'
  );
}

const isBeginning = (record: Json): boolean => {
  const line = fieldsOf(record);
  return line?.['kind'] === 0 && isSession(line['v']);
};

/** Reads Copilot Chat's sessions; a summary of the conversation is a recorded compaction. */
export const copilotChat = defineImporter({
  id: 'copilot-chat',
  label: 'GitHub Copilot Chat (VS Code)',
  source: 'Copilot Chat',
  inputs: ['json', 'jsonl'],
  lists: ['requests[]'],
  sniff: ({ kind, records }) =>
    kind === 'json' ? isSession(records[0]) : records.some(isBeginning),
  start: (context, input) => new CopilotChatReader(context, input),
});
