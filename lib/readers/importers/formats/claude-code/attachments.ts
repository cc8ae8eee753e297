import type { Part, TouchedFile } from '@/lib/engine/session/schema';
import { fieldsOf, listOf, textOf, type Fields } from '../../mechanisms/loose-json';
import { ContentReader } from '../../mechanisms/messages/anthropic-contents';
import { shownFile } from './touched-files';

/** Hooks whose output the agent puts before the model. */
const PROMPT_HOOKS = new Set(['SessionStart', 'UserPromptSubmit']);

const lines = (value: unknown): string =>
  textOf(value) ??
  listOf(value)
    .flatMap((line) => textOf(line) ?? [])
    .join('\n');

/** Text fields of a list's objects, one object per line: "Bash · run the tests · pending". */
function rows(value: unknown, fields: readonly string[]): string {
  return listOf(value)
    .map((item) => {
      const row = fieldsOf(item);
      return row ? fields.flatMap((field) => textOf(row[field]) ?? []).join(' · ') : '';
    })
    .join('\n');
}

/** Text of a file: `content`, plain or wrapped once or twice. */
function fileText(value: unknown): string {
  const content = fieldsOf(value);
  const inner = fieldsOf(content?.['file']) ?? content;
  return lines(inner?.['content'] ?? value);
}

const diagnosticsText = (files: unknown): string =>
  listOf(files)
    .map((item) => {
      const file = fieldsOf(item);
      const found = rows(file?.['diagnostics'], ['severity', 'message', 'source', 'code']);
      return `${textOf(file?.['uri']) ?? ''}\n${found}`;
    })
    .join('\n');

const readers: ReadonlyMap<string, (attachment: Fields) => string | null> = new Map([
  ['skill_listing', (a: Fields) => lines(a['content'])],
  ['deferred_tools_delta', (a) => lines(a['addedLines'])],
  ['agent_listing_delta', (a) => lines(a['addedLines'])],
  ['mcp_instructions_delta', (a) => lines(a['addedBlocks'])],
  ['task_reminder', (a) => rows(a['content'], ['id', 'subject', 'content', 'status'])],
  ['todo_reminder', (a) => rows(a['content'], ['id', 'subject', 'content', 'status'])],
  ['edited_text_file', (a) => `${textOf(a['filename']) ?? ''}\n${lines(a['snippet'])}`],
  ['diagnostics', (a) => diagnosticsText(a['files'])],
  ['file', (a) => `${textOf(a['filename']) ?? ''}\n${fileText(a['content'])}`],
  ['nested_memory', (a) => `${textOf(a['path']) ?? ''}\n${fileText(a['content'])}`],
  ['plan_mode', (a) => lines(a['content']) || (textOf(a['planFilePath']) ?? '')],
  ['hook_additional_context', (a) => lines(a['content'])],
  [
    'hook_success',
    (a) => (PROMPT_HOOKS.has(textOf(a['hookEvent']) ?? '') ? lines(a['content']) : null),
  ],
]);

/**
 * The parts that an attachment line adds to the prompt: its text, without the agent's fixed words
 * around it. Null for types that never reach the model.
 */
export function attachmentParts(attachment: Fields): readonly Part[] | null {
  const type = textOf(attachment['type']) ?? '';
  if (type === 'queued_command') return new ContentReader().read(attachment['prompt']).parts;
  const text = readers.get(type)?.(attachment) ?? null;
  return text === null ? null : [{ kind: 'text', text }];
}

/** The file that an attachment shows whole or in part; null for other attachments. */
export function attachedFile(attachment: Fields | null): TouchedFile | null {
  if (textOf(attachment?.['type']) !== 'file') return null;
  const file = fieldsOf(fieldsOf(attachment?.['content'])?.['file']);
  return file && shownFile(file);
}
