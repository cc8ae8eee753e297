import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { builtFiles, compressFiles } from './static-files.mjs';

const script = 'const words = "of a script";\n'.repeat(200);
const font = Buffer.from('wOF2 of a font');
let build = '';

beforeAll(async () => {
  build = mkdtempSync(path.join(tmpdir(), 'highwater-build-'));
  mkdirSync(path.join(build, 'static/chunks'), { recursive: true });
  writeFileSync(path.join(build, 'static/chunks/a.js'), script);
  writeFileSync(path.join(build, 'static/chunks/a.css'), 'p { color: red }');
  writeFileSync(path.join(build, 'static/chunks/a.js.map'), '{}');
  writeFileSync(path.join(build, 'static/a.woff2'), font);
  writeFileSync(path.join(build, 'secret.js'), 'of the server');
  await compressFiles(build);
  writeFileSync(path.join(build, 'static/chunks/late.js'), script);
});
afterAll(() => rmSync(build, { recursive: true }));

const sent = (name: string, accepted = 'gzip, deflate, br') =>
  builtFiles(build)(`/_next/static/${name}`, accepted);

describe('files of a build', () => {
  it.each([
    ['gzip, deflate, br, zstd', 'br', brotliDecompressSync],
    ['gzip, deflate', 'gzip', gunzipSync],
    ['br;q=0, GZIP;q=0.5', 'gzip', gunzipSync],
  ])('are sent to one who takes %s as %s', (accepted, coding, open) => {
    const file = sent('chunks/a.js', accepted);
    expect(file?.headers).toMatchObject({
      'Content-Encoding': coding,
      'Content-Length': String(file?.body.length),
      Vary: 'Accept-Encoding',
    });
    expect(file?.body.length).toBeLessThan(script.length / 10);
    expect(open(file?.body ?? '').toString()).toBe(script);
  });

  it.each(['', 'identity', 'br;q=0.0, gzip;q=0', 'zstd, brr'])(
    'are sent as they are for "%s"',
    (accepted) => {
      const file = sent('chunks/a.js', accepted);
      expect(file?.headers).not.toHaveProperty('Content-Encoding');
      expect(file?.headers).toHaveProperty('Vary');
      expect(file?.body.toString()).toBe(script);
    },
  );

  it('are kept for ever, read as what they are, and bind a worker to this server', () => {
    const all = {
      'Cache-Control': 'public, max-age=31536000, immutable',
      'X-Content-Type-Options': 'nosniff',
      'Cross-Origin-Resource-Policy': 'same-origin',
    };
    expect(sent('chunks/a.js')?.headers).toMatchObject({
      ...all,
      'Content-Type': 'application/javascript; charset=utf-8',
      'Content-Security-Policy': "default-src 'self'",
    });
    expect(sent('chunks/a.css')?.headers).toMatchObject({
      ...all,
      'Content-Type': 'text/css; charset=utf-8',
    });
    expect(sent('a.woff2')?.headers).toEqual({
      ...all,
      'Content-Type': 'font/woff2',
      'Content-Length': String(font.length),
    });
    expect(sent('a.woff2')?.body).toEqual(font);
  });

  it.each([
    'chunks/no-such.js',
    'chunks/a.js.map',
    'chunks/late.js',
    'chunks/a.js?token=x',
    '../secret.js',
    'chunks/../../secret.js',
    '',
  ])('are none of "%s"', (name) => {
    expect(sent(name)).toBeUndefined();
  });

  it('are sent in the one coding that a package brings, else as they are', () => {
    const packed = mkdtempSync(path.join(tmpdir(), 'highwater-build-'));
    cpSync(build, packed, { recursive: true, filter: (file) => !file.endsWith('.gz') });
    rmSync(path.join(packed, 'static/chunks/late.js'));
    const packedFiles = builtFiles(packed);
    const best = packedFiles('/_next/static/chunks/a.js', 'gzip, br');
    expect(best?.headers).toMatchObject({ 'Content-Encoding': 'br' });
    const plain = packedFiles('/_next/static/chunks/a.js', 'gzip');
    expect(plain?.headers).not.toHaveProperty('Content-Encoding');
    expect(plain?.body.toString()).toBe(script);
    rmSync(packed, { recursive: true });
  });

  it('are none where nothing was compressed', () => {
    const plain = mkdtempSync(path.join(tmpdir(), 'highwater-build-'));
    mkdirSync(path.join(plain, 'static'));
    writeFileSync(path.join(plain, 'static/a.js'), script);
    expect(builtFiles(plain)('/_next/static/a.js', 'br')).toBeUndefined();
    rmSync(plain, { recursive: true });
  });
});
