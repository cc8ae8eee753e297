import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { MemoryStore } from '@/lib/engine/session/memory-store';
import type { Session } from '@/lib/engine/session/schema';
import { openhandsEvents } from '.';
import { ReceiptBuilder, type Receipt } from '../../receipt';
import { openhandsConversations, type Members } from '../../testing/archive-fixtures';
import { endOf } from '../../testing/end-of';
import { readArchive, readTrace } from '../../testing/read-trace';

const textOfFixture = (name: string): string =>
  readFileSync(new URL(`fixtures/openhands-events/${name}`, import.meta.url), 'utf8');

function read(name: string): { session: Session; receipt: Receipt } {
  const input = name.endsWith('.jsonl') ? 'jsonl' : 'json';
  const trace = readTrace(textOfFixture(name), input, name);
  if (!trace.ok) throw new Error(trace.error.message);
  expect(trace.value.format).toBe('openhands-events');
  const [session, ...more] = trace.value.sessions;
  expect(more).toEqual([]);
  if (!session) throw new Error('no session');
  return { session, receipt: trace.value.receipt };
}

const brief = ({ steps }: Session): unknown =>
  steps.map(({ entries, real, label }) => [entries, real, label]);

/** Steps of the events of version 1, by their sums. */
const stepsOfEvents = [
  [1, 1000, 'user-msg'],
  [4, 1300, 'tool-results'],
  [6, null, 'tool-results'],
  [8, null, 'tool-results'],
  [10, 210_000, 'user-msg'],
  [10, 900, 'user-msg'],
];

describe('events of version 1', () => {
  const { session, receipt } = read('events.jsonl');

  test('have a step a response; its usage is the growth of the sums around it', () => {
    expect(brief(session)).toEqual(stepsOfEvents);
    expect(session.steps[0]).toMatchObject({ output: 50, model: 'claude-sonnet-4-5' });
    expect(session.steps[4]).toMatchObject({ rejected: true, limit: 200_000 });
    expect(session.notices.map(({ code }) => code)).toEqual(['usage-shared']);
    expect(session.limit).toEqual({ tokens: 200_000, source: 'recording' });
  });

  test('hold the prefix, the calls of a response together, and results', () => {
    expect(session.prefix).toEqual({
      system: [{ kind: 'text', text: 'You are OpenHands.' }],
      tools: [{ name: 'terminal', description: 'Runs', schema: { type: 'object' } }],
    });
    expect(session.entries[0]?.parts).toHaveLength(2);
    expect(session.entries[1]?.parts).toEqual([
      { kind: 'thought', text: 'Hmm' },
      { kind: 'text', text: 'I look.' },
      { kind: 'call', name: 'terminal', id: 'c1', args: { command: 'ls' } },
      { kind: 'call', name: 'terminal', id: 'c2', args: { command: 'ls' } },
    ]);
    expect(session.entries[3]?.parts).toEqual([
      { kind: 'response', name: 'terminal', id: 'c2', response: { result: 'No such tool' } },
    ]);
  });

  test('record a condensation with what it forgot and its summary', () => {
    expect(session.compactions).toMatchObject([
      {
        entry: 10,
        step: 4,
        kind: 'summary',
        summary: [{ kind: 'text', text: 'The login was looked at.' }],
        kept: [
          [0, 1],
          [6, 10],
        ],
      },
    ]);
  });

  test('are all accounted for', () => {
    expect(receipt).toMatchObject({
      read: 23,
      kept: 19,
      merged: [{ reason: 'repeated event', records: 1 }],
      dropped: [
        { reason: 'not part of a request: state of the conversation', records: 1 },
        { reason: 'not part of a request: CondensationRequest', records: 1 },
        { reason: 'not part of a request: PauseEvent', records: 1 },
      ],
    });
  });
});

describe('a trajectory of version 0', () => {
  const { session, receipt } = read('trajectory.json');

  test('has usage from the response, or from the growth of the sums', () => {
    expect(brief(session)).toEqual([
      [1, 3000, 'user-msg'],
      [4, 900, 'user-msg'],
    ]);
    expect(session.steps[0]?.model).toBe('claude-sonnet-4');
  });

  test('holds a response once, though its calls are events of their own', () => {
    expect(session.entries.map(({ parts }) => parts.map(({ kind }) => kind).join())).toEqual([
      'text,inline',
      'text,call,call',
      'response',
      'response',
      'text',
    ]);
    expect(session.compactions).toMatchObject([
      { entry: 4, step: 1, kept: [[0, 1]], summary: [{ text: 'Looked.' }] },
    ]);
    expect(receipt).toMatchObject({ read: 10, kept: 8 });
  });
});

test('event files of several conversations are a session each', () => {
  const files = openhandsConversations();
  const names = Object.keys(files);
  const claim = (all: readonly string[]): boolean =>
    openhandsEvents.sniff({
      kind: 'archive',
      records: [{ names: all, first: { name: '', value: {} } }],
    });
  expect(claim(names)).toBe(true);
  expect(claim(['other.json', ...names])).toBe(false);

  const store = new MemoryStore();
  const sessions: Session[] = [];
  const reader = openhandsEvents.start(
    {
      file: 'a.zip',
      store,
      receipt: new ReceiptBuilder(),
      session: (draft) => sessions.push(store.session(draft)),
    },
    'archive',
  );
  for (const name of openhandsEvents.memberOrder([...names].reverse())) {
    reader.record({ name, value: files[name] ?? null }, name);
  }
  expect(endOf(reader)).toEqual({ ok: true, value: undefined });
  expect(sessions.map(({ source }) => source.sessionId)).toEqual(['a', 'b']);
  expect(sessions.map(brief)).toEqual([stepsOfEvents, stepsOfEvents]);
});

describe('event files outside a folder named events', () => {
  const own = Object.values(openhandsConversations()).filter((value) => 'id' in (value as object));
  const events = own.slice(0, own.length / 2);
  const inFolder = (name: (i: number) => string): Members =>
    Object.fromEntries(events.map((event, i) => [name(i), event]));
  const uuid = '0f8c1e6a-9d4b-4a57-8c1d-2b7e5a90c3f1';
  const expected = readArchive(inFolder((i) => `a/events/${i}.json`));

  test.each<[string, Members]>([
    ['numbered, at the top', inFolder((i) => `${i}.json`)],
    ['numbered, in another folder', inFolder((i) => `logs/run/${i}.json`)],
    ['of version 1', inFolder((i) => `run/event-${String(i).padStart(5, '0')}-${uuid}.json`)],
    [
      'of version 1, beside the state',
      {
        ...inFolder((i) => `event-${String(i).padStart(5, '0')}-${uuid}.json`),
        'base_state.json': {},
      },
    ],
  ])('are one session: %s', (_, members) => {
    const read = readArchive(members);
    if (!read.ok || !expected.ok) throw new Error('not read');
    expect(read.value.format).toBe('openhands-events');
    expect(read.value.sessions).toHaveLength(1);
    const steps = expected.value.sessions[0]?.steps.length ?? 0;
    expect(steps).toBeGreaterThan(1);
    expect(read.value.sessions[0]?.steps).toHaveLength(steps);
    expect(read.value.sessions[0]?.entries.map(({ parts }) => parts)).toEqual(
      expected.value.sessions[0]?.entries.map(({ parts }) => parts),
    );
  });

  test('in several folders are a session each', () => {
    const read = readArchive({
      ...inFolder((i) => `a/${i}.json`),
      ...inFolder((i) => `b/${i}.json`),
    });
    if (!read.ok) throw new Error(read.error.message);
    expect(read.value.sessions.map(({ source }) => source.sessionId)).toEqual(['a', 'b']);
  });

  test('other numbered files are not claimed', () => {
    expect(readArchive({ '0.json': { id: 1 }, '1.json': { id: 2 } })).toMatchObject({ ok: false });
    expect(readArchive({ ...inFolder((i) => `${i}.json`), 'notes.json': {} })).toMatchObject({
      ok: false,
    });
  });
});
