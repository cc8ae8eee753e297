import { joinedTexts } from '../../mechanisms/messages/parts';
import type { Json, Part } from '@/lib/engine/session/schema';
import { fieldsOf, listOf, textOf, type Fields } from '../../mechanisms/loose-json';
import { callPart, otherPart, readBlocks, responseParts } from '../../mechanisms/messages/blocks';
import { inlineAt } from '../../mechanisms/messages/inline-data';
import type { CallNames } from '../../mechanisms/messages/turns';

/** Parts of media, the fields of their addresses and what they are of. */
const MEDIA: Readonly<Record<string, readonly [field: string, mime: string]>> = {
  image_url: ['imageUrl', 'image/*'],
  audio_url: ['audioUrl', 'audio/*'],
  video_url: ['videoUrl', 'video/*'],
};

/** A content part; encrypted thoughts have no text. */
export function readPart(value: unknown, names: CallNames): readonly Part[] {
  const part = fieldsOf(value);
  if (part === null) return [];
  const type = textOf(part['type']) ?? 'unknown';
  if (type === 'think') return [{ kind: 'thought', text: textOf(part['think']) ?? '' }];
  const media = MEDIA[type];
  if (media === undefined) return readBlocks(part, names);
  const [field, mime] = media;
  const address = textOf(fieldsOf(part[field])?.['url']);
  return address === null ? [otherPart(type, part)] : [inlineAt(address, mime)];
}

/** The content of a message and the calls beside it. */
export function readMessage(message: Fields, names: CallNames): readonly Part[] {
  const parts = listOf(message['content']).flatMap((part) => readPart(part, names));
  const calls = listOf(message['toolCalls']).flatMap((value): readonly Part[] => {
    const call = fieldsOf(value);
    const name = textOf(call?.['name']);
    if (call === null || name === null) return [];
    return [callPart({ id: textOf(call['id']), name, args: call['arguments'] ?? {} }, names)];
  });
  return [...parts, ...calls];
}

/**
 * A tool's result as Kimi holds and counts it. What it adds when it sends one is left out: the time that a command
 * took, a line that says that the tool failed or gave nothing, and notes on files.
 */
export function readResult(
  id: string | null,
  { output, isError }: Fields,
  names: CallNames,
): readonly Part[] {
  const parts = listOf(output).flatMap((part) => readPart(part, names));
  const text = typeof output === 'string' ? output : joinedTexts(parts);
  const media = parts.filter(({ kind }) => kind !== 'text');
  const results = responseParts({ id, content: text }, names);
  const shown = isError === true ? results.map(asError) : results;
  return [...shown, ...media];
}

const asError = (part: Part): Part =>
  part.kind === 'response' && fieldsOf(part.response) !== null
    ? { ...part, response: { error: fieldsOf(part.response)?.['result'] as Json } }
    : part;
