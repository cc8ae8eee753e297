import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { MemoryStore } from '@/lib/engine/session/memory-store';
import { sessionSchema, type Json, type Session } from '@/lib/engine/session/schema';
import { adkSession } from './session';
import { handOver } from '../../document-lists';
import type { ImportError } from '../../importer';
import { ReceiptBuilder, type Receipt } from '../../receipt';
import { endOf } from '../../testing/end-of';

interface Outcome {
  readonly sessions: readonly Session[];
  readonly receipt: Receipt;
  readonly error: ImportError | null;
}

function read(document: Json): Outcome {
  expect(adkSession.sniff({ kind: 'json', records: [document] })).toBe(true);
  const store = new MemoryStore();
  const receipt = new ReceiptBuilder();
  const sessions: Session[] = [];
  const reader = adkSession.start({
    file: 'trace.json',
    store,
    receipt,
    session: (draft) => sessions.push(store.session(draft)),
  });
  handOver(adkSession, reader)(document, '$');
  const end = endOf(reader);
  for (const session of sessions) sessionSchema.parse(session);
  return { sessions, receipt: receipt.finish('adk-session'), error: end.ok ? null : end.error };
}

const fixture = (name: string): Json =>
  JSON.parse(
    readFileSync(new URL(`fixtures/adk-session/${name}.json`, import.meta.url), 'utf8'),
  ) as Json;

/** Texts of a session's log, entry by entry. */
const texts = (session: Session | undefined): readonly string[] =>
  (session?.entries ?? []).map((entry) =>
    entry.parts.map((part) => ('text' in part ? part.text : `<${part.kind}>`)).join(' | '),
  );

describe('a Go session with ContextGuard’s state', () => {
  const { sessions, receipt } = read(fixture('go-context-guard'));
  const [session] = sessions;

  test('is one lane whose steps are the attempted calls', () => {
    expect(sessions).toHaveLength(1);
    expect(session?.source).toMatchObject({ sessionId: 's-guard', lane: 'main', parent: null });
    expect(session?.name).toBe('k8s s-guard · Why does the checkout pod restart?');
    expect(session?.model).toBe('gemini-2.5-pro');
    expect(session?.prefix).toEqual({ system: null, tools: null });
    expect(session?.steps.map(({ entries, real }) => [entries, real])).toEqual([
      [1, 5200],
      [3, 5400],
      [5, 2600],
      [7, 1048999],
      [7, 2710],
    ]);
  });

  test('keeps what the provider says of the response', () => {
    expect(session?.steps.map(({ output }) => output)).toEqual([12, 12, 12, undefined, 12]);
  });

  test('has the rejected call with the size and limit of its message', () => {
    expect(session?.steps[3]).toMatchObject({
      rejected: true,
      reported: false,
      limit: 1048576,
      usage: null,
    });
    expect(session?.steps.filter(({ rejected }) => rejected)).toHaveLength(1);
  });

  test('marks the call that stopped at the output limit', () => {
    expect(session?.steps.map(({ lengthStop }) => lengthStop === true)).toEqual([
      false,
      false,
      true,
      false,
      false,
    ]);
  });

  test('carries the state after each step forward', () => {
    const start = { watermark: null, summaryBytes: null, summarizedAt: null };
    const compacted = { watermark: 5, summaryBytes: 39, summarizedAt: 5610 };
    expect(session?.steps.map(({ guard }) => guard)).toEqual([
      { realTokens: 5200, lastHeuristic: 2100, ...start },
      { realTokens: 5400, lastHeuristic: 2180, ...start },
      { realTokens: 2600, lastHeuristic: 1050, ...compacted },
      { realTokens: 2600, lastHeuristic: 1050, ...compacted },
      { realTokens: 2710, lastHeuristic: 1064, ...compacted },
    ]);
    expect(session?.notices).toEqual([]);
  });

  test('records the compaction with the entry that took the place of the rest', () => {
    expect(session?.compactions).toHaveLength(1);
    expect(session?.compactions[0]).toMatchObject({
      entry: 5,
      step: 2,
      kind: 'summary',
      trigger: 'auto',
      kept: [],
      preTokens: 5610,
      summary: [
        {
          text: '[Previous conversation summary]\nThe pod checkout-1 restarts: OOMKilled.\n[End of summary - conversation continues below]',
        },
      ],
    });
  });

  test('keeps the raw usage and accounts for every event', () => {
    expect(session?.steps[0]?.usage).toEqual({
      promptTokenCount: 5200,
      candidatesTokenCount: 12,
      totalTokenCount: 5212,
    });
    expect(receipt).toMatchObject({ read: 10, kept: 9, merged: [] });
    expect(receipt.dropped).toEqual([
      { reason: 'partial: a chunk of a streamed answer', records: 1, at: ['$.events[3]'] },
    ]);
  });

  test('a notice if the final state differs from the sum of the events', () => {
    const changed = structuredClone(fixture('go-context-guard')) as {
      state: Record<string, Json>;
    };
    changed.state['__context_guard_real_tokens_k8s_agent'] = 9;
    const [notice] = read(changed).sessions[0]?.notices ?? [];
    expect(notice).toMatchObject({
      code: 'guard-state-differs',
      at: ['__context_guard_real_tokens_k8s_agent'],
    });
  });
});

describe('a Python session of several agents', () => {
  const { sessions, receipt } = read(fixture('python-agents'));
  const [root, lisbon, porto] = sessions;

  test('has a lane for each branch and author, children of the first', () => {
    expect(sessions.map(({ source }) => source.lane)).toEqual([
      'root',
      'root.lisbon/lisbon',
      'root.porto/porto',
    ]);
    expect(sessions.map(({ steps }) => steps.map(({ real }) => real))).toEqual([
      [900, 1400],
      [1210],
      [1190],
    ]);
    expect(root?.source.parent).toBeNull();
    expect(lisbon?.source.parent).toEqual({
      sessionId: '7f3a1c52-0000-4000-8000-000000000001',
      lane: 'root',
      relation: 'lane',
    });
    expect(root?.name).toBe('travel 7f3a1c52 (root) · Two cities');
  });

  test('shows an agent its own branch, others as text of the user', () => {
    expect(texts(porto)).toEqual([
      'Compare Lisbon and Porto',
      "For context: | [root] called tool `transfer_to_agent` with parameters: {'agent_name': 'lisbon', 'deep': True}",
      "For context: | [root] `transfer_to_agent` tool returned result: {'result': None}",
      'Porto has bridges.',
      'For context: | [root] said: Lisbon: trams. Porto: bridges.',
    ]);
    expect(porto?.steps[0]?.entries).toBe(3);
    expect(porto?.entries.map(({ role }) => role)).toEqual([
      'user',
      'user',
      'user',
      'model',
      'user',
    ]);
  });

  test('leaves another agent’s thoughts and requests for credentials out', () => {
    expect(texts(root)).toEqual([
      'Compare Lisbon and Porto',
      '<call>',
      '<response>',
      'For context: | [lisbon] said: Lisbon has trams.',
      'For context: | [porto] said: Porto has bridges.',
      'Lisbon: trams. Porto: bridges.',
    ]);
    expect(texts(lisbon)[3]).toBe('thinking of trams | Lisbon has trams.');
    expect(receipt.dropped).toEqual([
      { reason: 'authentication or confirmation', records: 1, at: ['$.events[5]'] },
    ]);
  });

  test('prints calls as Go does where Go wrote the session', () => {
    const events = [
      {
        author: 'a',
        content: { role: 'model', parts: [{ functionCall: { name: 'f', args: { q: '<b>' } } }] },
      },
      { author: 'b', content: { role: 'model', parts: [{ text: 'done' }] } },
    ];
    const [, b] = read({ appName: 'x', events }).sessions;
    expect(texts(b)[0]).toBe(
      'For context: | [a] called tool `f` with parameters: {"q":"\\u003cb\\u003e"}',
    );
  });
});

describe('an array of sessions', () => {
  const { sessions, receipt } = read(fixture('array'));
  const [mixed, live, undone] = sessions;

  test('reads mixed spelling; a call without usage is a step without a real', () => {
    expect(mixed?.entries[0]?.parts).toEqual([
      { kind: 'inline', mime: 'image/png', bytes: 8 },
      { kind: 'text', text: 'What is this?' },
    ]);
    expect(mixed?.entries).toHaveLength(4);
    expect(mixed?.steps.map(({ entries, real, usage }) => [entries, real, usage])).toEqual([
      [1, null, null],
      [3, null, null],
    ]);
    expect(mixed?.steps[0]?.time).toBe('2026-05-28T20:00:01.000Z');
  });

  test('remarks on the session without a step', () => {
    expect(receipt.remarks).toEqual([
      '1 of 3 sessions hold no model call and were left out: stepless.',
    ]);
    expect(receipt.dropped).toEqual([
      { reason: 'repeated event', records: 1, at: ['$[0].events[4]'] },
      { reason: 'in a session without a model call', records: 1, at: ['$[1].events[0]'] },
    ]);
  });

  test('records a native compaction by its window of time', () => {
    expect(live?.compactions).toHaveLength(1);
    expect(live?.compactions[0]).toMatchObject({
      entry: 4,
      step: 2,
      kept: [[2, 4]],
      summary: [{ kind: 'text', text: 'Talked about one.' }],
    });
  });

  test('links what a rewind undid as a session of its own', () => {
    expect(texts(live)).toEqual([
      'one',
      'first answer',
      'two',
      'second answer',
      'four',
      'fourth answer',
    ]);
    expect(live?.steps.map(({ entries, real }) => [entries, real])).toEqual([
      [1, 100],
      [3, 120],
      [5, 115],
    ]);
    expect(texts(undone).at(-1)).toBe('third answer');
    expect(undone?.steps.map(({ entries, real }) => [entries, real])).toEqual([[5, 110]]);
    expect(undone?.source).toMatchObject({
      lane: 'main~rewound-1',
      parent: { sessionId: 'compacted', lane: 'main', relation: 'branch' },
    });
  });

  test('accounts for every event once', () => {
    expect(receipt.read).toBe(5 + 1 + 10);
  });
});

describe('oddities', () => {
  const model = (text: string, more: Record<string, Json> = {}): Json => ({
    author: 'bot',
    invocationId: 'i',
    content: { role: 'model', parts: [{ text }] },
    ...more,
  });
  const session = (...events: readonly Json[]): Json => ({ appName: 'x', id: 's', events });

  test('two events of one streamed answer repeat their usage and are one step', () => {
    const usageMetadata = { promptTokenCount: 7, totalTokenCount: 9 };
    const { sessions, receipt } = read(
      session(model('text', { usageMetadata }), model('more', { usageMetadata })),
    );
    expect(sessions[0]?.steps).toHaveLength(1);
    expect(sessions[0]?.entries).toHaveLength(2);
    expect(receipt.merged[0]?.records).toBe(1);
  });

  test('tokens of the provider’s own tools belong to the prompt', () => {
    const usageMetadata = { promptTokenCount: 100, toolUsePromptTokenCount: 11 };
    expect(read(session(model('a', { usageMetadata }))).sessions[0]?.steps[0]?.real).toBe(111);
  });

  test.each([-5, 1e300, 0.5, '12'])('a prompt count of %s is no count', (promptTokenCount) => {
    const usageMetadata = { promptTokenCount };
    expect(read(session(model('a', { usageMetadata }))).sessions[0]?.steps[0]?.real).toBeNull();
  });

  test('a failed call of another kind is no step', () => {
    const { sessions, receipt } = read(
      session(model('a'), { author: 'bot', errorCode: '429', errorMessage: 'quota' }),
    );
    expect(sessions[0]?.steps).toHaveLength(1);
    expect(receipt.dropped[0]?.reason).toBe('failed call: 429');
  });

  test('a file in which nobody called a model holds no sessions', () => {
    const { error } = read(session({ author: 'user', content: { parts: [{ text: 'hi' }] } }));
    expect(error).toMatchObject({ code: 'no-sessions' });
    expect(read({ appName: 'x', events: [] }).error?.code).toBe('no-sessions');
  });

  test('a session from before ADK 1.0 is refused in words', () => {
    const { error } = read({ id: 'a', context: {}, past_events: [], event_logs: [{}] });
    expect(error?.code).toBe('unsupported-version');
    expect(error?.message).toContain('before 1.0');
  });

  test('values that are no events are dropped', () => {
    const { receipt } = read(session(model('a'), null, 7, [], 'x'));
    expect(receipt.dropped).toEqual([
      {
        reason: 'not an event',
        records: 4,
        at: ['$.events[1]', '$.events[2]', '$.events[3]', '$.events[4]'],
        lost: true,
      },
    ]);
  });
});

describe('sniffing', () => {
  test.each([
    ['an eval set', { eval_set_id: 'e', eval_cases: [{ conversation: [] }] }],
    ['a canonical session', { format: 'highwater-session', events: [{ author: 'x' }] }],
    ['other events', { events: [{ type: 'click' }] }],
    ['a list of something', [{ events: 7 }, 1, null]],
    ['a string', 'session'],
  ])('leaves %s alone', (_, document) => {
    expect(adkSession.sniff({ kind: 'json', records: [document as Json] })).toBe(false);
  });
});
