import { callOf, responseOf, textParts } from '../../mechanisms/messages/parts';
import type { Part } from '@/lib/engine/session/schema';
import { countOf, fieldsOf, listOf, textOf, type Fields } from '../../mechanisms/loose-json';
import { inlineAt, inlineBase64 } from '../../mechanisms/messages/inline-data';
import { argumentsOf, jsonIn, plain } from '../../mechanisms/messages/json-text';

/** The end of an answer. */
interface Finish {
  readonly reason: string;
  /** What went wrong; empty if nothing did. */
  readonly message: string;
}

/** Content of a message. */
export interface CrushParts {
  readonly parts: readonly Part[];
  readonly finish: Finish | null;
}

/** Reads the `parts` column, JSON text of a list; null if it is not that. */
export function readParts(text: string | null): CrushParts | null {
  const list = text === null ? undefined : jsonIn(text);
  if (!Array.isArray(list)) return null;
  let finish: Finish | null = null;
  const parts = listOf(list).flatMap((item): readonly Part[] => {
    const part = fieldsOf(item);
    const data = fieldsOf(part?.['data']);
    if (part === null || data === null) return [];
    if (part['type'] === 'finish') {
      finish = finishOf(data);
      return [];
    }
    return readPart(textOf(part['type']) ?? 'unknown', data);
  });
  return { parts, finish };
}

const finishOf = (data: Fields): Finish => ({
  reason: textOf(data['reason']) ?? 'unknown',
  message: [textOf(data['message']), textOf(data['details'])].filter(Boolean).join(' '),
});

function readPart(type: string, data: Fields): readonly Part[] {
  switch (type) {
    case 'text':
      return textParts(data['text']);
    case 'reasoning':
      return textParts(data['thinking'], 'thought');
    case 'tool_call':
      return [callOf(textOf(data['id']), nameOf(data), argumentsOf(data['input']))];
    case 'tool_result':
      return resultParts(data);
    case 'shell_command':
      return textParts(shellText(data));
    case 'binary':
      return [media(textOf(data['Data']), textOf(data['MIMEType']))];
    case 'image_url':
      return [inlineAt(textOf(data['url']) ?? '', 'image/*', data['detail'])];
    default:
      return [{ kind: 'other', type: `part:${type.slice(0, 60)}`, value: plain(data) }];
  }
}

const nameOf = (data: Fields): string => textOf(data['name']) ?? 'unknown';

/** A result's text, and beside it the picture or file that it holds. */
function resultParts(data: Fields): readonly Part[] {
  const response = { result: textOf(data['content']) ?? '' };
  const own = responseOf(textOf(data['tool_call_id']), nameOf(data), response);
  const bytes = textOf(data['data']);
  return bytes === null ? [own] : [own, media(bytes, textOf(data['mime_type']))];
}

const media = (data: string | null, mime: string | null): Part =>
  inlineBase64(data ?? '', mime ?? 'application/octet-stream');

/** A command of the user as the model reads it. */
const shellText = (data: Fields): string =>
  `$ ${textOf(data['command']) ?? ''}\n${textOf(data['output']) ?? ''}\n(exit code ${countOf(data['exit_code']) ?? 0})`;
