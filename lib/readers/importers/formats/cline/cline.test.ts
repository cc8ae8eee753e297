import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { Json, Session } from '@/lib/engine/session/schema';
import { cline } from '.';
import { VisibleEntries } from './visible-entries';
import { type Receipt } from '../../receipt';
import { RooTask } from '../../testing/roo-task';
import { successOf } from '@/lib/engine/base/testing/success-of';
import { labelledStepsOf } from '../../testing/session-view';
import { readArchive, readTrace, type ReadTrace } from '../../testing/read-trace';

const textOfFixture = (name: string): string =>
  readFileSync(new URL(`fixtures/cline/${name}.json`, import.meta.url), 'utf8');

function read(name: string): { session: Session; receipt: Receipt } {
  const trace = successOf(readTrace(textOfFixture(name), 'json', `${name}.json`));
  expect(trace.format).toBe('cline');
  const [session, ...more] = trace.sessions;
  expect(more).toEqual([]);
  if (!session) throw new Error('no session');
  return { session, receipt: trace.receipt };
}

describe('a session of the SDK', () => {
  const { session, receipt } = read('sdk-session');

  test('has inclusive counts; a call without metrics is a step without usage', () => {
    expect(labelledStepsOf(session)).toEqual([
      '1:34334 user-msg',
      '3:35912 tool-results',
      '5:- user-msg',
    ]);
    expect(session.steps[0]).toMatchObject({ output: 741, model: 'anthropic/claude-opus-4.8' });
  });

  test('sends a mentioned file as its path and text, a result as it was recorded', () => {
    expect(session.entries[0]?.parts).toEqual([
      { kind: 'text', text: 'Move the icon' },
      { kind: 'text', text: '/w/a.tsx\nconst a = 1;' },
    ]);
    expect(session.entries[2]?.parts).toEqual([
      {
        kind: 'response',
        name: 'read_files',
        id: 't1',
        response: { result: [{ query: '/w/a.tsx', result: 'const a = 1;', success: true }] },
      },
    ]);
    expect(session.prefix.system).toEqual([{ kind: 'text', text: 'You are Cline.' }]);
  });

  test('records a compaction that stands between messages', () => {
    expect(session.compactions).toMatchObject([
      { entry: 4, step: 2, trigger: 'auto', summary: [{ text: 'Summary: the icon moved.' }] },
    ]);
    expect(receipt).toMatchObject({ read: 7, kept: 7, dropped: [] });
  });

  test('that was rewritten says what is missing', () => {
    const rewritten = read('sdk-compacted');
    expect(labelledStepsOf(rewritten.session)).toEqual(['1:- preserved', '3:9000 user-msg']);
    expect(rewritten.session.compactions).toMatchObject([
      { entry: 3, step: 1, trigger: 'manual', kept: [[0, 3]], summary: [] },
    ]);
    expect(rewritten.session.notices.map(({ message }) => message)).toEqual([
      'The file begins with a compaction. 22 messages it replaced are not in it.',
    ]);
    expect(rewritten.session.source.agent).toBe('Cline: scout');
    expect(rewritten.receipt).toMatchObject({ read: 5, kept: 4, dropped: [{ records: 1 }] });
  });
});

describe('the folder of a session', () => {
  const said = (id: string, role: string, content: Json, more: object = {}): Json => ({
    id,
    role,
    content,
    ts: 1_790_000_000_000,
    ...more,
  });
  const text = (of: string): Json => [{ type: 'text', text: of }];
  const metrics = { metrics: { inputTokens: 90, outputTokens: 1 } };
  const messages = [
    said('a', 'user', text('<user_input mode="act">Look.</user_input>')),
    said('b', 'assistant', text('I looked.'), metrics),
    said('s', 'user', text('Compacting.'), { metadata: { displayOnly: true } }),
    said('c', 'user', text('Again.')),
    said('d', 'assistant', text('I did.'), metrics),
  ];
  const summary = said('', 'user', text('Context summary:\n\nIt looked.'), {
    metadata: { kind: 'compaction_summary' },
  });
  const { sessions } = successOf(
    readArchive({
      's-1/s-1.json': { session_id: 's-1' },
      's-1/s-1.compaction.json': {
        ...{ version: 1, updated_at: '2026-11-29T05:57:50.104Z', source_message_count: 3 },
        messages: [summary, messages[3] ?? null],
      },
      's-1/s-1.messages.json': {
        ...{ version: 1, updated_at: '2026-11-29T05:57:50.320Z', agent: 'lead', sessionId: 's-1' },
        messages,
      },
    }),
  );
  const [session] = sessions;

  test('holds the newest compaction beside the messages, behind those that it was made of', () => {
    expect(session?.compactions).toMatchObject([
      { entry: 3, step: 1, kept: [[2, 3]], summary: [{ text: 'Context summary:\n\nIt looked.' }] },
    ]);
  });

  test('is read without marks of modes and what is only shown, and its JSON is counted', () => {
    expect(session?.entries.map(({ parts }) => parts)).toMatchObject([
      [{ text: 'Look.' }],
      [{ text: 'I looked.' }],
      [{ text: 'Again.' }],
      [{ text: 'I did.' }],
    ]);
    expect(session?.entries[0]?.json).toBe(JSON.stringify(messages[0]).length);
  });
});

describe('the history of a task', () => {
  test('has steps without usage, and the compactions that Roo Code marks', () => {
    const { session, receipt } = read('roo-history');
    expect(labelledStepsOf(session)).toEqual([
      '1:- user-msg',
      '3:- tool-results',
      '5:- tool-results',
      '7:- user-msg',
      '9:- user-msg',
    ]);
    expect(session.compactions).toMatchObject([
      { entry: 4, step: 2, kept: [[0, 1]], summary: [{ text: expect.stringMatching(/edited/) }] },
      {
        // It hides four messages, the summary among them: four more were there behind it.
        entry: 7,
        step: 3,
        trigger: 'auto',
        summary: [{ text: '[4 messages hidden]' }],
        kept: [
          [0, 1],
          [4, 7],
        ],
      },
    ]);
    expect(session.name).toBe('Fix the bug');
    expect(receipt).toMatchObject({ read: 13, kept: 13, dropped: [] });
  });

  test('counts what Cline notes beside its answers: of each provider with the cache or without it', () => {
    const { session, receipt } = read('task-metrics');
    // Of Anthropic's calls the second has more cached tokens than its prompt: both leave them out.
    expect(labelledStepsOf(session)).toEqual([
      '1:13000 user-msg',
      '3:14873 tool-results',
      '5:15100 user-msg',
      '7:- user-msg',
    ]);
    expect(session.steps.map(({ model }) => model)).toEqual([
      ...['claude-sonnet-4-5-20250929', 'claude-sonnet-4-5-20250929', 'gpt-5', 'gpt-5'],
    ]);
    // Reads and writes are one sum: neither is known.
    expect(session.steps[1]).toMatchObject({ output: 212, usage: { tokens: { cached: 14_650 } } });
    expect(session.steps[1]).not.toHaveProperty('cacheRead');
    expect(session.limit).toEqual({ tokens: 200_000, source: 'recording' });
    expect(session.source).toMatchObject({ agent: 'Cline', agentVersion: null });
    expect(receipt).toMatchObject({ read: 8, kept: 8, remarks: [] });
  });

  test('of Roo Code names its model and version, and that no public one was found', () => {
    const task = new RooTask('3.36').user('Fix it');
    for (const id of ['a', 'b', 'c']) {
      task.call(id, { tokensIn: 10, tokensOut: 5 }).result(id, 'body');
    }
    task.condense('What happened', 900, 300).call('d', { tokensIn: 10, tokensOut: 5 });
    const { sessions, receipt } = successOf(readTrace(JSON.stringify(task.history), 'json'));
    expect(sessions[0]?.source).toMatchObject({ agent: 'Roo Code', agentVersion: '3.36 to 3.42' });
    expect(sessions[0]?.model).toBe('claude-sonnet-4-5');
    expect(receipt.remarks).toEqual([expect.stringMatching(/^No public task of Roo Code/)]);
    // The summary stands before three messages that were there when it was written.
    expect(sessions[0]?.compactions).toMatchObject([
      {
        ...{ entry: 7, step: 3, summary: [{ text: 'What happened' }], time: null },
        kept: [
          [0, 1],
          [4, 7],
        ],
      },
    ]);
  });

  test('keeps its summary before a hundred marks, and says what it leaves out', () => {
    const hidden = (i: number): Json[] => [
      { role: 'user', content: 'Go on', truncationParent: `k${i}` },
      { role: 'user', content: `mark ${i}`, isTruncationMarker: true, truncationId: `k${i}` },
    ];
    const messages: Json[] = [
      { role: 'user', content: '<task>A</task>' },
      { role: 'user', content: 'What happened', isSummary: true, condenseId: 'c' },
      ...Array.from({ length: 101 }, (_, i) => hidden(i)).flat(),
      { role: 'user', content: 'And now?' },
      { role: 'assistant', content: 'Done' },
    ];
    const trace = readTrace(JSON.stringify(messages), 'json');
    const session = trace.ok ? trace.value.sessions[0] : undefined;
    const newest = session?.compactions.at(-1)?.summary;
    expect(newest).toHaveLength(100);
    expect(newest?.[0]).toMatchObject({ text: 'What happened' });
    expect(newest?.at(-1)).toMatchObject({ text: 'mark 100' });
    expect(session?.notices).toMatchObject([{ code: 'marks-left-out', times: 2 }]);
  });

  test('takes no window from another locale, and the one that was named most often', () => {
    const windowOf = (...texts: readonly string[]): unknown => {
      const messages = texts.flatMap((text): Json[] => [
        { role: 'user', content: `<environment_details>\n# Context Window Usage\n${text}` },
        { role: 'assistant', content: 'yes' },
      ]);
      const trace = readTrace(JSON.stringify(messages), 'json');
      return trace.ok ? trace.value.sessions[0]?.limit?.tokens : trace.error;
    };
    expect(windowOf('0 / 128K tokens used (0%)')).toBe(128_000);
    expect(windowOf('0 / 1,048.576K tokens used (0%)')).toBe(1_048_576);
    // A million as German and French write it, nothing, and more than a count can be.
    for (const text of ['0 / 1.000K', '0 / 1\u202f000K', '0 / 0K', '0 / 9,999,999K', '/ 200K']) {
      expect(windowOf(`${text} tokens used (0%)`)).toBeUndefined();
    }
    const [small, large] = ['1 / 200K tokens used (0%)', '1 / 1,000K tokens used (0%)'];
    expect(windowOf(small, large, large)).toBe(1_000_000);
    expect(windowOf(small, large)).toBe(1_000_000);
  });

  test.each([
    [{ prompt: 'x', completion: 5, cached: 5_000 }, null],
    [{ prompt: -1, completion: 5, cached: 5_000 }, null],
    [{ prompt: 7, completion: 5, cached: 2_147_483_647 }, 7],
    [{ prompt: 0, completion: 5, cached: 4_000 }, 4_000],
    [{ completion: 5 }, null],
    ['none', null],
  ])('counts %j as %s', (tokens, real) => {
    const messages: Json = [
      { role: 'user', content: '<task>A</task>' },
      { role: 'assistant', content: 'one', metrics: { tokens } },
    ];
    const trace = readTrace(JSON.stringify(messages), 'json');
    expect(trace.ok && trace.value.sessions[0]?.steps[0]?.real).toBe(real);
  });

  test.each([
    ['a result', "[read_file for 'a.ts'] Result:\nbody", 'tool-results'],
    ['of a command', "[execute_command for 'if [ -f a ]; then b'] Result:\n", 'tool-results'],
    ['the user’s', '[Draft] this, please', 'user-msg'],
    ['a long one', `[${'a'.repeat(100_000)}`, 'user-msg'],
  ])('a text, %s, is labelled by what it is', (_, text, label) => {
    const messages: Json = [
      { role: 'user', content: '<task>A</task>' },
      { role: 'assistant', content: 'one' },
      { role: 'user', content: [{ type: 'text', text }] },
      { role: 'assistant', content: 'two' },
    ];
    const trace = readTrace(JSON.stringify(messages), 'json');
    expect(trace.ok && trace.value.sessions[0]?.steps[1]?.label).toBe(label);
  });

  test('may be as plain as two texts', () => {
    expect(labelledStepsOf(read('no-usage').session)).toEqual(['1:- user-msg']);
  });
});

describe('ui_messages.json', () => {
  const at = 1_780_000_000_000;
  const request = (time: number, usage: Json, more: object = {}): Json => ({
    ts: at + time,
    type: 'say',
    say: 'api_req_started',
    text: JSON.stringify({ request: 'a copy', ...(usage as object) }),
    ...more,
  });

  test('alone says which file to add', () => {
    const trace = readTrace(JSON.stringify([request(1, { tokensIn: 5 })]), 'json');
    expect(trace).toMatchObject({ ok: false, error: { code: 'no-sessions' } });
    expect(trace.ok ? '' : trace.error.message).toContain('api_conversation_history.json');
  });

  const readFolder = (files: Readonly<Record<string, Json>>): ReadTrace =>
    successOf(readArchive(files));

  const history = JSON.parse(textOfFixture('roo-history')) as Json;

  test('gives the history its usage by time, retries and Roo’s own counts of a condensing', () => {
    const ui: Json = [
      { ts: at, type: 'say', say: 'text', text: 'Fix the bug' },
      request(5, { tokensIn: 3, tokensOut: 40, cacheWrites: 12_000, cacheReads: 0 }),
      request(22, { cancelReason: 'streaming_failed', streamingFailedMessage: 'overloaded' }),
      request(25, { tokensIn: 10, tokensOut: 30, cacheWrites: 300, cacheReads: 12_000 }),
      {
        ts: at + 45,
        type: 'say',
        say: 'condense_context',
        contextCondense: { summary: 'S', prevContextTokens: 12_310, newContextTokens: 900 },
      },
      request(46, { tokensIn: 900, tokensOut: 5, cacheWrites: 0, cacheReads: 0 }),
      request(65, { tokensIn: 20, tokensOut: 5, cacheWrites: 80, cacheReads: 900 }),
      request(85, { tokensIn: 700, tokensOut: 2, cacheWrites: 0, cacheReads: 100 }),
      request(95, { streamingFailedMessage: 'prompt is too long: 210000 tokens > 200000 maximum' }),
    ];
    const { sessions, receipt } = readFolder({
      'tasks/17/api_conversation_history.json': history,
      'tasks/17/ui_messages.json': ui,
      'tasks/17/task_metadata.json': {},
    });
    expect(sessions.map(labelledStepsOf)).toEqual([
      [
        '1:12003 user-msg',
        '3:- aborted',
        '3:12310 tool-results',
        '5:900 user-msg',
        '7:1000 user-msg',
        '9:800 user-msg',
        '10:210000! user-msg',
      ],
    ]);
    expect(sessions[0]?.steps[6]).toMatchObject({ rejected: true, limit: 200_000 });
    expect(sessions[0]?.compactions[0]).toMatchObject({
      entry: 5,
      step: 3,
      kept: [
        [0, 1],
        [4, 5],
      ],
      preTokens: 12_310,
      postTokens: 900,
    });
    expect(sessions[0]?.source.sessionId).toBe('17');
    expect(receipt).toMatchObject({ read: 14, kept: 13, merged: [{ records: 1 }] });
  });

  test('tells what older versions leave out of requests, and matches by order without times', () => {
    const { sessions } = readFolder({
      'api_conversation_history.json': [
        { role: 'user', content: '<task>A</task>' },
        { role: 'assistant', content: 'one' },
        { role: 'user', content: 'B' },
        { role: 'assistant', content: 'two' },
      ],
      'ui_messages.json': [
        request(1, { tokensIn: 500, tokensOut: 1, cacheReads: 100 }),
        request(2, { tokensIn: 90, tokensOut: 1 }, { conversationHistoryDeletedRange: [1, 1] }),
      ],
    });
    expect(sessions.map(labelledStepsOf)).toEqual([['1:500 user-msg', '3:90 user-msg']]);
    expect(sessions[0]?.compactions).toMatchObject([
      {
        entry: 3,
        step: 1,
        trigger: 'auto',
        kept: [
          [0, 1],
          [2, 3],
        ],
      },
    ]);
  });

  test('that lists other requests than the history has answers gives no usage', () => {
    const { sessions } = readFolder({
      'api_conversation_history.json': JSON.parse(textOfFixture('no-usage')) as Json,
      'ui_messages.json': [request(1, { tokensIn: 5 }), request(2, { tokensIn: 9 })],
    });
    expect(sessions.map(labelledStepsOf)).toEqual([['1:- user-msg']]);
    expect(sessions[0]?.notices.map(({ code }) => code)).toEqual(['usage-unmatched']);
  });

  test('claims a folder of tasks, and no other', () => {
    const head = (names: readonly string[]): boolean =>
      cline.sniff({ kind: 'archive', records: [{ names, first: { name: '', value: [] } }] });
    expect(head(['1/api_conversation_history.json', '1/ui_messages.json', '1/note.md'])).toBe(true);
    expect(head(['1/ui_messages.json'])).toBe(false);
    expect(head(['1/api_conversation_history.json', 'rollout.jsonl'])).toBe(false);
  });
});

describe('entries that stay visible', () => {
  test('are what no mark and no stretch has hidden, as ranges', () => {
    const visible = new VisibleEntries();
    for (const tag of ['', 'a', 'a', '', 'b', '', 'b', '']) visible.append(tag ? [tag] : []);
    expect(visible.hideTagged('a')).toEqual([
      [0, 1],
      [3, 8],
    ]);
    expect(visible.hideTagged('b')).toEqual([
      [0, 1],
      [3, 4],
      [5, 6],
      [7, 8],
    ]);
    expect(visible.hideTagged('nothing')).toHaveLength(4);
    expect(visible.hideBetween(3, 6)).toEqual([
      [0, 1],
      [7, 8],
    ]);
    visible.append(['a']);
    expect(visible.hideBetween(0, 1)).toEqual([[7, 9]]);
    expect(visible.hideTagged('a')).toEqual([[7, 8]]);
    expect(visible.hideBetween(9, 0)).toEqual([[7, 8]]);
  });

  test('shares the ranges that a condensing leaves alone: hundreds of them stay cheap', () => {
    const visible = new VisibleEntries();
    for (let i = 0; i < 900; i++) visible.append([`${i % 2 === 0 ? 'x' : ''}${Math.floor(i / 3)}`]);
    const before = visible.hideTagged('x0');
    const after = visible.hideTagged('x299');
    expect(before.filter((range) => after.includes(range)).length).toBe(before.length - 1);
  });
});
