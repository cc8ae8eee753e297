import { describe, expect, test } from 'vitest';
import { readChatMessages, readChatTools } from './openai-chat';
import { readResponseItems } from './openai-responses';

const text = (value: string) => ({ kind: 'text', text: value }) as const;

describe('Chat Completions', () => {
  test('a call, its result under the tool’s name, system prompts apart', () => {
    const read = readChatMessages([
      { role: 'system', content: 'Be brief.' },
      { role: 'developer', content: [{ type: 'text', text: 'No emoji.' }] },
      {
        role: 'user',
        content: [{ type: 'text', text: 'Weather?', cache_control: { type: 'ephemeral' } }],
      },
      {
        role: 'assistant',
        content: null,
        tool_calls: [
          {
            id: 'c1',
            type: 'function',
            function: { name: 'weather', arguments: '{"city":"Oslo"}' },
          },
          { id: 'c2', type: 'custom', custom: { name: 'patch', input: '*** Begin' } },
        ],
      },
      { role: 'tool', tool_call_id: 'c1', content: 'rain' },
      {
        role: 'tool',
        tool_call_id: 'c2',
        content: [
          { type: 'text', text: 'a' },
          { type: 'text', text: 'b' },
        ],
      },
      { role: 'system', content: 'Hurry.' },
    ]);
    expect(read).toEqual({
      system: [text('Be brief.'), text('No emoji.')],
      messages: [
        { role: 'user', parts: [text('Weather?')] },
        {
          role: 'model',
          parts: [
            { kind: 'call', name: 'weather', id: 'c1', args: { city: 'Oslo' } },
            { kind: 'call', name: 'patch', id: 'c2', args: '*** Begin' },
          ],
        },
        {
          role: 'user',
          parts: [{ kind: 'response', name: 'weather', id: 'c1', response: { result: 'rain' } }],
        },
        {
          role: 'user',
          parts: [{ kind: 'response', name: 'patch', id: 'c2', response: { result: 'a\nb' } }],
        },
        { role: 'user', parts: [text('Hurry.')], label: 'system' },
      ],
    });
  });

  test('pictures, sounds and files by their decoded bytes', () => {
    const { messages } = readChatMessages([
      {
        role: 'user',
        content: [
          { type: 'image_url', image_url: { url: 'data:image/png;base64,AAAAAAA=' } },
          { type: 'image_url', image_url: { url: 'https://example.org/a.png' } },
          { type: 'input_audio', input_audio: { data: 'AAAA', format: 'wav' } },
          {
            type: 'file',
            file: { filename: 'a.pdf', file_data: 'data:application/pdf;base64,AAAAAAAA' },
          },
          { type: 'file', file: { file_id: 'file-1' } },
        ],
      },
    ]);
    expect(messages[0]?.parts).toEqual([
      { kind: 'inline', mime: 'image/png', bytes: 5 },
      { kind: 'inline', mime: 'image/*', bytes: 0 },
      { kind: 'inline', mime: 'audio/wav', bytes: 3 },
      { kind: 'inline', mime: 'application/pdf', bytes: 6 },
      { kind: 'other', type: 'block:file', value: { type: 'file', file: { file_id: 'file-1' } } },
    ]);
  });

  test('reasoning once, refusals as what was said, broken arguments as their text', () => {
    const { messages } = readChatMessages([
      {
        role: 'assistant',
        reasoning_content: 'hm',
        thinking_blocks: [{ type: 'thinking', thinking: 'hm', signature: 's' }],
        refusal: 'No.',
        tool_calls: [
          { id: 'c', function: { name: 'f', arguments: '{"a":' } },
          { id: 'd', function: { name: 'g', arguments: '{"a":1e999}' } },
          { id: 'e', function: { name: 'h', arguments: '' } },
        ],
      },
      { role: 'assistant', content: '', function_call: { name: 'old', arguments: '{}' } },
      { role: 'function', name: 'old', content: 'x' },
      { role: 'assistant', content: '' },
    ]);
    expect(messages).toEqual([
      {
        role: 'model',
        parts: [
          { kind: 'thought', text: 'hm' },
          text('No.'),
          { kind: 'call', name: 'f', id: 'c', args: '{"a":' },
          { kind: 'call', name: 'g', id: 'd', args: '{"a":1e999}' },
          { kind: 'call', name: 'h', id: 'e', args: {} },
        ],
      },
      { role: 'model', parts: [{ kind: 'call', name: 'old', args: {} }] },
      { role: 'user', parts: [{ kind: 'response', name: 'old', response: { result: 'x' } }] },
    ]);
  });

  test('tools: nested, flat, built in; null where there is no list', () => {
    const schema = { type: 'object' };
    expect(
      readChatTools([
        { type: 'function', function: { name: 'f', description: 'd', parameters: schema } },
        { type: 'function', name: 'g', parameters: schema },
        { name: 'h', input_schema: schema, cache_control: {} },
        { type: 'web_search' },
        7,
      ]),
    ).toEqual([
      { name: 'f', description: 'd', schema },
      { name: 'g', description: '', schema },
      { name: 'h', description: '', schema },
      { name: 'web_search', description: '', schema: null },
    ]);
    expect(readChatTools(undefined)).toBeNull();
  });

  test.each([[null], ['x'], [[null, 1, 'a', [], { role: 5, content: 7, tool_calls: {} }]]])(
    'anything else holds no message: %j',
    (value) => {
      expect(readChatMessages(value)).toEqual({ system: null, messages: [] });
    },
  );
});

describe('Responses', () => {
  test('items of the model that follow each other are one message', () => {
    const read = readResponseItems([
      { role: 'developer', content: 'Rules.' },
      { role: 'user', content: [{ type: 'input_text', text: 'Go' }] },
      {
        type: 'reasoning',
        id: 'rs',
        summary: [{ type: 'summary_text', text: 'plan' }],
        encrypted_content: 'gAAA',
      },
      {
        type: 'message',
        role: 'assistant',
        id: 'm',
        content: [{ type: 'output_text', text: 'On it.', annotations: [] }],
      },
      { type: 'function_call', id: 'fc', call_id: 'c1', name: 'ls', arguments: '{"d":"."}' },
      { type: 'function_call_output', call_id: 'c1', output: 'a.txt' },
      { type: 'custom_tool_call', call_id: 'c2', name: 'patch', input: '***' },
      {
        type: 'custom_tool_call_output',
        call_id: 'c2',
        output: [
          { type: 'input_text', text: 'ok' },
          { type: 'input_image', image_url: 'data:image/png;base64,AAAA' },
        ],
      },
    ]);
    expect(read).toEqual({
      system: [text('Rules.')],
      messages: [
        { role: 'user', parts: [text('Go')] },
        {
          role: 'model',
          parts: [
            { kind: 'thought', text: 'plan' },
            text('On it.'),
            { kind: 'call', name: 'ls', id: 'c1', args: { d: '.' } },
          ],
        },
        {
          role: 'user',
          parts: [{ kind: 'response', name: 'ls', id: 'c1', response: { result: 'a.txt' } }],
        },
        { role: 'model', parts: [{ kind: 'call', name: 'patch', id: 'c2', args: '***' }] },
        {
          role: 'user',
          parts: [
            { kind: 'response', name: 'patch', id: 'c2', response: { result: 'ok' } },
            { kind: 'inline', mime: 'image/png', bytes: 3 },
          ],
        },
      ],
    });
  });

  test('calls the provider runs itself, and items that are kept as they are', () => {
    const { messages } = readResponseItems([
      { type: 'mcp_call', id: 'mcp1', name: 'roll', arguments: '{"d":6}', output: '4' },
      { type: 'local_shell_call', call_id: 's', action: { command: ['ls'] } },
      { type: 'local_shell_call_output', id: 's', output: 'x' },
      { type: 'compaction', id: 'cmp', encrypted_content: 'gAAAAA' },
      { type: 'web_search_call', id: 'ws', status: 'completed', action: { query: 'q' } },
    ]);
    expect(messages.map(({ role, parts }) => [role, ...parts])).toEqual([
      ['model', { kind: 'call', name: 'roll', id: 'mcp1', args: { d: 6 } }],
      ['user', { kind: 'response', name: 'roll', id: 'mcp1', response: { result: '4' } }],
      ['model', { kind: 'call', name: 'local_shell', id: 's', args: { command: ['ls'] } }],
      ['user', { kind: 'response', name: 'local_shell', id: 's', response: { result: 'x' } }],
      [
        'model',
        {
          kind: 'other',
          type: 'block:compaction',
          value: { type: 'compaction', encryptedLength: 6 },
        },
        {
          kind: 'other',
          type: 'block:web_search_call',
          value: { type: 'web_search_call', action: { query: 'q' } },
        },
      ],
    ]);
  });

  test('a text is the user’s', () => {
    expect(readResponseItems('hi').messages).toEqual([{ role: 'user', parts: [text('hi')] }]);
  });
});
