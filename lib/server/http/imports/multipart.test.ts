import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { boundaryOf, fileParts, MultipartError } from './multipart';

/** The text in chunks of the given lengths, the last one repeated. */
async function* inChunks(bytes: Uint8Array, lengths: readonly number[]) {
  for (let at = 0, i = 0; at < bytes.length; i++) {
    const length = lengths[Math.min(i, lengths.length - 1)] ?? 1;
    yield await Promise.resolve(bytes.subarray(at, at + length));
    at += length;
  }
}

async function read(body: AsyncIterable<Uint8Array>, boundary: string) {
  const files: { name: string; text: string }[] = [];
  for await (const { name, content } of fileParts(body, boundary)) {
    const chunks: Uint8Array[] = [];
    for await (const chunk of content) chunks.push(chunk);
    files.push({ name, text: Buffer.concat(chunks).toString('latin1') });
  }
  return files;
}

/** Written by Node's own FormData. */
async function encode(files: readonly { name: string; text: string }[]) {
  const form = new FormData();
  form.append('note', 'no file');
  for (const { name, text } of files) {
    form.append('files', new Blob([Buffer.from(text, 'latin1')]), name);
  }
  const response = new Response(form);
  const boundary = boundaryOf(response.headers.get('content-type'))!;
  return { boundary, bytes: new Uint8Array(await response.arrayBuffer()) };
}

const binary = fc
  .uint8Array({ maxLength: 300 })
  .map((bytes) => Buffer.from(bytes).toString('latin1'));
const tricky = fc
  .array(fc.constantFrom('\r', '\n', '-', '--', '\r\n--', 'a'), { maxLength: 40 })
  .map((parts) => parts.join(''));

describe('fileParts', () => {
  it('gives back every file, however the body is cut into chunks', async () => {
    const file = fc.record({
      name: fc.constantFrom('a.json', 'ünï "quoted".jsonl', 'b c.db'),
      text: fc.oneof(binary, tricky),
    });
    const cuts = fc.array(fc.integer({ min: 1, max: 50 }), { minLength: 1, maxLength: 20 });
    await fc.assert(
      fc.asyncProperty(fc.array(file, { maxLength: 3 }), cuts, async (files, lengths) => {
        const { boundary, bytes } = await encode(files);
        expect(await read(inChunks(bytes, lengths), boundary)).toEqual(files);
      }),
    );
  });

  it('passes over files that nobody reads', async () => {
    const { boundary, bytes } = await encode([
      { name: 'a', text: 'x'.repeat(100) },
      { name: 'b', text: 'y' },
    ]);
    const names: string[] = [];
    for await (const { name } of fileParts(inChunks(bytes, [7]), boundary)) names.push(name);
    expect(names).toEqual(['a', 'b']);
  });

  it('refuses a body that breaks off', async () => {
    const { boundary, bytes } = await encode([{ name: 'a', text: 'x'.repeat(100) }]);
    const broken = inChunks(bytes.subarray(0, bytes.length - 60), [16]);
    await expect(read(broken, boundary)).rejects.toThrow(MultipartError);
  });
});

describe('boundaryOf', () => {
  it('reads plain and quoted boundaries', () => {
    expect(boundaryOf('multipart/form-data; boundary=abc')).toBe('abc');
    expect(boundaryOf('Multipart/Form-Data; charset=x; boundary="a b"')).toBe('a b');
    expect(boundaryOf('application/json')).toBeNull();
    expect(boundaryOf(null)).toBeNull();
  });
});
