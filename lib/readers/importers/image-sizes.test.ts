/** Importers keep the size of an image in pixels, which its own bytes tell, wherever a format holds one. */
import { describe, expect, it } from 'vitest';
import type { Part } from '@/lib/engine/session/schema';
import { readPart } from './mechanisms/genai';
import { ContentReader } from './mechanisms/messages/anthropic-contents';
import { readBlocks } from './mechanisms/messages/blocks';
import { inlineAt, inlineBase64 } from './mechanisms/messages/inline-data';
import { CallNames } from './mechanisms/messages/turns';
import { readPiContent } from './formats/pi/contents';
import { userParts as openCodeParts } from './formats/opencode/parts';

/** The head of a PNG of 2000 × 1500 px, and as much that is none that it has 90 bytes. */
const bytes = [
  ...[0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52],
  ...[0, 0, 0x07, 0xd0, 0, 0, 0x05, 0xdc, 8, 6, 0, 0, 0],
  ...Array<number>(61).fill(0),
];
const data = Buffer.from(bytes).toString('base64');
const url = `data:image/png;base64,${data}`;
const size = { width: 2_000, height: 1_500 };
const png = { kind: 'inline', mime: 'image/png', bytes: 90, image: size, data };
const blocks = (...content: unknown[]): readonly Part[] => readBlocks(content, new CallNames());

describe('an image keeps its size', () => {
  it.each<[string, () => readonly Part[]]>([
    [
      'Anthropic',
      () =>
        new ContentReader().read([
          { type: 'image', source: { type: 'base64', media_type: 'image/png', data } },
        ]).parts,
    ],
    [
      'a result of Anthropic',
      () =>
        new ContentReader()
          .read([
            {
              type: 'tool_result',
              tool_use_id: 't',
              content: [{ type: 'image', source: { media_type: 'image/png', data } }],
            },
          ])
          .parts.slice(1),
    ],
    ['OpenAI, Chat Completions', () => blocks({ type: 'image_url', image_url: { url } })],
    ['OpenAI, Responses', () => blocks({ type: 'input_image', image_url: url })],
    ['the AI SDK', () => blocks({ type: 'image-data', data, mediaType: 'image/png' })],
    ['MCP', () => blocks({ type: 'image', data, mimeType: 'image/png' })],
    ['Gemini', () => readPart({ inlineData: { mimeType: 'image/png', data } })],
    [
      'Python’s bytes',
      () =>
        readPart({
          inline_data: {
            mime_type: 'image/png',
            data: bytes,
          },
        }),
    ],
    ['pi', () => readPiContent([{ type: 'image', mimeType: 'image/png', data }]).parts],
    ['OpenCode', () => openCodeParts([{ type: 'file', mime: 'image/png', url }])],
  ])('of %s', (name, read) => {
    // Bytes that are written as Python prints them are sized, not kept.
    const { data: _, ...sized } = png;
    expect(read()).toEqual([name === 'Python’s bytes' ? sized : png]);
  });

  it('whatever type it is said to be, and says nothing of other data', () => {
    expect(inlineBase64(data, 'application/octet-stream')).toMatchObject({ image: size });
    expect(inlineBase64('JVBERi0xLjcK', 'image/png')).toEqual({
      kind: 'inline',
      mime: 'image/png',
      bytes: 9,
    });
    expect(inlineAt('https://example.org/a.png', 'image/*')).not.toHaveProperty('image');
    expect(inlineAt('data:image/svg+xml,%3Csvg/%3E', 'image/*')).not.toHaveProperty('image');
  });
});

describe('the detail that was asked for is kept', () => {
  it.each([
    ['low', 'low'],
    ['high', 'high'],
    ['original', 'original'],
    ['auto', undefined],
    ['sharp', undefined],
    [7, undefined],
  ])('of OpenAI: %s', (detail, kept) => {
    const image = kept === undefined ? size : { ...size, detail: kept };
    const expected = [{ ...png, image }];
    expect(blocks({ type: 'image_url', image_url: { url, detail } })).toEqual(expected);
    expect(blocks({ type: 'input_image', image_url: url, detail })).toEqual(expected);
  });

  it.each([
    [{ level: 'MEDIA_RESOLUTION_LOW' }, 'low'],
    [{ level: 'MEDIA_RESOLUTION_ULTRA_HIGH' }, 'ultra'],
    ['MEDIA_RESOLUTION_MEDIUM', 'medium'],
    ['MEDIA_RESOLUTION_UNSPECIFIED', undefined],
  ])('of Gemini: %j', (mediaResolution, kept) => {
    const image = kept === undefined ? size : { ...size, detail: kept };
    const part = { inlineData: { mimeType: 'image/png', data }, mediaResolution };
    expect(readPart(part)).toEqual([{ ...png, image }]);
  });
});
