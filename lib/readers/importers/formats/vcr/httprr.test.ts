import { describe, expect, test } from 'vitest';
import type { Session } from '@/lib/engine/session/schema';
import { fixtureText } from '../../testing/fixture-files';
import { entriesOf, stepsOf } from '../../testing/read-fixture';
import { readPlain, type ReadTrace } from '../../testing/read-trace';
import { reasonsOf } from '../../testing/session-view';

const text = fixtureText('httprr/dice.httprr');

function read(given: string): ReadTrace {
  const trace = readPlain(given);
  if (!trace.ok) throw new Error(trace.error.message);
  return trace.value;
}

describe('a cassette of httprr', () => {
  const { format, sessions, receipt } = read(text);
  const [session] = sessions as [Session];

  test('is read by the bytes of each request and response, whole, in chunks, refused', () => {
    expect(format).toBe('httprr');
    expect(sessions).toHaveLength(1);
    expect(stepsOf(session)).toEqual([
      [1, 61],
      [3, 83],
      [5, 1_200_000],
    ]);
    expect(session.steps[2]).toMatchObject({ rejected: true, limit: 1_048_576 });
    expect(session.steps[0]).toMatchObject({
      model: 'gemini-2.5-flash',
      time: '2026-03-02T10:00:01.000Z',
      output: 9,
    });
    expect(entriesOf(session)).toEqual([
      'user text:Würfle 🎲 once.',
      'model call:roll{"sides":6}',
      'user response:roll{"result":4}',
      'model text:Eine Vier ✓',
      'user text:Again',
    ]);
    expect(session.prefix.system).toEqual([{ kind: 'text', text: 'You roll dice.' }]);
    expect(session.prefix.tools).toMatchObject([{ name: 'roll' }]);
  });

  test('counts what is no model call', () => {
    expect(receipt).toMatchObject({ read: 5, kept: 3, lost: 0 });
    expect(reasonsOf(receipt.dropped)).toEqual({
      'a token count, no model call': 1,
      'not a request to a language model': 1,
    });
  });
});

describe('a damaged cassette', () => {
  test('says which exchange is cut off', () => {
    const { sessions, receipt } = read(text.slice(0, 1_800));
    expect(stepsOf(sessions[0] as Session)).toEqual([[1, 61]]);
    expect(reasonsOf(receipt.dropped)).toEqual({ 'exchange that is cut off': 1 });
  });

  test('goes on at the next line of sizes', () => {
    const begun = text.replace('\n', '\nnot an exchange\nnor this\n');
    const { sessions, receipt } = read(begun);
    expect(sessions.map(stepsOf)).toEqual(read(text).sessions.map(stepsOf));
    expect(reasonsOf(receipt.dropped)).toMatchObject({ 'bytes that are no exchange': 1 });
    expect(receipt.lost).toBe(1);
  });

  test('with sizes beyond any exchange holds none of it in memory', () => {
    const { receipt } = read(`${text}\n999999999999 999999999999\nPOST /\n`);
    expect(receipt.lost).toBe(1);
  });

  test('a compressed response has no text and no usage', () => {
    const plain = 'HTTP/2.0 200 OK\nContent-Type: application/json; charset=UTF-8\nDate';
    const gzip = 'HTTP/2.0 200 OK\nContent-Encoding: gzip\nX: 3456789012345678901\nDate';
    expect(gzip.length).toBe(plain.length);
    const { sessions, receipt } = read(text.replace(plain, gzip));
    expect(sessions[0]?.steps[0]?.real).toBeNull();
    expect(receipt.remarks).toEqual([
      expect.stringContaining('No public recording of this format was found'),
      expect.stringContaining('1 response'),
    ]);
  });
});

describe('a cassette as httprr writes it, heads with CRLF', () => {
  const body = JSON.stringify({ contents: [{ role: 'user', parts: [{ text: 'Hi' }] }] });
  const url =
    'https://generativelanguage.googleapis.com/v1beta/models/gemini-2.5-flash:generateContent';
  const request = `POST ${url} HTTP/1.1\r\nContent-Type: application/json\r\n\r\n${body}`;
  const answer = '{\n  "usageMetadata": { "promptTokenCount": 7 }\n}\n';
  const response = `HTTP/2.0 200 OK\r\nContent-Type: application/json\r\n\r\n${answer}`;
  const pair = `${request.length} ${response.length}\n${request}${response}`;
  const cassette = `httprr trace v1\n${pair}${pair}`;

  test('is read', () => {
    const { sessions, receipt } = read(cassette);
    expect(sessions.flatMap(stepsOf)).toEqual([
      [1, 7],
      [1, 7],
    ]);
    expect(receipt).toMatchObject({ kept: 2, lost: 0 });
  });

  test('and with CRLF turned into LF is refused with the cause and the line', () => {
    for (const text of [cassette, `httprr trace v1\n${pair}`]) {
      const turned = readPlain(text.replaceAll('\r\n', '\n'));
      expect(turned).toMatchObject({ ok: false, error: { code: 'malformed', at: 2 } });
      expect(turned.ok ? '' : turned.error.message).toContain('CRLF was turned into LF');
    }
  });

  test('and cut off in its only exchange says so', () => {
    for (const end of [40, request.length + 40]) {
      const error = { code: 'malformed', message: 'The cassette ends inside its first exchange.' };
      expect(readPlain(cassette.slice(0, end))).toMatchObject({ ok: false, error });
    }
  });
});
