import { isPlainJson } from '@/lib/base/json-depth';
import type { Json, Part, Tool } from '@/lib/session/schema';
import { inlineBase64 } from '../../mechanisms/messages/inline-data';
import { plain } from '../../mechanisms/messages/json-text';
import { fieldsOf, listOf, textOf, type Fields } from '../../mechanisms/loose-json';

/** Parts of a message's content, and the number of blocks nested too deep to be kept. */
export interface PiContent {
  readonly parts: readonly Part[];
  readonly refused: number;
}

/** Reads `content`: a text, or a list of text, image, thinking and toolCall blocks. */
export function readPiContent(content: unknown): PiContent {
  const text = textOf(content);
  if (text !== null) return { parts: [{ kind: 'text', text }], refused: 0 };
  const parts: Part[] = [];
  let refused = 0;
  for (const item of listOf(content)) {
    const block = fieldsOf(item);
    if (block === null) continue;
    const part = readBlock(block);
    if (part === null) refused++;
    else parts.push(part);
  }
  return { parts, refused };
}

function readBlock(block: Fields): Part | null {
  switch (block['type']) {
    case 'text':
      return { kind: 'text', text: textOf(block['text']) ?? '' };
    case 'thinking':
      return { kind: 'thought', text: textOf(block['thinking']) ?? '' };
    case 'image':
      return inlineBase64(
        textOf(block['data']) ?? '',
        textOf(block['mimeType']) ?? 'application/octet-stream',
      );
    case 'toolCall':
      return readCall(block);
    default: {
      const type = textOf(block['type']) ?? 'unknown';
      return isPlainJson(block)
        ? { kind: 'other', type: `pi:${type}`, value: block as Json }
        : null;
    }
  }
}

function readCall(block: Fields): Part | null {
  const name = textOf(block['name']) ?? 'unknown';
  const id = textOf(block['id']);
  const args = (block['arguments'] ?? {}) as Json;
  return isPlainJson(args) ? { kind: 'call', name, ...(id === null ? {} : { id }), args } : null;
}

/** A tool's result: its texts joined; pictures become separate parts. */
export function readPiResult(message: Fields): PiContent {
  const { parts, refused } = readPiContent(message['content']);
  const id = textOf(message['toolCallId']);
  const name = textOf(message['toolName']) ?? id ?? 'unknown';
  const texts = parts.flatMap((part) => (part.kind === 'text' ? [part.text] : []));
  const response = { result: texts.join('\n') };
  const own: Part = { kind: 'response', name, ...(id === null ? {} : { id }), response };
  return { parts: [own, ...parts.filter(({ kind }) => kind !== 'text')], refused };
}

/** A command that the user ran with `!`, as pi sends it. */
export function bashText(message: Fields): string {
  const output = textOf(message['output']);
  const shown = output === null ? '(no output)' : `\`\`\`\n${output}\n\`\`\``;
  const exit = message['exitCode'];
  const end =
    message['cancelled'] === true
      ? '\n\n(command cancelled)'
      : typeof exit === 'number' && exit !== 0
        ? `\n\nCommand exited with code ${exit}`
        : '';
  const whole = textOf(message['fullOutputPath']);
  const cut =
    message['truncated'] === true && whole !== null
      ? `\n\n[Output truncated. Full output: ${whole}]`
      : '';
  return `Ran \`${textOf(message['command']) ?? ''}\`\n${shown}${end}${cut}`;
}

/** Tool definitions of a recorded system message; null without any. */
export function readPiTools(tools: unknown): readonly Tool[] | null {
  if (!Array.isArray(tools)) return null;
  return listOf(tools).flatMap((item) => {
    const tool = fieldsOf(item);
    if (tool === null) return [];
    return [
      {
        name: textOf(tool['name']) ?? '',
        description: textOf(tool['description']) ?? '',
        schema: plain(tool['parameters'] ?? null),
      },
    ];
  });
}
