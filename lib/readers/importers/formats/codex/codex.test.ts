import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { Session } from '@/lib/engine/session/schema';
import { measureSession } from '@/lib/engine/tokens/measure';
import { numbersOnly } from '@/lib/engine/tokens/numbers-only';
import { readTrace, type ReadTrace } from '../../testing/read-trace';
import { successOf } from '@/lib/engine/base/testing/success-of';
import { stepsOf } from '../../testing/session-view';

const THREAD = '019cadd0-0000-7000-8000-00000000000a';
const PARENT = '019cadd0-0000-7000-8000-000000000001';
const CHILD = '019cadd5-0000-7000-8000-000000000002';

function read(name: string): ReadTrace {
  const url = new URL(`fixtures/codex/${name}.jsonl`, import.meta.url);
  return successOf(readTrace(readFileSync(url, 'utf8')));
}

function only(name: string): Session {
  const { sessions } = read(name);
  expect(sessions).toHaveLength(1);
  return sessions[0] as Session;
}

const textsOf = ({ entries }: Session): string[] =>
  entries.map(({ parts }) => (parts[0]?.kind === 'text' ? parts[0].text : (parts[0]?.kind ?? '')));

const reasonsOf = ({ receipt }: ReadTrace): Record<string, number> =>
  Object.fromEntries(
    [...receipt.merged, ...receipt.dropped].map(({ reason, records }) => [reason, records]),
  );

describe('a rollout with every kind of item', () => {
  const trace = read('items');
  const session = trace.sessions[0] as Session;

  test('takes name, system prompt, tools and limit from where they stand', () => {
    expect(session.name).toBe('The picture');
    expect(session.prefix.system).toEqual([{ kind: 'text', text: 'You are Codex.' }]);
    // A tool that is loaded on demand is in no request.
    expect(session.prefix.tools).toEqual([
      { name: 'files.open', description: 'Opens a file.', schema: { type: 'object' } },
    ]);
    expect(session.limit).toEqual({ tokens: 258_400, source: 'recording' });
    expect(session.source).toEqual({
      format: 'codex',
      file: 'unknown',
      agent: 'Codex',
      agentVersion: '0.130.0',
      sessionId: THREAD,
      lane: 'main',
      parent: null,
    });
    expect(session.notices.map(({ code }) => code)).toEqual(['tools-incomplete']);
  });

  test('reads each item as an entry in our parts', () => {
    expect(session.entries.map(({ role, label, parts }) => [label ?? role, parts])).toEqual([
      ['developer', [{ kind: 'text', text: '<permissions instructions>\nRead only.' }]],
      [
        'context',
        [
          {
            kind: 'text',
            text: '<environment_context>\n  <cwd>/w</cwd>\n</environment_context>',
          },
        ],
      ],
      [
        'user',
        [
          { kind: 'text', text: 'What is in the picture?' },
          { kind: 'inline', mime: 'image/png', bytes: 6 },
        ],
      ],
      ['model', [{ kind: 'text', text: 'I look.' }]],
      ['model', [{ kind: 'call', id: 'c1', name: 'shell', args: { cmd: 'ls' } }]],
      ['user', [{ kind: 'response', id: 'c1', name: 'shell', response: { result: 'a.txt' } }]],
      ['model', [{ kind: 'call', id: 'c2', name: 'shell', args: { cmd: 'cat a.txt' } }]],
      ['user', [{ kind: 'response', id: 'c2', name: 'shell', response: { result: 'hello' } }]],
      ['model', [{ kind: 'thought', text: '**Patching**' }]],
      [
        'model',
        [{ kind: 'call', id: 'c3', name: 'apply_patch', args: { input: '*** Begin Patch' } }],
      ],
      [
        'model',
        [
          {
            kind: 'call',
            id: 'c4',
            name: 'local_shell',
            args: { type: 'exec', command: ['pwd'] },
          },
        ],
      ],
      ['model', [{ kind: 'call', name: 'web_search', args: { type: 'search', query: 'png' } }]],
      [
        'user',
        [
          { kind: 'response', id: 'c3', name: 'apply_patch', response: { result: 'Done' } },
          { kind: 'inline', mime: 'image/png', bytes: 3 },
        ],
      ],
      ['user', [{ kind: 'response', id: 'c4', name: 'local_shell', response: { result: '/w' } }]],
      ['/root/helper', [{ kind: 'text', text: 'Found it.' }]],
      [
        'model',
        [
          { kind: 'call', id: 'ig_1', name: 'image_generation', args: { prompt: 'a dot' } },
          { kind: 'inline', mime: 'image/png', bytes: 3 },
        ],
      ],
      [
        'model',
        [
          {
            kind: 'other',
            type: 'codex:future_call',
            value: { type: 'future_call', call_id: 'c9', thing: 1 },
          },
        ],
      ],
      ['model', [{ kind: 'text', text: 'It is a dot.' }]],
      ['user', [{ kind: 'text', text: 'Thanks.' }]],
      ['model', [{ kind: 'text', text: 'You are welcome.' }]],
    ]);
  });

  test('a request ends before the first item of its answer', () => {
    // The answer to request 1 begins with encrypted reasoning; the result of c1 stands inside it.
    // Request 2 begins with both results; the count between them belongs to request 1.
    expect(stepsOf(session)).toEqual(['3:1000', '8:1100', '15:1300', '19:1250']);
    expect(session.steps.map(({ label }) => label)).toEqual([
      'user-msg',
      'tool-results',
      'tool-results',
      'user-msg',
    ]);
    expect(session.steps.map(({ model }) => model)).toEqual([
      'gpt-5.4',
      'gpt-5.4',
      'gpt-5.4',
      'gpt-5.5',
    ]);
    expect(session.steps.map(({ output }) => output)).toEqual([50, 60, 70, 10]);
    expect(session.steps[0]?.time).toBe('2026-03-02T10:00:10.000Z');
  });

  test('accounts for every record', () => {
    expect(reasonsOf(trace)).toEqual({
      'begin or end of a turn': 4,
      'settings of a turn': 2,
      'repeated token count': 1,
      'repeated session header': 1,
      'name of the session': 1,
      'not part of a request: world_state': 1,
      'not part of a request: ghost_snapshot': 1,
      'token count without numbers': 1,
      'nothing to read: reasoning': 1,
      'copy for the user interface: user_message': 2,
      'copy for the user interface: agent_message': 1,
      'copy for the user interface: patch_apply_end': 1,
    });
    // 20 entries, 4 counts, 1 header.
    expect(trace.receipt).toMatchObject({ read: 42, kept: 25 });
  });
});

describe('compactions', () => {
  const session = only('compactions');

  test('keep what stands in the log, whatever its new id; the rest is the summary', () => {
    expect(session.compactions[0]).toEqual({
      entry: 5,
      step: 1,
      kind: 'summary',
      trigger: 'auto',
      summary: [
        { kind: 'text', text: '<permissions instructions>\nRead and write.' },
        { kind: 'other', type: 'codex:compaction', value: { encryptedLength: 10 } },
      ],
      kept: [[1, 3]],
      elided: [],
      preTokens: 200_020,
      postTokens: 5000,
      time: '2026-03-02T10:00:09.000Z',
    });
  });

  test('with a summary alone keep the instructions and what the user said, by Codex’s rule', () => {
    expect(session.compactions[1]).toMatchObject({
      entry: 6,
      step: 2,
      trigger: 'manual',
      summary: [{ kind: 'text', text: 'Another language model began.\nTwo files were listed.' }],
      kept: [[0, 2]],
      preTokens: 6020,
      postTokens: 900,
    });
    expect(session.notices.map(({ code }) => code)).toEqual([
      'opaque-summary',
      'kept-reconstructed',
    ]);
  });

  test('are no calls: the count after one estimates the new context', () => {
    expect(stepsOf(session)).toEqual(['2:200000', '5:6000', '7:1500']);
  });
});

test('calls that nobody counted are steps: interrupted, failed, retried, refused, cut off', () => {
  const session = only('uncounted');
  expect(textsOf(session)).toEqual([
    'Go',
    'Going',
    'call',
    'response',
    '<turn_aborted>\nThe user interrupted the previous turn on purpose.',
    'Again',
    '<turn_aborted>\nThe user interrupted the previous turn on purpose.',
    'Once more',
    'Half an ans',
    'A whole answer',
    'Too much',
    'Busy?',
    'Last',
    'Cut he',
  ]);
  expect(stepsOf(session)).toEqual([
    // Interrupted while its tool ran: the call itself was counted, and no other was under way.
    '1:1000',
    // Interrupted before anything was answered.
    '6:-',
    // Two attempts broke off, one of them in the middle of its answer; the third was counted.
    '8:-',
    '8:-',
    '9:1200',
    '11:!',
    '12:-',
    // The file ends inside the answer.
    '13:-',
  ]);
  expect(session.steps[5]).toMatchObject({ rejected: true, real: null, limit: null });
  expect(session.notices.map(({ code, times }) => [code, times])).toEqual([
    ['turn-aborted', 1],
    ['call-failed', 3],
  ]);
});

test('encrypted reasoning goes by its length to the next entry of its response', () => {
  const reasoning = (length: number) => ({
    type: 'reasoning',
    summary: [],
    encrypted_content: 'e'.repeat(length),
  });
  const count = (input: number) => ({
    type: 'token_count',
    info: {
      last_token_usage: { input_tokens: input, output_tokens: 10, total_tokens: input + 10 },
      total_token_usage: { total_tokens: input + 10 },
    },
  });
  const lines = [
    ['session_meta', { id: 'a', cwd: '/w', cli_version: '0.169.0' }],
    ['response_item', message('user', 'Go')],
    ['response_item', reasoning(4_000)],
    // Nothing but the envelope.
    ['response_item', reasoning(867)],
    ['response_item', reasoning(2_000)],
    ['response_item', { type: 'function_call', name: 'ls', call_id: 'c1', arguments: '{}' }],
    ['event_msg', count(100)],
    ['response_item', { type: 'function_call_output', call_id: 'c1', output: 'a.txt' }],
    ['response_item', reasoning(4_000)],
    ['event_msg', count(200)],
    ['response_item', message('assistant', 'Done')],
    ['event_msg', count(300)],
  ].map(([type, payload]) => JSON.stringify({ timestamp: '2026-03-02T10:00:00Z', type, payload }));
  const [session] = successOf(readTrace(lines.join('\n'))).sessions;
  if (session === undefined) throw new Error('One session');
  const { entries } = measureSession(session);
  // ⌈(3,000 − 650) / 4⌉ + ⌈(1,500 − 650) / 4⌉; the reasoning of the second response ended with it.
  expect([...entries.sealed]).toEqual([0, 588 + 213, 0, 0]);
  expect([...entries.responseIds]).toEqual([2]);
  // It has no text, so the reference counts nothing of it, and numbers alone hold it.
  expect([...measureSession(numbersOnly(session)).entries.sealed]).toEqual([...entries.sealed]);
  expect([...measureSession(numbersOnly(session)).entries.responseIds]).toEqual([2]);
});

describe('a turn', () => {
  const line = (type: string, payload: object): string =>
    JSON.stringify({ timestamp: '2026-03-02T10:00:00Z', type, payload });
  const begins = (window: number): string =>
    line('event_msg', { type: 'task_started', model_context_window: window });
  const ends = line('event_msg', { type: 'task_complete' });
  const turn = (model: string) => line('turn_context', { model, approval_policy: 'never' });
  let total = 0;
  const count = (input: number): string => {
    total += input + 1;
    const last = { input_tokens: input, output_tokens: 1, total_tokens: input + 1 };
    const info = { last_token_usage: last, total_token_usage: { total_tokens: total } };
    return line('event_msg', { type: 'token_count', info });
  };
  const said = (role: string, text: string) => line('response_item', message(role, text));
  const calls = (text: string, input: number) => [said('assistant', text), count(input)];
  const sessionOf = (lines: readonly string[]): Session => {
    const header = line('session_meta', { id: 'a', cwd: '/w', cli_version: '0.137.0' });
    const [session] = successOf(readTrace([header, ...lines].join('\n'))).sessions;
    if (session === undefined) throw new Error('One session');
    return session;
  };

  test('has its own window, which the program decides by', () => {
    const { limit, environments, steps } = sessionOf([
      ...[begins(258_400), turn('large'), said('user', 'Go'), ...calls('Going', 160_000)],
      ...[said('user', 'On'), ...calls('Going on', 160_100), ends],
      ...[begins(121_600), turn('small'), said('user', 'More')],
      line('event_msg', { type: 'error', codex_error_info: 'context_window_exceeded' }),
    ]);
    expect(limit).toEqual({ tokens: 258_400, source: 'recording' });
    expect(environments).toEqual([
      { from: 0, window: 258_400 },
      { from: 2, window: 121_600, limit: { tokens: 121_600, source: 'recording' } },
    ]);
    expect(steps[2]).toMatchObject({ model: 'small', rejected: true });
  });

  test('has its own effort, kept from the step on at which it changed', () => {
    const context = (effort?: string) => line('turn_context', { model: 'm', effort });
    const { asked } = sessionOf([
      ...[begins(258_400), context('medium'), said('user', 'Go'), ...calls('Going', 16_000)],
      ...[said('user', 'On'), ...calls('Going on', 16_100), ends],
      ...[begins(258_400), context('high'), said('user', 'More'), ...calls('More', 16_200)],
      ...[begins(258_400), context(), said('user', 'Last'), ...calls('Last', 16_300)],
    ]);
    // A turn that names none goes on with what was in force.
    expect(asked).toEqual([
      { from: 0, effort: 'medium' },
      { from: 2, effort: 'high' },
    ]);
  });

  const asked = [begins(9_500), said('user', 'Go'), ...calls('Going', 5_000)];
  const compacts = [
    ...calls('Two files were listed.', 5_100),
    line('compacted', { message: 'Two files were listed.' }),
  ];
  const after = [begins(9_500), said('user', 'On'), ...calls('Going on', 900), ends];

  test.each([
    ['of its own is what the user asked for', [ends, begins(9_500), ...compacts, ends], 'manual'],
    ['that goes on compacts by itself', [...compacts, ...calls('Still', 800), ends], 'auto'],
  ])('%s', (_, lines, trigger) => {
    const { compactions } = sessionOf([...asked, ...lines, ...after]);
    expect(compactions.map((one) => one.trigger)).toEqual([trigger]);
  });
});

describe('a history copied from another thread', () => {
  test('of a fork is context; its calls are the parent’s', () => {
    const trace = read('fork');
    const [session] = trace.sessions as [Session];
    expect(trace.sessions).toHaveLength(1);
    expect(textsOf(session)).toEqual([
      'Parent asks',
      'Parent answers',
      'Fork asks',
      'Fork answers',
    ]);
    expect(stepsOf(session)).toEqual(['3:9100']);
    expect(session.source).toMatchObject({
      sessionId: CHILD,
      parent: { sessionId: PARENT, lane: 'main', relation: 'branch' },
    });
    expect(reasonsOf(trace)).toMatchObject({
      'header of the session it was forked from': 1,
      'token count of the session it continues': 1,
      'repeated token count': 1,
    });
  });

  test('of a sub-agent ends at the ordinal its header names', () => {
    const session = only('sub-agent');
    expect(session.name).toBe('Parent asks');
    expect(stepsOf(session)).toEqual(['3:9200']);
    expect(session.model).toBe('gpt-5.4-mini');
    expect(session.source).toMatchObject({
      sessionId: CHILD,
      parent: { sessionId: PARENT, lane: 'main', relation: 'subagent' },
    });
  });

  test.each([
    ['whose result is the fork’s own', 2000],
    ['whose result was copied with it', 45],
  ])('may end in a call of the parent that nobody counted, %s', (_, resultAt) => {
    const spawn = { type: 'function_call', name: 'spawn_agent', call_id: 'c9', arguments: '{}' };
    const answer = {
      type: 'function_call_output',
      call_id: 'c9',
      output: 'You are the new agent.',
    };
    const lines = [
      [0, 'session_meta', { id: 'b', cwd: '/w', forked_from_id: 'a' }],
      [10, 'session_meta', { id: 'a', cwd: '/w' }],
      [20, 'response_item', message('user', 'One')],
      [30, 'response_item', message('assistant', 'I ask an agent')],
      [40, 'response_item', spawn],
      [resultAt, 'response_item', answer],
      [5000, 'event_msg', { type: 'task_started' }],
      [5001, 'response_item', message('user', 'Do it')],
      [7000, 'response_item', message('assistant', 'Done')],
      [7001, 'event_msg', count(200, 200)],
    ] as const;
    const trace = successOf(readTrace(lines.map(lineOf).join('\n')));
    expect(trace.sessions.map(stepsOf)).toEqual([['5:200']]);
    expect(trace.sessions.map(textsOf)).toEqual([
      ['One', 'I ask an agent', 'call', 'response', 'Do it', 'Done'],
    ]);
  });

  test('may hold turns of the parent that nobody counted', () => {
    const lines = [
      [0, 'session_meta', { id: 'b', cwd: '/w', forked_from_id: 'a' }],
      [10, 'session_meta', { id: 'a', cwd: '/w' }],
      [20, 'response_item', message('user', 'One')],
      [30, 'response_item', message('assistant', 'Two')],
      [40, 'response_item', message('user', 'Three')],
      [50, 'response_item', message('assistant', 'Four')],
      [60, 'event_msg', { type: 'task_complete' }],
      [5000, 'response_item', message('user', 'Five')],
      [7000, 'response_item', message('assistant', 'Six')],
      [7001, 'event_msg', count(200, 200)],
    ] as const;
    const trace = successOf(readTrace(lines.map(lineOf).join('\n')));
    expect(trace.sessions.map(stepsOf)).toEqual([['5:200']]);
  });

  test('is recognised by the begins of its turns where their ids hold no time', () => {
    const born = 90_000;
    const turn = (id: string, at: number): object => ({
      type: 'task_started',
      turn_id: id,
      started_at: at,
    });
    const lines = [
      [0, 'session_meta', { id: 'b', cwd: '/w', forked_from_id: 'a' }],
      [10, 'session_meta', { id: 'a', cwd: '/w' }],
      [20, 'event_msg', turn('one', born - 9000)],
      [30, 'response_item', message('user', 'One')],
      [900, 'response_item', message('assistant', 'Two')],
      [1900, 'event_msg', count(100, 100)],
      [1950, 'event_msg', turn('two', born + 2)],
      [1960, 'response_item', message('user', 'Three')],
      [2000, 'response_item', message('assistant', 'Four')],
      [2100, 'event_msg', count(300, 200)],
    ] as const;
    const trace = successOf(
      readTrace(lines.map(([at, ...rest]) => lineOf([born * 1000 + at, ...rest])).join('\n')),
    );
    expect(trace.sessions.map(stepsOf)).toEqual([['3:200']]);
  });

  test('without ids or ordinals is recognised by its pace of writing', () => {
    const lines = [
      [0, 'session_meta', { id: 'b', cwd: '/w', forked_from_id: 'a' }],
      [10, 'session_meta', { id: 'a', cwd: '/w' }],
      [20, 'response_item', message('user', 'One')],
      [30, 'response_item', message('assistant', 'Two')],
      [40, 'event_msg', count(100, 100)],
      [5000, 'response_item', message('user', 'Three')],
      [7000, 'response_item', message('assistant', 'Four')],
      [7001, 'event_msg', count(300, 200)],
    ] as const;
    const trace = successOf(readTrace(lines.map(lineOf).join('\n')));
    expect(trace.sessions.map(stepsOf)).toEqual([['3:200']]);
  });
});

test('what was rolled back is a branch with its own calls', () => {
  const trace = read('rollback');
  const [main, branch] = trace.sessions as [Session, Session];
  expect(trace.sessions).toHaveLength(2);
  expect(textsOf(main)).toEqual(['One', '1', 'Four', '4']);
  expect(stepsOf(main)).toEqual(['1:1000', '3:1050']);
  expect(textsOf(branch)).toEqual(['One', '1', 'Two', '2', 'Three', '3']);
  expect(stepsOf(branch)).toEqual(['3:1100', '5:1200']);
  expect(branch.source).toMatchObject({
    lane: 'main/rollback-1',
    parent: { sessionId: THREAD, lane: 'main', relation: 'branch' },
  });
  expect(reasonsOf(trace)).toMatchObject({
    'turns rolled back': 2,
    'in no session with a model call': 1,
  });
});

test('the first versions have no counts: a call begins where an answer follows a result', () => {
  const session = only('first-versions');
  expect(session.prefix.system).toEqual([{ kind: 'text', text: 'Be brief.' }]);
  expect(stepsOf(session)).toEqual(['1:-', '3:-', '5:-', '7:-']);
  expect(session.entries[3]?.parts).toEqual([
    { kind: 'call', id: 'c2', name: 'shell', args: '{"command": broken' },
  ]);
});

test('rollouts joined in one file are sessions of their own', () => {
  const turn = (id: string): readonly Line[] => [
    [0, 'session_meta', { id, cwd: '/w' }],
    [10, 'response_item', message('user', `Ask ${id}`)],
    [20, 'response_item', message('assistant', 'Answer')],
    [30, 'event_msg', count(100, 100)],
  ];
  const lines = [...turn('a'), ...turn('b'), ...turn('a')];
  const trace = successOf(readTrace(lines.map(lineOf).join('\n')));
  expect(trace.sessions.map(({ source }) => source.sessionId)).toEqual(['a', 'b', 'a (2)']);
  expect(trace.sessions.map(stepsOf)).toEqual([['1:100'], ['1:100'], ['1:100']]);
});

test('a summary that the reasoning items of one response repeat is one thought', () => {
  const trace = read('thoughts');
  const [session] = trace.sessions;
  expect(
    session?.entries.map(({ parts }) =>
      parts.map((part) => (part.kind === 'thought' ? part.text : part.kind)).join(' '),
    ),
  ).toEqual([
    'text',
    '**Reading** **Comparing**',
    '**Deciding**',
    'text',
    'call',
    'response',
    // Other responses think for themselves.
    '**Reading**',
    '**Reading**',
    'text',
  ]);
  expect(session && stepsOf(session)).toEqual(['1:900', '6:1100', '7:1200']);
  // Counted of the first response alone.
  expect(session?.steps.map(({ reasoning }) => reasoning)).toEqual([90, undefined, undefined]);
  expect(reasonsOf(trace)).toMatchObject({
    'reasoning repeated from the item before': 1,
    'nothing to read: reasoning': 1,
  });
});

type Line = readonly [milliseconds: number, type: string, payload: object];

const lineOf = ([milliseconds, type, payload]: Line): string =>
  JSON.stringify({ timestamp: new Date(milliseconds).toISOString(), type, payload });

const message = (role: string, text: string): object => ({
  type: 'message',
  role,
  content: [{ type: 'input_text', text }],
});

const count = (total: number, last: number): object => ({
  type: 'token_count',
  info: {
    total_token_usage: { input_tokens: total, output_tokens: 1, total_tokens: total + 1 },
    last_token_usage: { input_tokens: last, output_tokens: 1, total_tokens: last + 1 },
  },
});
