import { describe, expect, test } from 'vitest';
import { fixtureText } from '@/lib/readers/importers/testing/fixture-files';
import { MemoryBytes } from '../testing/memory-bytes';
import { readContent } from '../testing/read-content';

/** Bytes beyond which a document is read in pieces: the default, and as few as there are. */
const sizes = [undefined, 0];

async function receiptOf(text: string, large: number | undefined) {
  const read = await readContent(new MemoryBytes(text, 7), large);
  if (!read.ok) throw new Error(read.error.message);
  return read.value.receipt;
}

const pairs = JSON.parse(fixtureText('anthropic-log/pairs.json')) as readonly object[];
const [first = '', second = ''] = pairs.map((pair) => JSON.stringify(pair));
const broken = second.replace('"request"', '"\nrequest"');
const spread = (pair: string): string => `{\n ${pair.slice(1, -1)}\n}`;
const lost = [{ reason: 'not JSON', records: 1, at: ['$[1]'], lost: true }];

const adkEvent = (author: string, text: string): string =>
  JSON.stringify({
    author,
    content: { role: author === 'user' ? 'user' : 'model', parts: [{ text }] },
  });

describe.each(sizes)('a damaged document read in pieces beyond %s bytes', (large) => {
  // Seeds 1151581678 and 106 of the long suite: small files of this kind were read as lines.
  test.each([
    ['with elements on a line', `[\n${first},${broken}]`],
    ['with an element a line', `[\n${first},\n${second.replace('{', '{,')}\n]`],
    ['with elements on several lines', `[\n${spread(first)},\n${spread(broken)}\n]\n`],
  ])('is an array %s', async (_, text) => {
    const receipt = await receiptOf(text, large);
    expect(receipt).toMatchObject({ read: 2, kept: 1, dropped: lost, remarks: [] });
  });

  test('is an object whose list has an element a line', async () => {
    const events = [adkEvent('user', 'hi'), adkEvent('bot', 'hello'), '{"author":}'].join(',\n');
    const text = `{"appName":"app","id":"s","events":[\n${events}\n]}`;
    expect(await receiptOf(text, large)).toMatchObject({
      read: 3,
      kept: 2,
      dropped: [{ reason: 'not JSON', records: 1, at: ['$.events[2]'], lost: true }],
    });
  });

  // Seed 121 of the long suite: a small file lost the whole session.
  test('is an array of sessions that loses one event', async () => {
    const [session = '', other = ''] = ['s', 't'].map((id) =>
      JSON.stringify({ appName: 'app', id, events: [] }),
    );
    const events = `"events":[${adkEvent('user', 'hi')},${adkEvent('bot', 'hello')},{"author":}]`;
    const text = `[\n${session},\n${other.replace('"events":[]', events)}]`;
    expect(await receiptOf(text, large)).toMatchObject({
      kept: 2,
      dropped: expect.arrayContaining([
        { reason: 'not JSON', records: 1, at: ['$[1].events[2]'], lost: true },
      ]) as unknown,
    });
  });

  test('is no array where a log line that begins with a bracket precedes values', async () => {
    const log = '[2026-11-23 10:00:00] export\n';
    const spans = fixtureText('otel-spans/python.jsonl').trim().split('\n');
    const text = log + spans.map((span) => JSON.stringify(JSON.parse(span), null, 2)).join('\n');
    const receipt = await receiptOf(text, large);
    expect(receipt).toMatchObject({ format: 'otel-spans' });
    expect(receipt.dropped).toContainEqual(
      expect.objectContaining({ reason: 'not JSON', at: [1], lost: true }),
    );
  });
});
