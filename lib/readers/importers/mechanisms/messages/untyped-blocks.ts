/**
 * Content blocks without a type: Bedrock's Converse names a block's kind by its only key, Python's dataclasses
 * (Claude Agent SDK) by their fields. https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_ContentBlock.html
 * and https://github.com/anthropics/claude-agent-sdk-python/blob/main/src/claude_agent_sdk/types.py
 */
import { fieldsOf, listOf, textOf, type Fields } from '../loose-json';

/** The block in the words of typed ones; null for one whose kind its fields do not show. */
export function typedBlock(block: Fields): Fields | null {
  return converseBlock(block) ?? dataclassBlock(block);
}

/** Kinds of Converse that hold bytes, and the type of such a block elsewhere. */
const MEDIA: Readonly<Record<string, string>> = {
  image: 'image',
  document: 'file',
  video: 'video',
  audio: 'audio',
};

function converseBlock(block: Fields): Fields | null {
  const use = fieldsOf(block['toolUse']);
  if (use !== null) {
    return { type: 'tool_use', id: use['toolUseId'], name: use['name'], input: use['input'] };
  }
  const result = fieldsOf(block['toolResult']);
  if (result !== null) {
    const id = result['toolUseId'];
    return { type: 'tool_result', tool_use_id: id, content: resultContent(result['content']) };
  }
  const reasoning = fieldsOf(block['reasoningContent']);
  if (reasoning !== null) {
    return { type: 'thinking', thinking: fieldsOf(reasoning['reasoningText'])?.['text'] };
  }
  const guarded = fieldsOf(fieldsOf(block['guardContent'])?.['text']);
  if (guarded !== null) return { type: 'text', text: guarded['text'] };
  const cited = fieldsOf(block['citationsContent']);
  if (cited !== null) return { type: 'text', text: joined(cited['content']) };
  return mediaBlock(block);
}

const joined = (blocks: unknown): string =>
  listOf(blocks)
    .map((item) => textOf(fieldsOf(item)?.['text']) ?? '')
    .join('');

/** A result's only value as it is; else a list of typed blocks. */
function resultContent(content: unknown): unknown {
  const blocks = listOf(content).map(fieldsOf);
  const [only] = blocks;
  if (blocks.length === 1 && only !== undefined && only !== null && 'json' in only) {
    return only['json'];
  }
  return blocks.flatMap((block) => {
    if (block === null) return [];
    if ('json' in block) return [{ type: 'text', text: JSON.stringify(block['json']) }];
    if (typeof block['type'] === 'string') return [block];
    return [typedBlock(block) ?? { type: 'text', ...block }];
  });
}

/** A picture or a file: its bytes in base64, plain or in the wrapper of Strands' sessions. */
function mediaBlock(block: Fields): Fields | null {
  for (const [key, type] of Object.entries(MEDIA)) {
    const media = fieldsOf(block[key]);
    const source = fieldsOf(media?.['source']);
    if (media === null || source === null) continue;
    if (typeof source['text'] === 'string') return { type: 'text', text: source['text'] };
    if (Array.isArray(source['content'])) return { type: 'text', text: joined(source['content']) };
    const bytes = fieldsOf(source['bytes'])?.['data'] ?? source['bytes'];
    const uri = fieldsOf(source['s3Location'])?.['uri'];
    const mediaType = `${type === 'file' ? 'application' : type}/${textOf(media['format']) ?? '*'}`;
    return { type, mediaType, ...(typeof uri === 'string' ? { uri } : { data: bytes }) };
  }
  return null;
}

function dataclassBlock(block: Fields): Fields | null {
  if (typeof block['tool_use_id'] === 'string' && 'content' in block) {
    return { type: 'tool_result', ...block };
  }
  if (typeof block['thinking'] === 'string' && 'signature' in block) {
    return { type: 'thinking', ...block };
  }
  const call = typeof block['id'] === 'string' && typeof block['name'] === 'string';
  return call && 'input' in block ? { type: 'tool_use', ...block } : null;
}

/** A mark in the content that holds nothing: where the cache ends. */
export const isMark = (block: Fields): boolean =>
  'cachePoint' in block && Object.keys(block).length === 1;
