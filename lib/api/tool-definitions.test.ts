import { describe, expect, it } from 'vitest';
import type { Json } from '@/lib/engine/session/schema';
import { readToolDefinitions } from './tool-definitions';

const schema = { type: 'object', properties: { city: { type: 'string' } } };
const tool = { name: 'weather', description: 'Tells the weather', schema };
const { name, description } = tool;

describe('readToolDefinitions', () => {
  it.each<[string, Json]>([
    ['genai', [{ functionDeclarations: [{ name, description, parameters: schema }] }]],
    [
      'genai as Python writes it',
      { function_declarations: [{ name, description, parameters_json_schema: schema }] },
    ],
    [
      'OpenAI chat completions',
      [{ type: 'function', function: { name, description, parameters: schema } }],
    ],
    ['OpenAI responses', [{ type: 'function', name, description, parameters: schema }]],
    ['Anthropic', { tools: [{ name, description, input_schema: schema }] }],
    ['MCP', { tools: [{ name, description, inputSchema: schema }] }],
    ['Highwater', [{ name, description, schema }]],
    ['a single one', { name, description, schema }],
  ])('reads %s', (_shape, value) => {
    expect(readToolDefinitions(value)).toEqual({ ok: true, value: [tool] });
  });

  it('counts nothing for built-in tools and keeps tools without a schema', () => {
    expect(readToolDefinitions([{ googleSearch: {} }])).toEqual({ ok: true, value: [] });
    expect(readToolDefinitions([{ type: 'bash_20250124', name: 'bash' }])).toEqual({
      ok: true,
      value: [{ name: 'bash', description: '', schema: null }],
    });
  });

  it('names the place of what it cannot read', () => {
    expect(readToolDefinitions({ tools: [{ name: 'a' }, { description: 'b' }] })).toMatchObject({
      ok: false,
      error: { at: '$.tools[1]' },
    });
    expect(readToolDefinitions(['text'])).toMatchObject({ ok: false, error: { at: '$[0]' } });
  });
});
