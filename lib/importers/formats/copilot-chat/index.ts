/**
 * GitHub Copilot Chat in VS Code: `chat.json` of “Chat: Export Chat…”, `chatSessions/*.json`, and
 * `chatSessions/*.jsonl`, where each line changes the document of the first:
 * https://github.com/microsoft/vscode/blob/main/src/vs/workbench/contrib/chat/common/model/chatModel.ts,
 * …/objectMutationLog.ts and
 * https://github.com/microsoft/vscode-copilot-chat/blob/main/src/extension/prompt/common/conversation.ts
 * (`IResultMetadata`).
 */
import type { Json } from '@/lib/session/schema';
import { defineImporter } from '../../importer';
import { fieldsOf } from '../../mechanisms/loose-json';
import { CopilotChatReader } from './reader';

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
