import { callOf, joinedTexts, responseOf, textParts } from '../../mechanisms/messages/parts';
import { isPlainJson } from '@/lib/engine/base/json-depth';
import type { NoticeList } from '@/lib/engine/session/notice-list';
import type {
  FailedCompaction,
  Json,
  Part,
  RecordedCompaction,
  Tool,
} from '@/lib/engine/session/schema';
import {
  countOf,
  fieldsOf,
  listOf,
  numberOf,
  textOf,
  type Fields,
} from '../../mechanisms/loose-json';
import { inlineBase64 } from '../../mechanisms/messages/inline-data';
import { plain } from '../../mechanisms/messages/json-text';
import { readRefusal } from '../../mechanisms/refusals/read-refusal';
import { stepUsage } from '../../mechanisms/session-facts';

/** Place of a model's message. */
interface StepPlace {
  readonly label: string;
  readonly at: number;
  readonly time: string | null;
}

/**
 * Reads a model's message. pi ignores the usage of an aborted or broken call, so such a count is
 * known but not reported; all zero counts as none.
 */
export function readPiStep(message: Fields, place: StepPlace, notices: NoticeList) {
  const reason = textOf(message['stopReason']);
  const failed = reason === 'aborted' || reason === 'error';
  const usage = stepUsage(notices, message['usage'], 'pi', place.at);
  const base = { model: textOf(message['model']), time: place.time, ...usage };
  if (!failed) {
    const lengthStop = reason === 'length';
    return {
      input: {
        label: place.label,
        lengthStop,
        ...base,
      } /** Aborted by the user or ended by an error. */,
      failed,
    };
  }
  const refusal = reason === 'error' ? readRefusal(textOf(message['errorMessage']) ?? '') : null;
  if (refusal !== null) {
    const real = usage.real ?? refusal.real;
    const input = { ...base, ...refusal, real, rejected: true, label: place.label };
    return { input, failed };
  }
  return { input: { ...base, reported: false, label: reason }, failed };
}

/** What pi sends around a summary, which its file holds alone. */
const SUMMARY_FRAME = [
  'The conversation history before this point was compacted into the following summary:\n\n<summary>\n',
  '\n</summary>',
];

/** Facts of a compaction line. */
export type PiCompaction = ReturnType<typeof readPiCompaction>;

/** A message replaced in later requests, or (without parts) removed from them. */
export interface PiEdit {
  readonly target: string | null;
  readonly parts: readonly Part[];
  readonly time: string | null;
}

/** Reads a `compaction` line. */
export function readPiCompaction(line: Fields, time: string | null) {
  const tail = line['retainedTail'];
  const summary = textOf(line['summary']);
  return {
    summary: summary === null ? [] : textParts(SUMMARY_FRAME.join(summary)),
    trigger: triggerOf(line['reason']),
    preTokens: countOf(line['tokensBefore']),
    time,
    /** The first entry that stayed: an identifier, or (version 1) a record of the file from 0. */
    firstKept: textOf(line['firstKeptEntryId']) ?? countOf(line['firstKeptEntryIndex']),
    /** Times of the messages that newer versions repeat after the summary; null in older versions. */
    tail: Array.isArray(tail)
      ? listOf(tail).map((message) => numberOf(fieldsOf(message)?.['timestamp']))
      : null,
  };
}

/** Reads the end of a compaction without a result in the event stream; null where none was tried. */
export function readPiFailure(line: Fields, time: string | null): Partial<FailedCompaction> | null {
  const aborted = line['aborted'] === true ? 'aborted' : null;
  const reason = textOf(line['errorMessage']) ?? aborted;
  return reason === null ? null : { trigger: triggerOf(line['reason']), reason, time };
}

/** Trigger of a compaction; only the event stream holds it, the session file does not. */
function triggerOf(reason: unknown): RecordedCompaction['trigger'] {
  if (reason === 'manual') return 'manual';
  return reason === 'threshold' || reason === 'overflow' ? 'auto' : 'unknown';
}

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
  return isPlainJson(args) ? callOf(id, name, args) : null;
}

/** A tool's result: its texts joined; pictures become separate parts. */
export function readPiResult(message: Fields): PiContent {
  const { parts, refused } = readPiContent(message['content']);
  const id = textOf(message['toolCallId']);
  const name = textOf(message['toolName']) ?? id ?? 'unknown';
  const own = responseOf(id, name, { result: joinedTexts(parts) });
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

/** The system prompt of a recorded system message: a text, and since 1.0 sections by name. */
export function readPiPrompt(message: Fields): readonly Part[] {
  const { parts } = readPiContent(message['content'] ?? message['systemPrompt']);
  const sections = Object.values(fieldsOf(message['sections']) ?? {});
  const texts = [...parts, ...sections.flatMap((section) => textParts(section))];
  return texts.filter((part) => part.kind !== 'text' || part.text !== '');
}

/** UTF-16 units of a recorded system message, of which pi counts ⌈units ÷ 4⌉: its texts, its tools as JSON. Earlier than 1.0 undefined. */
export function piPromptLength(message: Fields, prompt: readonly Part[]): number | undefined {
  if (message['sections'] === undefined) return undefined;
  const texts = prompt.reduce(
    (sum, part) => sum + (part.kind === 'text' ? part.text.length : 0),
    0,
  );
  const tools = message['toolsAdded'];
  return texts + (tools === undefined ? 0 : JSON.stringify(tools).length);
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
