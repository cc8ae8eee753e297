import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Json } from '@/lib/engine/session/schema';
import { countPart, countPrefix, countTool } from '@/lib/engine/tokens/contextguard';
import {
  asObject,
  field,
  fieldReader,
  readContent,
  readInstruction,
  readPart,
  readParts,
  readTools,
} from './genai';

interface Vector {
  readonly id: string;
  readonly fn: string;
  readonly input: { readonly [key: string]: Json };
  readonly output: Json;
}

/** Parsed here: the file holds lone surrogates, which bundlers refuse. */
const { vectors } = JSON.parse(
  readFileSync(new URL('../../../engine/tokens/fixtures/estimates.json', import.meta.url), 'utf8'),
) as { readonly vectors: readonly Vector[] };
const of = (fn: string): readonly Vector[] => vectors.filter((vector) => vector.fn === fn);
const sum = <T>(items: readonly T[], count: (item: T) => number): number =>
  items.reduce((tokens, item) => tokens + count(item), 0);

/** Vectors whose input JSON cannot express, with the reason. */
const inexpressible: Readonly<Record<string, string>> = {
  'estimatePartTokens#60': 'raw bytes that are not UTF-8; a JSON string holds none',
  'estimatePartTokens#61': 'raw bytes that are not UTF-8; a JSON string holds none',
  'estimatePartTokens#62': 'a Go int argument; JSON numbers decode to float64',
  'estimatePartTokens#63': 'Go bytes, string slices and typed nil pointers in a response',
};

const tokensOf = (vector: Vector): Json => asObject(vector.output)?.['tokens'] ?? vector.output;
const base64Bytes = ({ input }: Vector): number =>
  Buffer.from(input['textBase64'] as string, 'base64').length;
const printedBytes = ({ output }: Vector): number =>
  Buffer.byteLength(asObject(output)?.['printed'] as string);
const contentTokens = (contents: Json | undefined): number =>
  sum((contents ?? []) as readonly Json[], (content) =>
    sum(readContent(content, 'user')?.parts ?? [], countPart),
  );

describe('the reference’s estimates of genai JSON', () => {
  const parts = of('estimatePartTokens');

  test('leave out exactly the vectors that JSON cannot express', () => {
    expect(parts.filter(({ input }) => !('part' in input)).map(({ id }) => id)).toEqual(
      Object.keys(inexpressible),
    );
  });

  test.each(parts.filter(({ id }) => !(id in inexpressible)))('part $id', (vector) => {
    expect(sum(readPart(vector.input['part']), countPart)).toBe(tokensOf(vector));
  });

  test.each([
    ['estimatePartTokens#60', 'text', (vector: Vector) => [base64Bytes(vector)]],
    ['estimatePartTokens#61', 'text', (vector: Vector) => [base64Bytes(vector)]],
    // Name "abcd", key "tail", the printed value.
    ['estimatePartTokens#62', 'call', (vector: Vector) => [4, 4, printedBytes(vector)]],
    ['estimatePartTokens#63', 'response', (vector: Vector) => [4, printedBytes(vector)]],
  ] as const)('part %s, by the byte lengths of its fields', (id, kind, sizes) => {
    const vector = parts.find((one) => one.id === id);
    if (!vector) throw new Error(`${id} is missing`);
    expect(countPart({ kind: 'sized', of: kind, sizes: sizes(vector) })).toBe(tokensOf(vector));
  });

  test.each(of('estimateContentTokens'))('contents $id', (vector) => {
    expect(contentTokens(vector.input['contents'])).toBe(vector.output);
  });

  test.each(of('estimateToolTokens'))('tools $id', (vector) => {
    // The file's own JSON lost the sign of #11's −0, which marshals to one byte more.
    const lost = vector.id === 'estimateToolTokens#11' ? '"h":-0}' : '"h":0}';
    const input = JSON.stringify(vector.input['tools']).replace('"h":0}', lost);
    expect(sum(readTools(JSON.parse(input) as Json), countTool)).toBe(tokensOf(vector));
  });

  test.each(of('estimateTokens'))('request $id', (vector) => {
    const request = asObject(vector.input['request']) ?? {};
    const prefix = countPrefix({
      system: readInstruction(request['systemInstruction']),
      tools: readTools(request['tools']),
    });
    const tokens = contentTokens(request['contents']) + (prefix.system ?? 0) + (prefix.tools ?? 0);
    expect(tokens).toBe(vector.output);
  });
});

describe('readPart', () => {
  test('gives a part for each field that a part has at once, in the order they are counted', () => {
    const part = {
      text: 'looking it up',
      function_call: { id: 'c1', name: 'find', args: { q: 'x' } },
      functionResponse: { id: 'c0', name: 'list', response: { ok: true } },
      inline_data: { mime_type: 'image/png', data: 'QUFB' },
      file_data: { file_uri: 'gs://a/b', mime_type: 'application/pdf' },
    };
    expect(readPart(part)).toEqual([
      { kind: 'text', text: 'looking it up' },
      { kind: 'call', name: 'find', id: 'c1', args: { q: 'x' } },
      { kind: 'response', name: 'list', id: 'c0', response: { ok: true } },
      { kind: 'inline', mime: 'image/png', bytes: 3 },
      {
        kind: 'other',
        type: 'fileData',
        value: { file_uri: 'gs://a/b', mime_type: 'application/pdf' },
      },
    ]);
  });

  test('tells thoughts from text and keeps no signature', () => {
    expect(readPart({ text: 'hm', thought: true, thought_signature: 'AAAA' })).toEqual([
      { kind: 'thought', text: 'hm' },
    ]);
    expect(readPart({ thoughtSignature: 'AAAA' })).toEqual([]);
  });

  test('reads nulls of model_dump as absent', () => {
    const dumped = {
      text: null,
      function_call: { id: null, name: 'f', args: null },
      thought: null,
    };
    expect(readPart(dumped)).toEqual([{ kind: 'call', name: 'f', args: {} }]);
    expect(readParts([null, { text: '' }, 7, 'text'])).toEqual([]);
    expect(readParts(null)).toEqual([]);
  });

  test('decodes Python’s URL-safe base64 to the same size', () => {
    const size = (data: string): Json => ({ inlineData: { mimeType: 'a/b', data } });
    const bytes = Buffer.from([251, 255, 254, 1]);
    const expected = [{ kind: 'inline', mime: 'a/b', bytes: 4 }];
    expect(readPart(size(bytes.toString('base64')))).toEqual(expected);
    expect(readPart(size(bytes.toString('base64url')))).toEqual(expected);
  });

  test('spells the provider’s tool calls one way', () => {
    const value = { id: 't', toolType: 'GOOGLE_MAPS', args: { q: 1 } };
    const snake = { id: 't', tool_type: 'GOOGLE_MAPS', args: { q: 1 } };
    expect(readPart({ tool_call: snake })).toEqual([{ kind: 'other', type: 'toolCall', value }]);
  });

  test('sizes what a response carries beside its map without keeping it', () => {
    const response = { name: 'shot', response: {}, parts: [{ inline_data: { data: 'QUFB' } }] };
    expect(readPart({ function_response: response })).toEqual([
      { kind: 'response', name: 'shot', response: {} },
      { kind: 'other', type: 'functionResponse.parts', value: [{ mime: '', bytes: 3 }] },
    ]);
  });
});

describe('readContent', () => {
  test('falls back to the role that is offered', () => {
    expect(readContent({ parts: [{ text: 'a' }] }, 'model')?.role).toBe('model');
    expect(readContent({ role: 'function', parts: [] }, 'model')?.role).toBe('user');
    expect(readContent(null, 'user')).toBeNull();
  });
});

describe('fieldReader', () => {
  const names = ['id', 'author', 'invocationId', 'usageMetadata'] as const;
  const read = fieldReader(...names);
  const spellings = [
    ...['id', 'ID', 'Id', 'author', 'Author', 'invocationId', 'invocation_id', 'InvocationID'],
    ...['usageMetadata', 'usage_metadata', 'UsageMetadata', 'other', '__proto__', 'constructor'],
  ];
  const json = fc.constantFrom<Json>(null, 0, 1, '', 'x', false, {}, [1]);

  test('reads what field reads, for any mix of spellings', () => {
    const objects = fc.uniqueArray(fc.tuple(fc.constantFrom(...spellings), json), {
      selector: ([key]) => key,
    });
    fc.assert(
      fc.property(objects, (entries) => {
        const object = JSON.parse(
          `{${entries.map(([key, value]) => `"${key}":${JSON.stringify(value)}`).join(',')}}`,
        ) as Readonly<Record<string, Json>>;
        const found = read(object);
        for (const name of names) expect(found[name]).toEqual(field(object, name));
      }),
    );
  });
});
