import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { Session } from '@/lib/engine/session/schema';
import type { Receipt } from '../../receipt';
import { readTrace } from '../../testing/read-trace';

function read(name: string): { sessions: readonly Session[]; receipt: Receipt } {
  const url = new URL(`fixtures/atif/${name}.json`, import.meta.url);
  const trace = readTrace(readFileSync(url, 'utf8'), 'json', `${name}.json`);
  if (!trace.ok) throw new Error(trace.error.message);
  expect(trace.value.format).toBe('atif');
  return trace.value;
}

const brief = (session: Session | undefined): unknown =>
  session?.steps.map(({ entries, real, label }) => [entries, real, label]);

describe('a trajectory', () => {
  const { sessions, receipt } = read('trajectory');
  const [main, child] = sessions;

  test('has a step for each step of the agent that called the model; cached tokens are included', () => {
    expect(brief(main)).toEqual([
      [1, 1000, 'user-msg'],
      [4, 1200, 'tool-results'],
      [7, null, 'user-msg'],
      [9, 600, 'user-msg'],
      [11, null, 'user-msg'],
    ]);
    expect(main?.steps.map(({ model }) => model)).toEqual([
      'openai/gpt-5.4',
      'openai/gpt-5.5',
      'openai/gpt-5.4',
      'openai/gpt-5.4',
      'openai/gpt-5.4',
    ]);
    expect(main?.notices.map(({ code }) => code)).toEqual(['usage-shared', 'continued']);
  });

  test('holds the prefix, thoughts, calls and their results', () => {
    expect(main?.prefix).toEqual({
      system: [{ kind: 'text', text: 'You are an agent.' }],
      tools: [{ name: 'bash', description: 'Runs a command', schema: { type: 'object' } }],
    });
    expect(main?.entries[1]?.parts).toEqual([
      { kind: 'thought', text: 'First look' },
      { kind: 'text', text: 'Listing.' },
      { kind: 'call', name: 'bash', id: 'c1', args: { cmd: 'ls' } },
      { kind: 'call', name: 'task', id: 'c2', args: { goal: 'x' } },
    ]);
    expect(main?.entries[2]?.parts).toEqual([
      { kind: 'response', name: 'bash', id: 'c1', response: { result: 'a.c' } },
    ]);
    expect(main?.entries[10]).toMatchObject({ role: 'user', label: 'system' });
  });

  test('records the summary that a system step tells of', () => {
    expect(main?.compactions).toMatchObject([
      { entry: 8, step: 3, kind: 'summary', trigger: 'auto', kept: [], summary: [] },
    ]);
  });

  test('makes a sub-agent a session of its own', () => {
    expect(child?.source).toMatchObject({
      agent: 'scout',
      sessionId: 'sub-1',
      parent: { sessionId: 'run-1', lane: 'main', relation: 'subagent' },
    });
    expect(brief(child)).toEqual([[1, 90, 'user-msg']]);
    expect(receipt).toMatchObject({ read: 14, kept: 13, dropped: [{ reason: 'not a step' }] });
  });
});

test('a continuation is linked to what it continues; its copied steps are no calls', () => {
  const [session] = read('continued').sessions;
  expect(brief(session)).toEqual([[2, 50, 'user-msg']]);
  expect(session?.source.parent).toEqual({
    sessionId: 'run-1',
    lane: 'main',
    relation: 'resumed',
  });
  expect(session?.notices.map(({ code }) => code)).toEqual(['usage-relabelled']);
});
