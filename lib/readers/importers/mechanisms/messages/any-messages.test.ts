import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Entry } from '@/lib/engine/session/schema';
import { readAnyMessages } from './any-messages';
import { readGeminiRequest } from './gemini';

const said = (role: Entry['role'], text: string) => ({ role, parts: [{ kind: 'text', text }] });
const call = { kind: 'call', name: 'f', id: 'c', args: { a: 1 } };
const answer = { kind: 'response', name: 'f', id: 'c', response: { result: 'x' } };
/** One exchange with a system prompt, for every provider's form. */
const expected = {
  system: [{ kind: 'text', text: 'S' }],
  messages: [
    said('user', 'U'),
    { role: 'model', parts: [call] },
    { role: 'user', parts: [answer] },
  ],
};

const chat = [
  { role: 'system', content: 'S' },
  { role: 'user', content: 'U' },
  {
    role: 'assistant',
    content: '',
    tool_calls: [{ id: 'c', function: { name: 'f', arguments: '{"a":1}' } }],
  },
  { role: 'tool', tool_call_id: 'c', content: 'x' },
];

const shapes: readonly (readonly [string, unknown])[] = [
  ['Chat Completions', chat],
  ['a request of it', { messages: chat, model: 'm', tools: [] }],
  ['JSON text of it', JSON.stringify({ messages: chat })],
  ['LangSmith’s list of lists', { messages: [chat] }],
  [
    'Anthropic',
    {
      system: 'S',
      messages: [
        { role: 'user', content: [{ type: 'text', text: 'U' }] },
        { role: 'assistant', content: [{ type: 'tool_use', id: 'c', name: 'f', input: { a: 1 } }] },
        { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'c', content: 'x' }] },
      ],
    },
  ],
  [
    'Responses',
    {
      instructions: 'S',
      input: [
        { role: 'user', content: [{ type: 'input_text', text: 'U' }] },
        { type: 'function_call', call_id: 'c', name: 'f', arguments: '{"a":1}' },
        { type: 'function_call_output', call_id: 'c', output: 'x' },
      ],
    },
  ],
  [
    'OpenTelemetry',
    [
      { role: 'system', parts: [{ type: 'text', content: 'S' }] },
      { role: 'user', parts: [{ type: 'text', content: 'U' }] },
      {
        role: 'assistant',
        parts: [{ type: 'tool_call', id: 'c', name: 'f', arguments: { a: 1 } }],
        finish_reason: 'tool_call',
      },
      { role: 'tool', parts: [{ type: 'tool_call_response', id: 'c', response: 'x' }] },
    ],
  ],
  [
    'LangChain, serialised',
    [
      [
        {
          lc: 1,
          type: 'constructor',
          id: ['langchain', 'schema', 'messages', 'SystemMessage'],
          kwargs: { content: 'S' },
        },
        {
          lc: 1,
          type: 'constructor',
          id: ['langchain', 'schema', 'messages', 'HumanMessage'],
          kwargs: { content: 'U', type: 'human' },
        },
        {
          lc: 1,
          type: 'constructor',
          id: ['langchain', 'schema', 'messages', 'AIMessageChunk'],
          kwargs: {
            content: [{ type: 'tool_use', id: 'c', name: 'f', input: { a: 1 } }],
            tool_calls: [{ name: 'f', args: { a: 1 }, id: 'c', type: 'tool_call' }],
          },
        },
        {
          lc: 1,
          type: 'constructor',
          id: ['langchain', 'schema', 'messages', 'ToolMessage'],
          kwargs: { content: 'x', tool_call_id: 'c' },
        },
      ],
    ],
  ],
  [
    'LangChain, dumped',
    [
      { type: 'system', content: 'S' },
      { type: 'human', content: 'U' },
      {
        type: 'ai',
        content: '',
        tool_calls: [{ name: 'f', args: { a: 1 }, id: 'c', type: 'tool_call' }],
      },
      { type: 'tool', content: 'x', tool_call_id: 'c', name: 'f' },
    ],
  ],
  [
    'the AI SDK',
    [
      { role: 'system', content: 'S' },
      { role: 'user', content: [{ type: 'text', text: 'U' }] },
      {
        role: 'assistant',
        content: [{ type: 'tool-call', toolCallId: 'c', toolName: 'f', input: { a: 1 } }],
      },
      {
        role: 'tool',
        content: [
          {
            type: 'tool-result',
            toolCallId: 'c',
            toolName: 'f',
            output: { type: 'text', value: 'x' },
          },
        ],
      },
    ],
  ],
];

describe('one exchange', () => {
  test.each(shapes)('%s', (_, value) => {
    expect(readAnyMessages(value)).toEqual(expected);
  });

  test('Gemini: responses are maps of their own', () => {
    const request = {
      systemInstruction: { parts: [{ text: 'S' }] },
      contents: [
        { role: 'user', parts: [{ text: 'U' }] },
        { role: 'model', parts: [{ functionCall: { id: 'c', name: 'f', args: { a: 1 } } }] },
        {
          role: 'user',
          parts: [{ functionResponse: { id: 'c', name: 'f', response: { result: 'x' } } }],
        },
      ],
      tools: [{ functionDeclarations: [{ name: 'f', description: 'd' }] }],
    };
    expect(readAnyMessages(request)).toMatchObject(expected);
    expect(readGeminiRequest(request).tools).toEqual([
      { name: 'f', description: 'd', schema: null },
    ]);
    expect(readAnyMessages(request.contents)).toEqual({
      system: null,
      messages: expected.messages,
    });
  });
});

describe('responses', () => {
  test.each([
    ['Chat Completions', { choices: [{ message: { role: 'assistant', content: 'R' } }] }],
    ['Gemini', { candidates: [{ content: { role: 'model', parts: [{ text: 'R' }] } }] }],
    ['Anthropic', { role: 'assistant', content: [{ type: 'text', text: 'R' }], type: 'message' }],
    [
      'Responses',
      {
        output: [
          { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'R' }] },
        ],
      },
    ],
    [
      'LangChain',
      { generations: [[{ text: 'R', message: { kwargs: { content: 'R' }, id: ['AIMessage'] } }]] },
    ],
    ['a text', 'R'],
    ['a text in a field', { text: 'R' }],
  ])('%s', (_, value) => {
    expect(readAnyMessages(value, 'model')).toEqual({
      system: null,
      messages: [said('model', 'R')],
    });
  });

  test.each([[null], [7], [{}], [[]], [{ score: 1 }], [''], [{ messages: [] }]])(
    '%j shows none',
    (value) => {
      expect(readAnyMessages(value)).toBeNull();
    },
  );

  test('never throws', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5 }), (value) => {
        readAnyMessages(value);
        readAnyMessages([
          { role: 'user', content: value },
          { role: value, parts: [value] },
        ]);
      }),
      { numRuns: 200, seed: 3 },
    );
  });
});
