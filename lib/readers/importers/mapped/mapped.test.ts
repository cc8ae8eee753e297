import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseSession, serializeSession } from '@/lib/engine/session/serialize';
import { MemoryStore } from '@/lib/engine/session/memory-store';
import type { SessionDraft } from '@/lib/engine/session/draft';
import type { Json, Session } from '@/lib/engine/session/schema';
import type { ImportError } from '../importer';
import { ReceiptBuilder, type Receipt } from '../receipt';
import { sniff } from '../registry';
import { endOf } from '../testing/end-of';
import { guessMapping } from './guess';
import { mappedImporter } from './mapped';
import { emptyMapping, mappedFields, mappedRoles, mappingSchema, type Mapping } from './mapping';
import { parsePath, find } from './path';
import { previewMapping, type HeadRecord } from './preview';

interface Read {
  readonly sessions: readonly Session[];
  readonly receipt: Receipt;
  readonly error: ImportError | null;
}

function read(records: readonly HeadRecord[], mapping: Mapping): Read {
  const store = new MemoryStore();
  const drafts: SessionDraft[] = [];
  const receipt = new ReceiptBuilder();
  const session = (draft: SessionDraft): void => void drafts.push(draft);
  const reader = mappedImporter(mapping).start({ file: 'log', store, receipt, session }, 'jsonl');
  for (const { value, at } of records) reader.record(value, at);
  const end = endOf(reader);
  return {
    sessions: drafts.map((draft) => store.session(draft)),
    receipt: receipt.finish('mapped'),
    error: end.ok ? null : end.error,
  };
}

const lines = (...values: readonly Json[]): readonly HeadRecord[] =>
  values.map((value, i) => ({ value, at: i + 1 }));

const texts = ({ entries }: Session): readonly string[] =>
  entries.map(({ role, parts }) => `${role}: ${parts.map(({ kind }) => kind).join(' ')}`);

/** A line is a message; a tool's call and its usage stand beside the text. */
const chat = lines(
  { conv: 'a', who: 'setup', said: 'Be brief.', at: '2026-03-01T10:00:00Z' },
  { conv: 'a', who: 'human', said: 'What is in the file?', at: '2026-03-01T10:00:01Z' },
  {
    conv: 'a',
    who: 'agent',
    said: 'I look.',
    at: '2026-03-01T10:00:02Z',
    do: [{ fn: 'read', with: { path: 'x' }, ref: 'c1' }],
    metrics: { in_tokens: 900, cached: 400, out_tokens: 12 },
    engine: 'm-1',
  },
  { conv: 'a', who: 'toolbox', said: 'forty lines', re: 'c1', at: '2026-03-01T10:00:03Z' },
  { conv: 'b', who: 'human', said: 'Other', at: '2026-03-01T10:00:03Z' },
  {
    conv: 'a',
    who: 'agent',
    said: 'Forty lines.',
    at: '2026-03-01T10:00:04Z',
    metrics: { in_tokens: 990, cached: 900, out_tokens: 5 },
    engine: 'm-1',
  },
  { conv: 'a', who: 'heartbeat', said: 'alive', at: '2026-03-01T10:00:05Z' },
  { conv: 'b', who: 'agent', said: 'Answer', at: '2026-03-01T10:00:06Z' },
);

const chatMapping: Mapping = {
  ...emptyMapping,
  fields: {
    session: 'conv',
    role: 'who',
    text: 'said',
    time: 'at',
    toolName: 'do.*.fn',
    toolArgs: 'do.*.with',
    toolId: 'do.*.ref',
    input: 'metrics.in_tokens',
    cachedRead: 'metrics.cached',
    outputTokens: 'metrics.out_tokens',
    model: 'engine',
  },
  roles: { setup: 'system', toolbox: 'tool', heartbeat: 'skip' },
};

describe('one message a line', () => {
  test('becomes sessions whose steps are the model’s messages', () => {
    const { sessions, receipt } = read(chat, chatMapping);
    const [a, b] = sessions as [Session, Session];
    expect(sessions.map(({ source }) => source.sessionId)).toEqual(['a', 'b']);
    expect(a.name).toBe('What is in the file?');
    expect(a.prefix.system).toEqual([{ kind: 'text', text: 'Be brief.' }]);
    expect(texts(a)).toEqual(['user: text', 'model: text call', 'user: response', 'model: text']);
    expect(a.entries[1]?.parts[1]).toEqual({
      kind: 'call',
      name: 'read',
      id: 'c1',
      args: { path: 'x' },
    });
    expect(a.steps.map(({ entries, real, output }) => [entries, real, output])).toEqual([
      [1, 900, 12],
      [3, 990, 5],
    ]);
    expect(a.steps[0]).toMatchObject({
      model: 'm-1',
      time: '2026-03-01T10:00:02.000Z',
      label: 'user-msg',
    });
    expect(b.steps.map(({ entries, real }) => [entries, real])).toEqual([[1, null]]);
    expect(receipt).toMatchObject({
      read: 8,
      kept: 7,
      dropped: [{ reason: 'left out by the mapping', records: 1, at: [7] }],
    });
  });

  test('adds what the cache holds where the input count leaves it out', () => {
    const { sessions } = read(chat, { ...chatMapping, inputIncludesCache: false });
    expect(sessions[0]?.steps.map(({ real }) => real)).toEqual([1300, 1890]);
  });

  test('drops a role without a meaning, and says where', () => {
    const { receipt } = read(chat, { ...chatMapping, roles: { setup: 'system', toolbox: 'tool' } });
    expect(receipt.dropped).toEqual([
      { reason: 'the mapping has no meaning for its role', records: 1, at: [7], lost: true },
    ]);
  });

  test('joins the records of one call, and a count that follows it', () => {
    const records = lines(
      { role: 'user', text: 'Go' },
      { role: 'assistant', text: 'First', id: 'r1' },
      { role: 'assistant', text: 'half', id: 'r1' },
      { role: 'count', id: 'r1', u: { prompt_tokens: 50, completion_tokens: 3 } },
      { role: 'assistant', text: 'Next', id: 'r2' },
      { role: 'assistant', id: 'r3', failed: 'context_length_exceeded' },
    );
    const fields = { role: 'role', text: 'text', call: 'id', usage: 'u', error: 'failed' };
    const { sessions, receipt } = read(records, {
      ...emptyMapping,
      fields,
      roles: { count: 'usage' },
    });
    expect(
      sessions[0]?.steps.map(({ entries, real, rejected }) => [entries, real, rejected]),
    ).toEqual([
      [1, 50, false],
      [3, null, false],
      [4, null, true],
    ]);
    expect(receipt).toMatchObject({ read: 6, kept: 5, merged: [{ records: 1, at: [4] }] });
  });

  test('makes lanes of a session, linked to its first', () => {
    const records = lines(
      { role: 'user', text: 'Go', agent: 'main' },
      { role: 'assistant', text: 'Yes', agent: 'main' },
      { role: 'user', text: 'Dig', agent: 'scout' },
      { role: 'assistant', text: 'Found', agent: 'scout' },
    );
    const fields = { role: 'role', text: 'text', lane: 'agent' };
    const { sessions } = read(records, { ...emptyMapping, fields });
    expect(sessions.map(({ source }) => [source.lane, source.parent])).toEqual([
      ['main', null],
      ['scout', { sessionId: 'log', lane: 'main', relation: 'lane' }],
    ]);
  });
});

/** A line is a request with its whole history. */
const calls = lines(
  {
    run: 'r',
    request: {
      history: [
        { role: 'system', content: 'Be brief.' },
        { role: 'user', content: 'One' },
      ],
    },
    reply: { role: 'assistant', content: 'First' },
    usage: { prompt_tokens: 20, completion_tokens: 2 },
    ts: 1772359200,
  },
  {
    run: 'r',
    request: {
      history: [
        { role: 'system', content: 'Be brief.' },
        { role: 'user', content: 'One' },
        { role: 'assistant', content: 'First' },
        { role: 'user', content: 'Two' },
      ],
    },
    reply: { role: 'assistant', content: 'Second' },
    usage: { prompt_tokens: 31, completion_tokens: 2 },
    ts: 1772359260,
  },
  { run: 'r', ts: 1772359261 },
);

test('one call a line becomes a session of its calls', () => {
  const mapping: Mapping = {
    ...emptyMapping,
    record: 'call',
    fields: {
      session: 'run',
      messages: 'request.history',
      output: 'reply',
      usage: 'usage',
      time: 'ts',
    },
  };
  const { sessions, receipt } = read(calls, mapping);
  expect(sessions).toHaveLength(1);
  expect(sessions[0]?.steps.map(({ entries, real }) => [entries, real])).toEqual([
    [1, 20],
    [3, 31],
  ]);
  expect(sessions[0]?.source).toMatchObject({ format: 'mapped', sessionId: 'r' });
  expect(receipt).toMatchObject({
    read: 3,
    kept: 2,
    dropped: [{ reason: 'no messages under the mapped path', at: [3] }],
  });
});

/** A document holds threads, a thread its items. */
const nested = lines({
  exported: '2026-03-01',
  threads: [
    {
      id: 't1',
      llm: 'm',
      items: [
        { kind: 'user', body: 'Hi' },
        { kind: 'bot', body: 'Hello' },
      ],
    },
    {
      id: 't2',
      llm: 'm',
      items: [
        { kind: 'user', body: 'Ho' },
        { kind: 'bot', body: 'Yes' },
      ],
    },
  ],
});

test('records nested in a document take their session from around them', () => {
  const { sessions, receipt } = read(nested, {
    ...emptyMapping,
    records: 'threads.*.items.*',
    fields: { role: 'kind', text: 'body', session: '$.threads.*.id', model: '$.threads.*.llm' },
  });
  expect(
    sessions.map(({ source, steps, model }) => [source.sessionId, steps.length, model]),
  ).toEqual([
    ['t1', 1, 'm'],
    ['t2', 1, 'm'],
  ]);
  expect(sessions[1]?.entries[0]?.origin).toBe('line 1: $.threads[1].items[0]');
  expect(receipt).toMatchObject({ read: 4, kept: 4 });
});

describe('a guess', () => {
  test('finds the fields of messages', () => {
    const { fields, roles, record } = guessMapping(chat);
    expect(record).toBe('message');
    expect(fields).toMatchObject({ role: 'who', text: 'said', time: 'at' });
    expect(roles).toMatchObject({ human: 'user', agent: 'model', heartbeat: 'skip' });
  });

  test('finds the messages of calls, and reads them', () => {
    const mapping = guessMapping(calls);
    expect(mapping).toMatchObject({
      record: 'call',
      records: '',
      fields: {
        messages: 'request.history',
        usage: 'usage',
        session: 'run',
        time: 'ts',
        output: 'reply',
      },
    });
    expect(read(calls, mapping).sessions[0]?.steps).toHaveLength(2);
  });

  test('reads messages of a known shape whole', () => {
    const records = lines(
      { role: 'user', content: 'Look' },
      {
        role: 'assistant',
        content: null,
        tool_calls: [{ id: 'c', function: { name: 'grep', arguments: '{}' } }],
      },
      { role: 'tool', tool_call_id: 'c', content: 'found' },
      { role: 'assistant', content: 'Done' },
    );
    const mapping = guessMapping(records);
    expect(mapping.fields).toEqual({ role: 'role', message: '.' });
    const [session] = read(records, mapping).sessions;
    expect(session?.steps.map(({ entries }) => entries)).toEqual([1, 3]);
    expect(session?.entries[2]?.parts).toEqual([
      { kind: 'response', name: 'grep', id: 'c', response: { result: 'found' } },
    ]);
  });

  test('finds records in a document', () => {
    const mapping = guessMapping(nested);
    expect(mapping).toMatchObject({
      record: 'message',
      records: 'threads.*.items.*',
      fields: { role: 'kind', text: 'body', session: '$.threads.*.id' },
    });
    expect(read(nested, mapping).sessions).toHaveLength(2);
  });
});

test('a preview says which field was read as what, and what was dropped', () => {
  const preview = previewMapping(chat, 'jsonl', {
    ...chatMapping,
    fields: { ...chatMapping.fields, error: 'nowhere' },
  });
  expect(preview.rows).toHaveLength(8);
  expect(preview.rows[2]).toMatchObject({
    at: 3,
    role: 'model',
    text: 'I look. read({"path":"x"})',
    real: 900,
    output: 12,
    dropped: null,
  });
  expect(preview.rows[2]?.fields).toContainEqual({ field: 'toolName', excerpt: 'read' });
  expect(preview.rows[1]).toMatchObject({ role: 'user', real: null });
  expect(preview.rows[6]?.dropped).toBe('left out by the mapping');
  expect(preview).toMatchObject({ unmatched: ['error'], sessions: 2, steps: 3, error: null });
});

test('paths name fields with dots and stars, elements, and every element', () => {
  const value = { 'a.b': [{ '*': 1 }, { '*': 2 }], $: 3 };
  const at = (text: string): readonly unknown[] =>
    find(value, parsePath(text).keys).map((found) => found.value);
  expect(at('a\\.b.*.\\*')).toEqual([1, 2]);
  expect(at('a\\.b.1.\\*')).toEqual([2]);
  expect(at('\\$')).toEqual([3]);
  expect(at('a\\.b.2')).toEqual([]);
  expect(at('__proto__.toString')).toEqual([]);
});

test('no sniffer claims for a mapping', () => {
  const head = { kind: 'jsonl', records: chat.map(({ value }) => value) } as const;
  expect(sniff(head)).toMatchObject({ ok: false, error: { code: 'unrecognized' } });
});

const path = fc.oneof(
  fc.constantFrom('', '*', 'a', 'b', 'a.*', 'a.*.b', 'a.b.*', '$.a', '$.a.*.b', '\\', '..', '$'),
  fc.string({ maxLength: 6 }),
);
const near = fc.constantFrom('a', 'b', 'a.*', 'a.*.b');
const anyMapping: fc.Arbitrary<Mapping> = fc.record({
  version: fc.constant(1 as const),
  record: fc.constantFrom('message' as const, 'call' as const),
  records: fc.oneof(fc.constant(''), path),
  fields: fc
    .tuple(
      fc.record({ role: near, text: near, messages: near }, { requiredKeys: [] }),
      fc.dictionary(fc.constantFrom(...mappedFields), path, { noNullPrototype: true }),
    )
    .map(([likely, others]) => ({ ...others, ...likely })),
  roles: fc.dictionary(fc.string({ maxLength: 3 }), fc.constantFrom(...mappedRoles), {
    noNullPrototype: true,
  }),
  inputIncludesCache: fc.boolean(),
});
const word = fc.constantFrom('user', 'assistant', 'tool', 'system', 'x');
const message = fc.record({ role: word, content: fc.jsonValue({ maxDepth: 1 }) });
const anyRecord = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }),
  fc.record({
    a: fc.oneof(word, fc.array(fc.oneof(message, fc.record({ b: fc.jsonValue() }))), fc.integer()),
    b: fc.oneof(word, fc.jsonValue(), fc.array(message)),
  }),
);

test('any mapping over any records: no throw, a receipt that adds up, whole sessions', () => {
  let sessions = 0;
  fc.assert(
    fc.property(anyMapping, fc.array(anyRecord, { maxLength: 6 }), (mapping, values) => {
      expect(mappingSchema.safeParse(mapping).success).toBe(true);
      const records = lines(...(values as Json[]));
      const got = read(records, mapping);
      const sum = (list: Receipt['merged']): number =>
        list.reduce((n, line) => n + line.records, 0);
      const { receipt } = got;
      expect(receipt.read).toBe(receipt.kept + sum(receipt.merged) + sum(receipt.dropped));
      expect(receipt.read).toBeGreaterThanOrEqual(records.length === 0 ? 0 : 1);
      expect(got.error === null).toBe(got.sessions.length > 0);
      for (const session of got.sessions) {
        sessions++;
        expect(parseSession(JSON.parse(serializeSession(session)))).toEqual({
          ok: true,
          value: session,
        });
      }
      previewMapping(records, 'jsonl', mapping);
      expect(mappingSchema.safeParse(guessMapping(records)).success).toBe(true);
    }),
    { numRuns: 500, seed: 11 },
  );
  expect(sessions).toBeGreaterThan(50);
});
