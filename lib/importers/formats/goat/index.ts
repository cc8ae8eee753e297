/**
 * Goat's sessions, `<sessions>/<id>/messages.jsonl`:
 * https://github.com/jack-phare/goat/blob/main/pkg/session/store.go (files) and
 * https://github.com/jack-phare/goat/blob/main/pkg/agent/interfaces.go (`MessageEntry`); its document
 * `docs/diagrams/09-session-persistence.md` shows the same lines without the inner `message`. The
 * messages that Goat sends to its host are those of Claude Code's stream, which its importer reads.
 */
import type { Json } from '@/lib/session/schema';
import { defineImporter } from '../../importer';
import { fieldsOf, timeOf } from '../../mechanisms/loose-json';
import { GoatReader } from './reader';

const KEYS = ['message', 'timestamp', 'uuid'];

/** True for a line of three fields whose message is one of Chat Completions. */
function isEntry(record: Json): boolean {
  const line = fieldsOf(record);
  if (line === null || Object.keys(line).sort().join() !== KEYS.join()) return false;
  const message = fieldsOf(line['message']);
  return (
    typeof line['uuid'] === 'string' &&
    timeOf(line) !== null &&
    typeof message?.['role'] === 'string' &&
    !Object.hasOwn(message, 'parts')
  );
}

/** Reads Goat's messages; they hold neither counts nor compactions. */
export const goat = defineImporter({
  id: 'goat',
  label: 'Goat',
  inputs: ['jsonl'],
  sniff: ({ records }) => records.length > 0 && records.every(isEntry),
  start: (context) => new GoatReader(context),
});
