import type { Part } from '@/lib/engine/session/schema';
import { callOf, joinedTexts, responseOf, textParts } from './parts';
import { ContentReader } from './anthropic-contents';
import { fieldsOf, firstText, listOf, textOf, type Fields } from '../loose-json';
import { inlineAt, inlineBase64, inlineText } from './inline-data';
import { argumentsOf, plain } from './json-text';
import type { CallNames } from './turns';
import { isMark, typedBlock } from './untyped-blocks';

/** The parts of a message's content: a text, a block or a list of these, of any provider. */
export function readBlocks(content: unknown, names: CallNames): readonly Part[] {
  const parts: Part[] = [];
  addBlocks(parts, content, names);
  return parts;
}

function addBlocks(parts: Part[], content: unknown, names: CallNames): void {
  if (typeof content === 'string') {
    if (content !== '') parts.push({ kind: 'text', text: content });
  } else if (Array.isArray(content)) {
    for (const item of content) addBlocks(parts, item, names);
  } else {
    const block = fieldsOf(content);
    if (block === null || isMark(block)) return;
    const typed = typeof block['type'] === 'string' ? block : (typedBlock(block) ?? block);
    for (const part of readBlock(typed, names)) parts.push(part);
  }
}

/** Types of blocks, in the words of every provider and framework, by what they hold. */
const BLOCKS = {
  text: ['text', 'input_text', 'output_text', 'summary_text', 'reasoning_text'],
  thought: ['thinking', 'redacted_thinking', 'reasoning'],
  picture: ['image_url', 'input_image', 'image', 'image-data', 'imageUrl'],
  sound: ['input_audio', 'audio', 'video'],
  file: ['file', 'input_file', 'file-data', 'media', 'document', 'blob', 'uri'],
  call: ['tool_use', 'server_tool_use', 'mcp_tool_use', 'tool_call', 'tool-call'],
  result: ['tool_result', 'mcp_tool_result', 'tool_call_response', 'tool-result', 'tool-error'],
};

const contentOf: ReadonlyMap<string, string> = new Map(
  Object.entries(BLOCKS).flatMap(([content, types]) =>
    types.map((type) => [type, content] as const),
  ),
);

function readBlock(block: Fields, names: CallNames): readonly Part[] {
  const type = textOf(block['type']) ?? ('text' in block ? 'text' : 'unknown');
  switch (contentOf.get(type)) {
    case 'text':
      return textParts(textOf(block['text']) ?? block['content']);
    case 'thought':
      return [{ kind: 'thought', text: thoughtText(block) }];
    case 'picture':
    case 'sound':
    case 'file':
      return [readMedia(type, block)];
    case 'call':
      return [readCall(block, names)];
    case 'result':
      return readResult(block, names);
    default:
      return readOther(type, block);
  }
}

function readOther(type: string, block: Fields): readonly Part[] {
  if (type === 'refusal') return textParts(block['refusal']);
  // Anthropic's block holds the summary, OpenAI's item only ciphertext.
  const summary = type === 'compaction' ? block['content'] : null;
  return typeof summary === 'string' ? textParts(summary) : [otherPart(type, block)];
}

/** The text of thinking; empty if it is encrypted. */
function thoughtText(block: Fields): string {
  const whole = textOf(block['thinking']) ?? textOf(block['text']) ?? textOf(block['reasoning']);
  if (whole !== null) return whole;
  const pieces = [block['content'], block['summary']].map((list) =>
    typeof list === 'string'
      ? list
      : listOf(list)
          .map((item) => textOf(fieldsOf(item)?.['text']) ?? '')
          .join('\n'),
  );
  return pieces.find((text) => text !== '') ?? '';
}

/** A block that no estimator reads; fields that move between requests (cache marks) are removed. */
export function otherPart(type: string, block: Fields): Part {
  const { cache_control: _mark, ...rest } = block;
  return { kind: 'other', type: `block:${type}`, value: plain(rest) };
}

/** Bytes of a picture, a sound or a file, if the block holds them. */
function readMedia(type: string, block: Fields): Part {
  const source = fieldsOf(block['source']);
  if (source !== null) return readSource(block);
  const nested = fieldsOf(block[type]) ?? {};
  const at = (name: string): string | null => textOf(nested[name]) ?? textOf(block[name]);
  const mime = mimeOf(type, at);
  const address = at('url') ?? at('uri') ?? at('image_url') ?? at('file_url');
  const detail = at('detail');
  if (address !== null) return inlineAt(address, mime, detail);
  const data = at('data') ?? at('file_data') ?? at(type) ?? at('base64') ?? at('content');
  if (data !== null) return inlineText(data, mime, detail);
  return otherPart(type, block);
}

function mimeOf(type: string, at: (name: string) => string | null): string {
  const named = at('mediaType') ?? at('mimeType') ?? at('mime_type') ?? at('media_type');
  if (named !== null) return named;
  const format = at('format');
  if (type === 'input_audio' || type === 'audio') return `audio/${format ?? '*'}`;
  return type.includes('image') ? 'image/*' : 'application/octet-stream';
}

/** Anthropic's images and documents; blocks inside them give several parts. */
function readSource(block: Fields): Part {
  const source = fieldsOf(block['source']);
  const url = textOf(source?.['url']);
  if (url !== null) return inlineAt(url, textOf(source?.['media_type']) ?? 'image/*');
  const [part] = new ContentReader().read([block]).parts;
  return part?.kind === 'text' || part?.kind === 'inline' ? part : inlineBase64('', 'image/*');
}

/** A call as a content block: Anthropic's, LangChain's, OpenTelemetry's or the AI SDK's. */
function readCall(block: Fields, names: CallNames): Part {
  const id = textOf(block['id']) ?? textOf(block['toolCallId']) ?? textOf(block['tool_call_id']);
  const name = textOf(block['name']) ?? textOf(block['toolName']) ?? 'unknown';
  const input = block['input'] ?? block['args'] ?? block['arguments'];
  return callPart({ id, name, args: input }, names);
}

/** A call; stores the name for its result. */
export function callPart(
  { id, name, args }: { id: string | null; name: string; args: unknown },
  names: CallNames,
): Part {
  if (id !== null) names.made(id, name);
  return callOf(id, name, argumentsOf(args));
}

function readResult(block: Fields, names: CallNames): readonly Part[] {
  const id = firstText(block, ['tool_use_id', 'toolCallId', 'tool_call_id', 'id']);
  const name = textOf(block['toolName']) ?? textOf(block['name']);
  const content =
    block['content'] ?? block['output'] ?? block['result'] ?? block['response'] ?? block['error'];
  return responseParts({ id, name, content }, names);
}

/**
 * A result as one response part, its texts joined; pictures inside it become separate parts. Other
 * content is the result unchanged.
 */
export function responseParts(
  { id, name, content }: { id: string | null; name?: string | null; content: unknown },
  names: CallNames,
): readonly Part[] {
  const called = (id === null ? null : names.name(id)) ?? name ?? id ?? 'unknown';
  const { result, media } = resultOf(content, names);
  return [responseOf(id, called, { result }), ...media];
}

/**
 * The value inside the AI SDK's wrapper: `{type: 'text' | 'json' | 'content' | 'error-text' | …,
 * value}`.
 */
function unwrapped(content: unknown): unknown {
  const fields = fieldsOf(content);
  const wrapped = fields !== null && typeof fields['type'] === 'string' && 'value' in fields;
  return wrapped ? fields['value'] : content;
}

function resultOf(content: unknown, names: CallNames) {
  const value = unwrapped(content);
  if (typeof value === 'string') return { result: value, media: [] };
  const blocks = Array.isArray(value) && value.length > 0 && value.every(isBlock);
  if (!blocks) return { result: plain(value ?? ''), media: [] };
  const parts = readBlocks(value, names);
  return { result: joinedTexts(parts), media: parts.filter(({ kind }) => kind !== 'text') };
}

const isBlock = (value: unknown): boolean => typeof fieldsOf(value)?.['type'] === 'string';
