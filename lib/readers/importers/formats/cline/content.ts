import type { Part } from '@/lib/engine/session/schema';
import { fieldsOf, listOf, textOf } from '../../mechanisms/loose-json';
import { readBlocks } from '../../mechanisms/messages/blocks';
import type { CallNames } from '../../mechanisms/messages/turns';

/** Parts of a message; a file that was mentioned is sent as its path and its text. */
export function readContent(content: unknown, names: CallNames): readonly Part[] {
  if (!Array.isArray(content)) return readBlocks(content, names);
  return listOf(content).flatMap((item): readonly Part[] => {
    const block = fieldsOf(item);
    const text = block?.['type'] === 'file' ? textOf(block['content']) : null;
    if (block === null || text === null) return readBlocks(item, names);
    return [{ kind: 'text', text: `${textOf(block['path']) ?? 'file'}\n${text}` }];
  });
}
