import { expect, test } from 'vitest';
import type { Session } from '@/lib/engine/session/schema';
import { fixtureText } from '../../testing/fixture-files';
import { entriesOf, readFixture, stepsOf } from '../../testing/read-fixture';
import { readRecords, readTrace } from '../../testing/read-trace';

test('Goat’s messages are a session whose calls nobody counted', () => {
  const { format, sessions, receipt } = readFixture('goat/messages.jsonl');
  const [session] = sessions as [Session];
  expect(format).toBe('goat');
  expect(session).toMatchObject({
    name: 'Fix main.go',
    source: { agent: 'Goat', sessionId: 'goat', lane: 'main' },
  });
  expect(stepsOf(session)).toEqual([
    [1, null],
    [3, null],
    [5, null],
  ]);
  expect(session.steps.map(({ label }) => label)).toEqual([
    'user-msg',
    'tool-results',
    'tool-results',
  ]);
  expect(entriesOf(session)).toEqual([
    'user text:Fix main.go',
    'model text:I look. call:Read{"file_path":"main.go"}',
    'user response:Read{"result":"package main"}',
    'model call:Edit"{\\"file_path\\":"',
    'user response:Edit{"result":"edited"}',
    'model text:Fixed.',
  ]);
  expect(receipt).toMatchObject({ read: 7, kept: 6, lost: 0 });
  expect(receipt.remarks).toEqual([
    'Goat’s log holds messages only: no counts and no compactions.',
  ]);
});

test('the folder names the session', () => {
  const read = readTrace(
    fixtureText('goat/messages.jsonl'),
    'jsonl',
    'sessions/abc/messages.jsonl',
  );
  expect(read.ok && read.value.sessions[0]?.source.sessionId).toBe('abc');
});

test('lines with other fields are not Goat’s', () => {
  const line = { uuid: 'u', timestamp: '2026-02-15T10:00:00Z', message: { role: 'user' } };
  const claims = [
    { ...line, type: 'x' },
    { ...line, timestamp: 'soon' },
    { ...line, message: { role: 'user', parts: [] } },
  ].map((record) => readRecords([[record, 1]], 'jsonl').ok);
  expect(claims).toEqual([false, false, false]);
});

test('what Goat sends to its host is read as Claude Code’s stream, by its own name', () => {
  const base = { session_id: 's', uuid: 'u1' };
  const init = { subtype: 'init', model: 'claude-sonnet-4-5', tools: ['Read'], cwd: '/w' };
  const message = {
    id: 'm1',
    role: 'assistant',
    model: 'claude-sonnet-4-5',
    content: [{ type: 'text', text: 'Hi' }],
    usage: { input_tokens: 900, output_tokens: 2 },
  };
  const lines = [
    { ...base, type: 'system', ...init, claude_code_version: 'goat-0.1.0' },
    { ...base, uuid: 'u2', type: 'assistant', message, parent_tool_use_id: null },
  ];
  const read = readRecords(
    lines.map((line, i) => [line, i + 1] as const),
    'jsonl',
  );
  if (!read.ok) throw new Error(read.error.message);
  expect(read.value.format).toBe('claude-stream');
  expect(read.value.sessions.map(stepsOf)).toEqual([[[0, 900]]]);
  expect(read.value.sessions[0]?.source).toMatchObject({
    agent: 'Goat',
    agentVersion: 'goat-0.1.0',
  });
});
