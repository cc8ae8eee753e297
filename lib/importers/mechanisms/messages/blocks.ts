import type { Part } from '@/lib/session/schema';
import { callOf, joinedTexts, responseOf, textParts } from './parts';
import { ContentReader } from './anthropic-contents';
import { fieldsOf, firstText, listOf, textOf, type Fields } from '../loose-json';
import { inlineAt, inlineBase64, inlineText } from './inline-data';
import { argumentsOf, plain } from './json-text';
import type { CallNames } from './turns';

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
    if (block !== null) for (const part of readBlock(block, names)) parts.push(part);
  }
}

function readBlock(block: Fields, names: CallNames): readonly Part[] {
  const type = textOf(block['type']) ?? ('text' in block ? 'text' : 'unknown');
  switch (type) {
    case 'text':
    case 'input_text':
    case 'output_text':
    case 'summary_text':
    case 'reasoning_text':
      return textParts(textOf(block['text']) ?? textOf(block['content']));
    case 'compaction':
      // Anthropic's block holds the summary, OpenAI's item only ciphertext.
      return typeof block['content'] === 'string'
        ? textParts(block['content'])
        : [otherPart(type, block)];
    case 'refusal':
      return textParts(textOf(block['refusal']));
    case 'thinking':
    case 'redacted_thinking':
    case 'reasoning':
      return [{ kind: 'thought', text: thoughtText(block) }];
    case 'image_url':
    case 'input_image':
    case 'input_audio':
    case 'audio':
    case 'file':
    case 'input_file':
    case 'image':
    case 'image-data':
    case 'file-data':
    case 'media':
    case 'document':
    case 'blob':
    case 'uri':
    case 'video':
      return [readMedia(type, block)];
    case 'tool_use':
    case 'server_tool_use':
    case 'mcp_tool_use':
    case 'tool_call':
    case 'tool-call':
      return [readCall(block, names)];
    case 'tool_result':
    case 'mcp_tool_result':
    case 'tool_call_response':
    case 'tool-result':
    case 'tool-error':
      return readResult(block, names);
    default:
      return [otherPart(type, block)];
  }
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
