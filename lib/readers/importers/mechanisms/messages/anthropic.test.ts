import { expect, test } from 'vitest';
import { readAnthropicMessages, readAnthropicSystem, readChatTools } from './openai-chat';

const text = (value: string) => ({ kind: 'text', text: value }) as const;

test('blocks of a request; what marks the cache is no content', () => {
  const messages = readAnthropicMessages([
    { role: 'user', content: 'Look' },
    {
      role: 'assistant',
      content: [
        { type: 'thinking', thinking: 'hm', signature: 's' },
        { type: 'tool_use', id: 't1', name: 'Read', input: { path: 'a' } },
      ],
    },
    {
      role: 'user',
      content: [
        {
          type: 'tool_result',
          tool_use_id: 't1',
          content: [
            { type: 'text', text: 'one' },
            { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AAAA' } },
          ],
          cache_control: { type: 'ephemeral' },
        },
        { type: 'container_upload', file_id: 'f', cache_control: { type: 'ephemeral' } },
        { type: 'text', text: 'now' },
      ],
    },
  ]);
  expect(messages).toEqual([
    { role: 'user', parts: [text('Look')] },
    {
      role: 'model',
      parts: [
        { kind: 'thought', text: 'hm' },
        { kind: 'call', name: 'Read', id: 't1', args: { path: 'a' } },
      ],
    },
    {
      role: 'user',
      parts: [
        { kind: 'response', name: 'Read', id: 't1', response: { result: 'one' } },
        { kind: 'inline', mime: 'image/png', bytes: 3 },
        {
          kind: 'other',
          type: 'block:container_upload',
          value: { type: 'container_upload', file_id: 'f' },
        },
        text('now'),
      ],
    },
  ]);
});

test('the system prompt is a text or blocks; null where there is none', () => {
  expect(readAnthropicSystem('Be brief.')).toEqual([text('Be brief.')]);
  expect(readAnthropicSystem([{ type: 'text', text: 'a', cache_control: {} }])).toEqual([
    text('a'),
  ]);
  expect(readAnthropicSystem(undefined)).toBeNull();
});

test('tools by name, description and schema; the provider’s own by their name', () => {
  const schema = { type: 'object', properties: {} };
  expect(
    readChatTools([
      { name: 'Read', description: 'Reads', input_schema: schema, cache_control: {} },
      { type: 'bash_20250124', name: 'bash' },
    ]),
  ).toEqual([
    { name: 'Read', description: 'Reads', schema },
    { name: 'bash', description: '', schema: null },
  ]);
});

test('nesting beyond the limit is kept as nothing, not thrown', () => {
  let deep: unknown = 1;
  for (let i = 0; i < 300; i++) deep = [deep];
  const [message] = readAnthropicMessages([
    { role: 'assistant', content: [{ type: 'tool_use', id: 't', name: 'f', input: deep }] },
  ]);
  expect(message?.parts).toEqual([{ kind: 'call', name: 'f', id: 't', args: null }]);
});
