/**
 * GitHub Copilot Chat's debug logs, `debug-logs/<session>/main.jsonl` and those of its child sessions:
 * https://github.com/microsoft/vscode-copilot-chat/blob/main/src/extension/chat/vscode-node/chatDebugFileLoggerService.ts
 */
import type { Json } from '@/lib/session/schema';
import { defineImporter } from '../../importer';
import { fieldsOf } from '../../mechanisms/loose-json';
import { CopilotDebugReader } from './reader';

/** True for an entry: a span of the telemetry, shortened. */
function isEntry(record: Json): boolean {
  const entry = fieldsOf(record);
  if (entry === null || fieldsOf(entry['attrs']) === null) return false;
  return (
    typeof entry['ts'] === 'number' &&
    ['sid', 'type', 'name', 'spanId'].every((name) => typeof entry[name] === 'string') &&
    (entry['status'] === 'ok' || entry['status'] === 'error')
  );
}

/** Reads Copilot Chat's debug logs: counted calls, with texts that the log has cut. */
export const copilotDebug = defineImporter({
  id: 'copilot-debug',
  label: 'GitHub Copilot debug log',
  source: 'Copilot debug',
  inputs: ['jsonl'],
  sniff: ({ records }) => records.some(isEntry),
  start: (context) => new CopilotDebugReader(context),
});
