/**
 * Cline and Roo Code: a session of Cline's SDK (`session.messages.json`), a task's
 * `api_conversation_history.json`, or that file and `ui_messages.json` of one task together.
 * https://github.com/cline/cline/tree/main/sdk, https://github.com/RooCodeInc/Roo-Code/tree/main/src/core
 */
import type { Json } from '@/lib/session/schema';
import { ClineDocument, ClineFolders, isTaskFile, taskOrder } from './reader';
import { defineImporter, type TraceHead } from '../../importer';
import { fieldsOf, listOf, memberNames, textOf, type Fields } from '../../mechanisms/loose-json';

/** A session of the SDK. */
function isSdkSession(document: Fields): boolean {
  if (!Array.isArray(document['messages']) || typeof document['sessionId'] !== 'string')
    return false;
  return typeof document['agent'] === 'string' && typeof document['updated_at'] === 'string';
}

/** True for a message of a task: Anthropic's shape, with fields that only Cline or Roo add. */
function isTaskMessage(value: unknown): boolean {
  const message = fieldsOf(value);
  if (message?.['role'] !== 'user' || !('content' in message)) return false;
  const texts = [message['content'], ...listOf(message['content'])].map(
    (block) => textOf(block) ?? textOf(fieldsOf(block)?.['text']) ?? '',
  );
  return texts.some((text) => /^\s*<(?:task|user_message)>|<environment_details>/.test(text));
}

/** A line of the user interface. */
function isUiMessage(value: unknown): boolean {
  const message = fieldsOf(value);
  const type = message?.['type'];
  if (message === null || typeof message['ts'] !== 'number') return false;
  return (type === 'say' || type === 'ask') && typeof message[type] === 'string';
}

function isDocument(document: Json | undefined): boolean {
  const fields = fieldsOf(document);
  if (fields !== null) return isSdkSession(fields);
  const [first] = listOf(document);
  return isTaskMessage(first) || isUiMessage(first);
}

/** True for a folder that holds tasks only. */
function isFolder({ records }: TraceHead): boolean {
  const names = memberNames(records[0]).filter((name) => /\.jsonl?$/.test(name));
  return (
    names.every(isTaskFile) && names.some((name) => name.endsWith('api_conversation_history.json'))
  );
}

/** Reads Cline's and Roo Code's sessions. */
export const cline = defineImporter({
  id: 'cline',
  label: 'Cline, Roo Code',
  source: 'Cline, Roo',
  inputs: ['json', 'archive'],
  lists: ['messages[]', '[]'],
  memberOrder: taskOrder,
  sniff: (head) => (head.kind === 'archive' ? isFolder(head) : isDocument(head.records[0])),
  start: (context, input) =>
    input === 'archive' ? new ClineFolders(context) : new ClineDocument(context),
});
