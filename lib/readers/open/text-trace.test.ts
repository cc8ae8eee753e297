import { mkdirSync, openSync, closeSync, ftruncateSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { fixtureText } from '@/lib/readers/importers/testing/fixture-files';
import { MemoryStore } from '@/lib/engine/session/memory-store';
import { loadTrace, type LoadedTrace } from './testing/load-trace';
import { openTrace, type Progress } from './open-trace';
import { readTrace } from './read-trace';
import { Scratch } from './testing/scratch';

const scratch = new Scratch();
afterAll(() => scratch.remove());

const fixture = fixtureText;

/** The lines of a Claude Code session of `turns` turns. */
function claudeLines(turns: number, text = 'do it'): readonly string[] {
  return Array.from({ length: turns }, (_, i) => [
    JSON.stringify({
      type: 'user',
      uuid: `u${i}`,
      parentUuid: i === 0 ? null : `a${i - 1}`,
      sessionId: 's',
      message: { role: 'user', content: `${text} ${i}` },
    }),
    JSON.stringify({
      type: 'assistant',
      uuid: `a${i}`,
      parentUuid: `u${i}`,
      sessionId: 's',
      message: {
        id: `m${i}`,
        role: 'assistant',
        model: 'claude-opus-4-6',
        content: [{ type: 'text', text: 'done' }],
        usage: { input_tokens: 1000 + i, output_tokens: 5 },
      },
    }),
  ]).flat();
}

const adkEvent = (author: string, text: string) => ({
  author,
  content: { role: author === 'user' ? 'user' : 'model', parts: [{ text }] },
});
const adk = { appName: 'app', id: 's', events: [adkEvent('user', 'hi'), adkEvent('bot', 'hello')] };

async function load(content: string | Uint8Array): Promise<LoadedTrace> {
  const trace = await loadTrace(scratch.file(content), { name: 'trace.json' });
  if (!trace.ok) throw new Error(`${trace.error.code}: ${trace.error.message}`);
  return trace.value;
}

async function refuse(content: string | Uint8Array): Promise<unknown> {
  const trace = await loadTrace(scratch.file(content));
  return trace.ok ? trace.value.importer : trace.error;
}

const stepsOf = (trace: LoadedTrace): number =>
  trace.sessions.reduce((steps, session) => steps + session.steps.length, 0);

describe('JSON lines', () => {
  test('are read with receipt and size', async () => {
    const content = `${claudeLines(3).join('\n')}\n`;
    const trace = await load(content);
    expect(trace.importer).toBe('claude-code');
    expect(stepsOf(trace)).toBe(3);
    expect(trace.sessions[0]?.source.file).toBe('trace.json');
    expect(trace.receipt).toMatchObject({ read: 6, kept: 6, dropped: [] });
    expect(trace.bytes).toBe(Buffer.byteLength(content));
  });

  test('of one line alone are lines where they are no document', async () => {
    expect((await load(fixture('claude-code/split-message.jsonl'))).importer).toBe('claude-code');
    const [, assistant = ''] = claudeLines(1);
    expect(stepsOf(await load(assistant))).toBe(1);
  });

  test('may begin with a mark, end without a newline, and hold blank lines and returns', async () => {
    const trace = await load(`\ufeff${claudeLines(2).join('\r\n\r\n  \r\n')}`);
    expect(stepsOf(trace)).toBe(2);
    expect(trace.receipt.read).toBe(4);
  });

  test('lose a last line that was cut off, by name', async () => {
    const [first = '', second = '', third = ''] = claudeLines(2);
    const trace = await load(`${first}\n${second}\n${third.slice(0, 40)}`);
    expect(stepsOf(trace)).toBe(1);
    expect(trace.receipt.dropped).toEqual([{ reason: 'cut off', records: 1, at: [3], lost: true }]);
  });

  test('lose a broken line in between, by name', async () => {
    const [first = '', ...rest] = claudeLines(2);
    const trace = await load([first, '{"type":', 'Error: lost', ...rest, ''].join('\n'));
    expect(stepsOf(trace)).toBe(2);
    expect(trace.receipt.dropped).toEqual([
      { reason: 'not JSON', records: 2, at: [2, 3], lost: true },
    ]);
  });

  test('may hold two values on one line', async () => {
    const [first = '', second = '', third = '', fourth = ''] = claudeLines(2);
    const trace = await load(`${first}${second}\n${third}\n${fourth} and then`);
    expect(stepsOf(trace)).toBe(2);
    expect(trace.receipt.remarks).toContain(
      '2 lines with more than one JSON value (first: line 1).',
    );
    expect(trace.receipt.dropped).toEqual([{ reason: 'cut off', records: 1, at: [3], lost: true }]);
  });

  test('may follow a line of text', async () => {
    const trace = await load(`Exporting session: ses_1\n${claudeLines(1).join('\n')}`);
    expect(stepsOf(trace)).toBe(1);
    expect(trace.receipt.dropped).toEqual([
      { reason: 'not JSON', records: 1, at: [1], lost: true },
    ]);
  });

  test('with bytes that are not UTF-8 are read with replacements, and it is said', async () => {
    const [first = '', second = ''] = claudeLines(1, 'caf\u00e9 \ufffd');
    const broken = Buffer.concat([
      Buffer.from(first.replace('caf\u00e9', 'caf\u0001')).map((byte) =>
        byte === 1 ? 0xe9 : byte,
      ),
      Buffer.from(`\n${second}\n`),
    ]);
    const trace = await load(broken);
    expect(trace.sessions[0]?.entries[0]?.parts[0]).toMatchObject({ text: 'caf\ufffd \ufffd 0' });
    expect(trace.receipt.remarks).toEqual([
      '1 line with bytes that are not UTF-8, read as U+FFFD (first: line 1).',
    ]);
    const clean = await load(`${first}\n${second}`);
    expect(clean.receipt.remarks).toEqual([]);
  });

  test('keep HTML, NUL escapes and odd characters as they are', async () => {
    const text = '<script>alert(1)</script> \u0000 \u2028 \u202e';
    const trace = await load(claudeLines(1, text).join('\n'));
    expect(trace.sessions[0]?.entries[0]?.parts[0]).toMatchObject({ text: `${text} 0` });
  });

  test('skip a line that nests too deep', async () => {
    const [first = '', second = ''] = claudeLines(1);
    const deep = `{"type":"user","x":${'['.repeat(100_000)}${']'.repeat(100_000)}}`;
    const trace = await load([first, deep, second].join('\n'));
    expect(trace.receipt.dropped).toEqual([
      { reason: 'nested deeper than 200 levels', records: 1, at: [2], lost: true },
    ]);
  });

  test('longer than a chunk are read whole', async () => {
    const text = 'x\u00e9'.repeat(1_500_000);
    const trace = await load(claudeLines(2, text).join('\n'));
    expect(stepsOf(trace)).toBe(2);
    expect(trace.sessions[0]?.entries[0]?.parts[0]).toMatchObject({ text: `${text} 0` });
  });

  test('longer than any line that is read are refused with their number', async () => {
    const path = scratch.file(`${claudeLines(1).join('\n')}\n{"type":"`);
    const handle = openSync(path, 'r+');
    ftruncateSync(handle, 300 * 1024 * 1024);
    closeSync(handle);
    const trace = await loadTrace(path);
    expect(trace).toEqual({
      ok: false,
      error: { code: 'too-large', message: 'Line 3 is longer than 256 MiB.', at: 3 },
    });
  });
});

describe('one JSON document', () => {
  test.each([
    ['on one line', JSON.stringify(adk)],
    ['indented', JSON.stringify(adk, null, 2)],
    ['with a byte order mark', `\ufeff${JSON.stringify(adk, null, 2)}`],
    ['in an array', JSON.stringify([adk], null, 1)],
  ])('is read %s', async (_, content) => {
    const trace = await load(content);
    expect(trace.importer).toBe('adk-session');
    expect(trace.receipt).toMatchObject({ read: 2, kept: 2, remarks: [] });
  });

  test.each([
    ['on its own line', `Exporting session: s\n\n${JSON.stringify(adk, null, 2)}`, 3],
    ['on the same line', `Exporting: ${JSON.stringify(adk, null, 2)}`, 1],
    ['that is blank', `\ufeff \n\n${JSON.stringify(adk, null, 2)}`, null],
  ])('is found behind text %s', async (_, content, line) => {
    const trace = await load(content);
    expect(trace.importer).toBe('adk-session');
    expect(trace.receipt.remarks).toEqual(
      line === null ? [] : [`The JSON begins on line ${line}; the text before it was left out.`],
    );
  });

  test('with bytes that are not UTF-8 is read with replacements, and it is said', async () => {
    const bytes = Buffer.from(JSON.stringify(adk, null, 1)).map((byte) =>
      byte === 0x6c ? 0xff : byte,
    );
    const trace = await load(bytes);
    expect(trace.receipt.remarks).toEqual(['The file has invalid UTF-8, read as U+FFFD.']);
  });

  test('of a hundred thousand keys is read', async () => {
    const keys = Array.from({ length: 100_000 }, (_, i) => `"k${i}":${i}`).join(',');
    const content = JSON.stringify({ ...adk, state: 0 }).replace('"state":0', `"state":{${keys}}`);
    expect(stepsOf(await load(content))).toBe(1);
  });
});

describe('what cannot be read', () => {
  const nested = '['.repeat(100_000);
  test.each([
    ['an empty file', '', { code: 'empty' }],
    ['blanks', ' \n\t\n', { code: 'empty' }],
    [
      'text',
      '# Read me\n\nNothing here.',
      { code: 'no-records', message: 'The file is text without any JSON.' },
    ],
    [
      'a web page',
      '<!DOCTYPE html>\n<html><body><h1>Sign in</h1></body></html>',
      { code: 'no-records', message: 'The file is a web page (HTML).' },
    ],
    [
      'a web page with JSON in it',
      '\n<html lang="en"><script>window.state = {"user":null}</script></html>',
      { code: 'no-records', message: 'The file is a web page (HTML).' },
    ],
    [
      'text with brackets',
      `${'A line of a read-me.\n'.repeat(136)}- [ ] a task\n`,
      { code: 'no-records', message: 'The file is text, not JSON.' },
    ],
    [
      'a program',
      `${'import json\n'.repeat(136)}x = {"a": 1, "b": call(2)}\nprint(x)\n`,
      { code: 'no-records', message: 'The file is text, not JSON.' },
    ],
    [
      'a log of lines that begin with a bracket',
      '[2026-11-22 10:00:00] INFO begin\n[INFO] end\n',
      { code: 'no-records', message: 'The file is text, not JSON.' },
    ],
    [
      'a document with a fault behind other text',
      `Exporting session: ses_1\n{\n${'  "a": 1,\n'.repeat(20)}  b: 2\n}`,
      { code: 'malformed', at: 23 },
    ],
    ['a scalar', '42', { code: 'no-records' }],
    [
      'an empty list',
      '[]',
      { code: 'no-records', message: 'The file is JSON without any object, so without records.' },
    ],
    ['a list of numbers', '[1,\n2]', { code: 'no-records' }],
    ['lines of numbers', '[1]\n[2]\n', { code: 'no-records' }],
    ['other JSON', '{"name":"x","version":"1"}', { code: 'unrecognized' }],
    ['other JSON, indented', '{\n "name": {\n}\n}', { code: 'unrecognized' }],
    ['other JSON lines', '{"a":1}\n{"a":2}\n', { code: 'unrecognized' }],
    ['a document cut off', JSON.stringify(adk, null, 2).slice(0, 90), { code: 'malformed', at: 7 }],
    [
      'a document with a fault',
      '{\n  "a": 1,\n  b: 2\n}',
      { code: 'malformed', at: 3, message: 'The text is not JSON from line 3 on.' },
    ],
    ['two documents', '{\n"a": 1\n}\n[\n]\n', { code: 'malformed', at: 3 }],
    ['a deep document', `${nested}${']'.repeat(100_000)}`, { code: 'too-deep', at: 1 }],
    ['a deep document cut off', nested, { code: 'too-deep', at: 1 }],
    [
      'a deep document behind a session’s key',
      `{"events":[],"appName":${nested}${']'.repeat(100_000)}}`,
      { code: 'too-deep' },
    ],
    [
      'NUL bytes',
      '\0'.repeat(5000),
      { code: 'no-records', message: 'The file is binary data that no format has.' },
    ],
    [
      'a picture',
      Buffer.concat([Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), Buffer.from('{[\n{')]),
      { code: 'no-records', message: 'The file is an image (PNG).' },
    ],
    [
      'a photograph',
      Buffer.from('ffd8ffe000104a464946000101', 'hex'),
      { code: 'no-records', message: 'The file is an image (JPEG).' },
    ],
    [
      'a program with brackets in it',
      Buffer.concat([Buffer.from('7f454c46020101', 'hex'), Buffer.from('\0\0{"a"\n[{\n')]),
      { code: 'no-records', message: 'The file is a program (ELF).' },
    ],
    [
      'binary data with a line that is JSON, as of a damaged database',
      Buffer.from('\x01\0\0rest\n{"a":1}\n\0', 'latin1'),
      { code: 'no-records', message: 'The file is binary data that no format has.' },
    ],
    [
      'other binary data with brackets in it',
      Buffer.from('\x01\x02\0{"a\xff\n[[{\n\0', 'latin1'),
      { code: 'no-records', message: 'The file is binary data that no format has.' },
    ],
    [
      'gzip cut off',
      Buffer.from([0x1f, 0x8b, 8, 0, 1, 2]),
      { code: 'malformed', message: 'The gzip data cannot be decompressed: it is cut off.' },
    ],
    [
      'UTF-16 that no format has',
      Buffer.from('\ufeff{"a":1}', 'utf16le'),
      { code: 'unrecognized' },
    ],
    ['a session without a step', '{"appName":"x","events":[]}', { code: 'no-sessions' }],
    [
      'an ancient session',
      '{"id":"x","context":{},"past_events":[],"event_logs":[]}',
      { code: 'unsupported-version' },
    ],
  ])('%s', async (_, content, error) => {
    expect(await refuse(content)).toMatchObject(error);
  });

  test('a folder and a file that is not there', async () => {
    const folder = join(scratch.folder, 'folder');
    mkdirSync(folder);
    const message = 'The folder contains no file.';
    expect(await loadTrace(folder)).toMatchObject({ error: { code: 'empty', message } });
    expect(await loadTrace(join(folder, 'none'))).toMatchObject({
      error: { code: 'unreadable', message: 'There is no such file.' },
    });
  });

  test.each([
    ['without a list that is known', '{\n"other": [\n"', { code: 'too-large' }],
    ['cut off in its first list', '{\n"events": [\n"', { code: 'unrecognized' }],
  ])('a document of more than a bounded size %s', async (_, content, error) => {
    const path = scratch.file(content);
    const handle = openSync(path, 'r+');
    ftruncateSync(handle, 257 * 1024 * 1024);
    closeSync(handle);
    expect(await loadTrace(path)).toMatchObject({ error });
  });
});

describe('a read', () => {
  const content = Array.from({ length: 4 }, (_, i) =>
    claudeLines(4000, `${i} `.repeat(20)).join('\n'),
  ).join('\n');

  test('tells how far it has come', async () => {
    const seen: Progress[] = [];
    const path = scratch.file(content);
    await loadTrace(path, { onProgress: (progress) => seen.push(progress) });
    const totalBytes = Buffer.byteLength(content);
    expect(seen.length).toBeGreaterThan(3);
    expect(seen.at(-1)).toEqual({ bytes: totalBytes, totalBytes, records: 32_000 });
    const bytes = seen.map((progress) => progress.bytes);
    expect(bytes).toEqual([...bytes].sort((a, b) => a - b));
  });

  test('stops when it is cancelled, and lets others run in between', async () => {
    const controller = new AbortController();
    let chunks = 0;
    const path = scratch.file(content);
    setTimeout(() => controller.abort(), 1);
    const trace = await loadTrace(path, { signal: controller.signal, onProgress: () => chunks++ });
    expect(trace).toMatchObject({ ok: false, error: { code: 'cancelled' } });
    expect(chunks).toBeLessThan(4);
  });

  test('stops between two pieces of its end when it is cancelled there', async () => {
    const controller = new AbortController();
    let last = false;
    const ends: unknown[] = [];
    const trace = await readTrace(scratch.file(content), {
      store: new MemoryStore(),
      signal: controller.signal,
      onSession: (draft) => ends.push(draft),
      onProgress: ({ bytes, totalBytes }) => (last = bytes === totalBytes),
      // The last chunk is awaited once; the pieces of the end come after it.
      ready: () => {
        if (last) ends.push('ready');
        if (ends.length > 2) controller.abort();
        return Promise.resolve();
      },
    });
    expect(trace).toMatchObject({ ok: false, error: { code: 'cancelled' } });
    expect(ends).toEqual(['ready', 'ready', 'ready']);
  });

  test('waits for a store that is slower', async () => {
    let waiting = false;
    const store = new MemoryStore();
    const trace = await readTrace(scratch.file(content), {
      store: {
        usage: (record) => store.usage(record),
        entry: (entry) => {
          expect(waiting).toBe(false);
          return store.entry(entry);
        },
      },
      onSession: () => expect(waiting).toBe(false),
      ready: async () => {
        waiting = true;
        await new Promise((resolve) => setTimeout(resolve, 5));
        waiting = false;
      },
    });
    expect(trace.ok).toBe(true);
  });

  test('that is cancelled before it begins reads nothing', async () => {
    const path = scratch.file(content);
    expect(await openTrace(path, { signal: AbortSignal.abort() })).toMatchObject({
      error: { code: 'cancelled' },
    });
  });

  test('writes into the store it is given', async () => {
    const store = new MemoryStore();
    const sessions: unknown[] = [];
    const outcome = await readTrace(scratch.file(JSON.stringify(adk)), {
      store,
      onSession: (draft) => sessions.push(draft),
    });
    expect(outcome).toMatchObject({ ok: true, value: { importer: 'adk-session' } });
    expect(sessions).toHaveLength(1);
    expect(store.entries).toHaveLength(2);
  });
});
