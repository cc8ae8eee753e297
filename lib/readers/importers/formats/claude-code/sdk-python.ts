/**
 * Messages of the Claude Agent SDK for Python as their dataclasses are dumped (`asdict`): the stream's lines without
 * their types. https://github.com/anthropics/claude-agent-sdk-python/blob/main/src/claude_agent_sdk/types.py
 */
import { fieldsOf, listOf, textOf, type Fields } from '../../mechanisms/loose-json';
import { typedBlock } from '../../mechanisms/messages/untyped-blocks';

/** The line of the stream that a message was made of; any other object as it is. */
export function streamLineOf(line: Fields | null): Fields | null {
  // Some dumps name the class beside the fields.
  if (line === null || 'message' in line || (line['type'] ?? 'x') === 'system') return line;
  const { data, subtype } = line;
  const raw = fieldsOf(data);
  if (raw !== null && typeof subtype === 'string') return raw;
  if ('num_turns' in line && 'duration_ms' in line && line['type'] !== 'result') {
    const { model_usage: models } = line;
    return { ...line, type: 'result', ...(models !== undefined && { modelUsage: models }) };
  }
  if (!('parent_tool_use_id' in line) || !('content' in line)) return line;
  return 'model' in line ? assistantLine(line) : userLine(line);
}

function assistantLine(line: Fields): Fields {
  const { content, model, usage, message_id: id, stop_reason: stopped, error, ...rest } = line;
  return {
    ...rest,
    type: 'assistant',
    ...(typeof error === 'string' && { error }),
    message: {
      role: 'assistant',
      model,
      content: blocksOf(content),
      ...(textOf(id) !== null && { id }),
      ...(fieldsOf(usage) !== null && { usage }),
      ...(textOf(stopped) !== null && { stop_reason: stopped }),
    },
  };
}

function userLine({ content, ...rest }: Fields): Fields {
  return { ...rest, type: 'user', message: { role: 'user', content: blocksOf(content) } };
}

/** Blocks with the types that the dataclasses stand for; a text as it is. */
const blocksOf = (content: unknown): unknown =>
  Array.isArray(content)
    ? listOf(content).map((item) => {
        const block = fieldsOf(item);
        if (block === null || typeof block['type'] === 'string') return item;
        return typedBlock(block) ?? { type: 'text', ...block };
      })
    : content;
