import { expect, test } from 'vitest';
import { base64Text } from '../../mechanisms/exchange/body';
import { entriesOf, readFixture, stepsOf } from '../../testing/read-fixture';

test('HAR: three providers’ requests, base64 and streamed bodies; everything else is dropped', () => {
  const { sessions, receipt } = readFixture('har/browser.json');
  expect(receipt).toMatchObject({
    read: 6,
    kept: 4,
    dropped: [
      {
        reason: 'not a request to a language model',
        records: 2,
        at: ['$.log.entries[0]', '$.log.entries[5]'],
      },
    ],
  });
  expect(sessions.map((session) => [session.source.lane, session.model, stepsOf(session)])).toEqual(
    [
      [
        'main',
        'claude-haiku-4-5-20251001',
        [
          [1, 12 + 30],
          [3, null], // aborted: status 0
        ],
      ],
      ['main/side-1', 'gpt-5-mini', [[1, 9]]],
      ['main/side-2', 'gemini-2.5-flash', [[1, 3]]],
    ],
  );
  expect(sessions[0] && entriesOf(sessions[0])).toEqual([
    'user text:Grüße?',
    'model text:Schöne Grüße 👋',
    'user text:Danke.',
  ]);
});

test('LHAR: sessions and agents by their names, counts from the entry where no body is kept', () => {
  const { sessions, receipt } = readFixture('har/session.jsonl');
  expect(receipt).toMatchObject({
    read: 5,
    kept: 3,
    merged: [{ reason: 'facts shared by all entries', at: [1] }],
    dropped: [{ reason: 'the request’s body is not recorded', at: [5] }],
  });
  expect(
    sessions.map(({ source, ...session }) => [
      source.agent,
      source.lane,
      stepsOf({ source, ...session }),
    ]),
  ).toEqual([
    [
      'claude',
      'main',
      [
        [1, 5 + 700],
        [3, 9 + 700 + 20],
      ],
    ],
    ['claude', 'subagent', [[1, 40]]],
  ]);
});

test('a recording of Polly.JS is an HTTP archive', () => {
  const { sessions, receipt } = readFixture('har/polly.json');
  expect(receipt).toMatchObject({ format: 'har', read: 2, kept: 2 });
  expect(sessions.map(stepsOf)).toEqual([
    [
      [1, 60],
      [3, 95],
    ],
  ]);
});

test.each(['', 'a', 'é👋 text', 'a\u0000b', '漢字'.repeat(9000)])('base64 of %j', (text) => {
  const data = Buffer.from(text);
  expect(base64Text(data.toString('base64'))).toBe(text);
  expect(base64Text(data.toString('base64url'))).toBe(text);
});

test('bytes that are not UTF-8 become replacement characters', () => {
  expect(
    base64Text(Buffer.from([0x61, 0xff, 0xe2, 0x82, 0x62, 0xc0, 0x80]).toString('base64')),
  ).toBe('a\ufffd\ufffd\ufffdb\ufffd\ufffd');
});
