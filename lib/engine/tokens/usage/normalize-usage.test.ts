import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { normalizeUsage, underReports, type UsageFamily } from './normalize-usage';

describe('real is every token the model read', () => {
  const cases: readonly [UsageFamily, object, number][] = [
    [
      'anthropic',
      {
        input_tokens: 3,
        cache_creation_input_tokens: 9984,
        cache_read_input_tokens: 26361,
        output_tokens: 417,
      },
      36348,
    ],
    ['anthropic', { input_tokens: 12, output_tokens: 4 }, 12],
    [
      'openai',
      {
        prompt_tokens: 2000,
        completion_tokens: 10,
        total_tokens: 2010,
        prompt_tokens_details: { cached_tokens: 1920 },
      },
      2000,
    ],
    [
      'openai',
      { input_tokens: 21890, cached_input_tokens: 6912, output_tokens: 325, total_tokens: 22215 },
      21890,
    ],
    [
      'openai',
      {
        input_tokens: 500,
        output_tokens: 5,
        total_tokens: 505,
        input_tokens_details: { cached_tokens: 0 },
      },
      500,
    ],
    [
      'gemini',
      {
        promptTokenCount: 5200,
        cachedContentTokenCount: 3000,
        candidatesTokenCount: 20,
        totalTokenCount: 5220,
      },
      5200,
    ],
    [
      'gemini',
      { prompt_token_count: 100, tool_use_prompt_token_count: 40, total_token_count: 160 },
      140,
    ],
    ['opencode', { input: 10, output: 5, reasoning: 0, cache: { read: 700, write: 30 } }, 740],
    ['opencode', { tokens: { input: 10, cache: { read: 7, write: 3 } } }, 20],
    ['pi', { input: 4, output: 9, cacheRead: 1000, cacheWrite: 200, totalTokens: 1213 }, 1204],
    ['cline', { inputTokens: 35912, cacheReadTokens: 34332, outputTokens: 80 }, 35912],
    ['otel', { 'gen_ai.usage.input_tokens': 900, 'gen_ai.usage.output_tokens': 9 }, 900],
    [
      'vercel',
      {
        inputTokens: 900,
        inputTokenDetails: { noCacheTokens: 100, cacheReadTokens: 800 },
        outputTokens: 4,
      },
      900,
    ],
    ['langfuse', { input: 100, input_cached_tokens: 900, output: 50, total: 1050 }, 1000],
    ['langfuse', { input: 100, input_cache_read: 900, output: 50 }, 1000],
  ];
  test.each(cases)('%s %o', (family, usage, real) => {
    expect(normalizeUsage(usage)).toMatchObject({ real, family, flags: [] });
    expect(normalizeUsage(usage, family).real).toBe(real);
  });
});

test.each([
  [
    { input_tokens: 1568, output_tokens: 17, total_tokens: 1585, input_tokens_cache_read: 1024 },
    1568,
  ],
  [
    {
      input_tokens: 4,
      output_tokens: 9,
      total_tokens: 1213,
      input_tokens_cache_read: 1000,
      input_tokens_cache_write: 200,
    },
    1204,
  ],
  [{ input_tokens: 583, output_tokens: 62, total_tokens: 645 }, 583],
])('Inspect keeps the provider’s sense of its counts: %o', (usage, real) => {
  expect(normalizeUsage(usage, 'inspect')).toMatchObject({ real, flags: [] });
});

describe('output and cache writes beside it', () => {
  test.each([
    [{ input_tokens: 3, cache_creation_input_tokens: 9984, output_tokens: 417 }, 417, 9984],
    [{ input_tokens: 3, output_tokens: 0, cache_creation_input_tokens: 0 }, 0, 0],
    [{ prompt_tokens: 2000, completion_tokens: 10, total_tokens: 2010 }, 10, null],
    // Vertex counts thoughts apart from the candidates, the Gemini API among them: the total tells.
    [{ promptTokenCount: 5200, candidatesTokenCount: 20, thoughtsTokenCount: 300 }, 320, null],
    [
      {
        promptTokenCount: 100,
        candidatesTokenCount: 80,
        thoughtsTokenCount: 30,
        totalTokenCount: 180,
      },
      80,
      null,
    ],
    [{ promptTokenCount: 5200 }, null, null],
    [{ input: 10, output: 5, reasoning: 2, cache: { read: 700, write: 30 } }, 7, 30],
    [{ input: 4, output: 9, cacheRead: 1000, cacheWrite: 200 }, 9, 200],
    [{ input_tokens: 3, output_tokens: -4 }, null, null],
    ['none', null, null],
  ])('%o', (usage, output, cacheWrite) => {
    expect(normalizeUsage(usage).counts).toMatchObject({ output, cacheWrite });
  });
});

describe('the cache', () => {
  test.each([
    [
      {
        input_tokens: 3,
        cache_read_input_tokens: 900,
        cache_creation_input_tokens: 70,
        cache_creation: { ephemeral_5m_input_tokens: 20, ephemeral_1h_input_tokens: 50 },
      },
      [900, 70, 50],
    ],
    [{ input_tokens: 3, cache_read_input_tokens: 900 }, [900, null, null]],
    [{ prompt_tokens: 2000, prompt_tokens_details: { cached_tokens: 1500 } }, [1500, null, null]],
    [{ promptTokenCount: 5200, cachedContentTokenCount: 4000 }, [4000, null, null]],
    [{ input: 10, output: 5, cache: { read: 700, write: 30 } }, [700, 30, null]],
    [{ input: 4, output: 9, cacheRead: 1000, cacheWrite: 200 }, [1000, 200, null]],
    [{ prompt_tokens: 2000, completion_tokens: 1, total_tokens: 2001 }, [null, null, null]],
  ])('%o', (usage, [cacheRead, cacheWrite, cacheWriteHour]) => {
    expect(normalizeUsage(usage).counts).toMatchObject({ cacheRead, cacheWrite, cacheWriteHour });
  });
});

describe('the self-check', () => {
  test('adds the cache where inclusive names hold exclusive numbers', () => {
    const glm = {
      prompt_tokens: 91,
      completion_tokens: 76,
      total_tokens: 8743,
      prompt_tokens_details: { cached_tokens: 8576 },
    };
    expect(normalizeUsage(glm)).toMatchObject({ real: 8667, flags: ['relabelled'] });
    const uncached = {
      'gen_ai.usage.input_tokens': 4,
      'gen_ai.usage.cache_read.input_tokens': 900,
    };
    expect(normalizeUsage(uncached)).toMatchObject({ real: 904, flags: ['relabelled'] });
  });

  test('believes the total where the cache is the smaller share', () => {
    const usage = {
      prompt_tokens: 500,
      completion_tokens: 5,
      prompt_tokens_details: { cached_tokens: 100 },
    };
    expect(normalizeUsage({ ...usage, total_tokens: 505 })).toMatchObject({ real: 500, flags: [] });
    expect(normalizeUsage({ ...usage, total_tokens: 605 })).toMatchObject({
      real: 600,
      flags: ['relabelled'],
    });
    expect(normalizeUsage({ ...usage, total_tokens: 777 })).toMatchObject({
      real: 500,
      flags: ['contradictory'],
    });
  });

  test('flags a total below its summands', () => {
    const usage = { promptTokenCount: 500, candidatesTokenCount: 50, totalTokenCount: 20 };
    expect(normalizeUsage(usage)).toMatchObject({ real: 500, flags: ['contradictory'] });
  });

  test('ignores numbers that count nothing', () => {
    expect(normalizeUsage({ input_tokens: -5, cache_read_input_tokens: 100 })).toMatchObject({
      real: 100,
      flags: ['absurd'],
    });
    expect(normalizeUsage({ prompt_tokens: 1e300, total_tokens: 4 })).toMatchObject({
      real: null,
      flags: ['absurd'],
    });
    expect(normalizeUsage({ prompt_tokens: 1.5, total_tokens: 4 }).real).toBeNull();
  });

  test('takes a record of zeros for none', () => {
    expect(normalizeUsage({ input_tokens: 0, output_tokens: 0 }).real).toBeNull();
  });

  test('suspects a real below half of what is visible, but not on short requests', () => {
    expect(underReports(900, 2001)).toBe(true);
    expect(underReports(1100, 2001)).toBe(false);
    expect(underReports(9, 2000)).toBe(false);
  });
});

describe('a record that lists its requests', () => {
  const request = { input_tokens: 2, cache_read_input_tokens: 490_866 };
  const last = { type: 'message', input_tokens: 2, cache_read_input_tokens: 493_362 };
  const usage = {
    input_tokens: 4,
    cache_read_input_tokens: 984_228,
    output_tokens: 730,
    iterations: [
      { type: 'message', ...request },
      { type: 'advisor_message', input_tokens: 497_522 },
      last,
    ],
  };

  test('is the last of them; the sum was billed', () => {
    const read = normalizeUsage(usage, 'anthropic');
    expect(read).toMatchObject({ real: 493_364, counts: { cacheRead: 984_228, output: 730 } });
    expect(read.counted).toMatchObject({ kind: 'sum', tokens: 984_232 });
    expect(read.counted?.reason).toContain('2 requests');
  });

  test('is one request where it lists one, or lists something else', () => {
    for (const iterations of [[{ ...usage, iterations: undefined }], [], ['x'], [null], 'many']) {
      const read = normalizeUsage({ ...usage, iterations }, 'anthropic');
      expect(read).toMatchObject({ real: 984_232 });
      expect(read.counted).toBeUndefined();
    }
  });
});

test('a record of no known family has no real', () => {
  for (const usage of [null, 5, 'many', [], {}, { tokens: 5 }, { toString: 5 }]) {
    expect(normalizeUsage(usage)).toMatchObject({ real: null, family: 'unknown' });
  }
});

test('real is null or a positive whole number, whatever the record', () => {
  const names = [
    'input_tokens',
    'prompt_tokens',
    'total_tokens',
    'input',
    'total',
    'cacheRead',
    'promptTokenCount',
    'inputTokens',
    'output',
    'cache',
  ];
  fc.assert(
    fc.property(fc.dictionary(fc.constantFrom(...names), fc.jsonValue()), (usage) => {
      const { real } = normalizeUsage(usage);
      expect(real === null || (Number.isInteger(real) && real > 0)).toBe(true);
    }),
    { seed: 5 },
  );
});
