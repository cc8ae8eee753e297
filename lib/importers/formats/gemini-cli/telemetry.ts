/**
 * Gemini CLI's telemetry file, `--telemetry-outfile` or the setting `telemetry.outfile`:
 * https://github.com/google-gemini/gemini-cli/blob/main/packages/core/src/telemetry/types.ts (events) and
 * https://github.com/google-gemini/gemini-cli/blob/main/packages/core/src/telemetry/file-exporters.ts.
 */
import { defineImporter } from '../../importer';
import { geminiCliEvent } from '../../mechanisms/spans/gemini-cli-event';
import { listOf } from '../../mechanisms/loose-json';
import { GeminiTelemetry } from './telemetry-reader';

/** The events hold less than a chat. */
const LESS = 'The telemetry holds no tools, and a system prompt only in newer versions.';

const isEvent = (value: unknown): boolean => geminiCliEvent(value) !== null;

/** Reads the requests and responses that Gemini CLI logs, with their counts and its compressions. */
export const geminiTelemetry = defineImporter({
  id: 'gemini-cli-telemetry',
  label: 'Gemini CLI telemetry',
  source: 'Gemini CLI',
  unseen: 'its source',
  inputs: ['jsonl', 'json'],
  sniff: ({ records }) => records.some((record) => isEvent(record) || listOf(record).some(isEvent)),
  start: (context) => {
    context.receipt.remark(LESS);
    return new GeminiTelemetry(context);
  },
});
