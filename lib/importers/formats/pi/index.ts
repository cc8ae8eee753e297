/**
 * pi coding agent sessions, `~/.pi/agent/sessions/<folder>/<time>_<id>.jsonl`; versions 1 to 3.
 * https://github.com/earendil-works/pi/blob/main/packages/coding-agent/docs/session-format.md
 */
import type { Json } from '@/lib/session/schema';
import { defineImporter } from '../../importer';
import { fieldsOf } from '../../mechanisms/loose-json';
import { PiReader } from './reader';

/** True for the file's first line, or a model's message with usage as only pi writes it. */
function isPiLine(record: Json): boolean {
  const line = fieldsOf(record);
  if (!line) return false;
  if (line['type'] === 'session') {
    return typeof line['id'] === 'string' && typeof line['cwd'] === 'string';
  }
  const message = line['type'] === 'message' ? fieldsOf(line['message']) : null;
  if (message?.['role'] !== 'assistant' || typeof message['stopReason'] !== 'string') return false;
  return Object.hasOwn(fieldsOf(message['usage']) ?? {}, 'cacheRead');
}

/** Reads pi's JSONL: the path to the newest line, and abandoned branches as linked sessions. */
export const pi = defineImporter({
  id: 'pi',
  label: 'pi',
  inputs: ['jsonl'],
  sniff: ({ records }) => records.some(isPiLine),
  start: (context) => new PiReader(context),
});
