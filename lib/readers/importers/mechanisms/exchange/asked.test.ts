import { describe, expect, it } from 'vitest';
import { askedOf } from './asked';

describe('askedOf', () => {
  it.each([
    [
      'Chat Completions',
      { max_completion_tokens: 4_096, reasoning_effort: 'high' },
      { maxOutput: 4_096, effort: 'high' },
    ],
    ['Chat Completions, older', { max_tokens: 512 }, { maxOutput: 512 }],
    [
      'Responses',
      { max_output_tokens: 32_000, reasoning: { effort: 'minimal', summary: 'auto' } },
      { maxOutput: 32_000, effort: 'minimal' },
    ],
    [
      'Anthropic',
      { max_tokens: 64_000, output_config: { effort: 'medium' } },
      { maxOutput: 64_000, effort: 'medium' },
    ],
    [
      'Gemini',
      { generationConfig: { maxOutputTokens: 8_192, thinkingConfig: { thinkingLevel: 'LOW' } } },
      { maxOutput: 8_192, effort: 'low' },
    ],
    ['none', { model: 'm', max_tokens: null }, {}],
    ['what is no count and no level', { max_tokens: 0.5, reasoning_effort: 'think hard!' }, {}],
    ['a negative count', { max_tokens: -1 }, {}],
  ])('reads %s', (_, request, asked) => {
    expect(askedOf(request)).toEqual(asked);
  });
});
