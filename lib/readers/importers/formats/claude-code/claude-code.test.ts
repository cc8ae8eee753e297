import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { Json, Part, Session } from '@/lib/engine/session/schema';
import { measureSession } from '@/lib/engine/tokens/measure';
import { stepFlag } from '@/lib/engine/tokens/profile';
import { readRecords, readTrace, type ReadTrace } from '../../testing/read-trace';

function trace(name: string): ReadTrace {
  const text = readFileSync(new URL(`fixtures/claude-code/${name}.jsonl`, import.meta.url), 'utf8');
  const read = readTrace(text, 'jsonl', `${name}.jsonl`);
  if (!read.ok) throw new Error(read.error.message);
  return read.value;
}

function readLines(lines: readonly unknown[]): ReadTrace {
  const records = lines.map(
    (line, i) => [JSON.parse(JSON.stringify(line)) as Json, i + 1] as const,
  );
  const read = readRecords(records, 'jsonl');
  if (!read.ok) throw new Error(read.error.message);
  return read.value;
}

const briefly = (part: Part): string =>
  part.kind === 'text' || part.kind === 'thought'
    ? part.text
    : part.kind === 'call' || part.kind === 'response'
      ? `${part.kind} ${part.name}`
      : part.kind;

/** The log with its steps: "user: fix the bug", "-- 36348 user-msg". */
function picture({ entries, steps }: Session): readonly string[] {
  const lines: string[] = [];
  for (let at = 0; at <= entries.length; at++) {
    for (const step of steps) {
      const refused = step.rejected ? ` > ${step.limit ?? '?'}` : '';
      if (step.entries === at) lines.push(`-- ${step.real ?? '?'}${refused} ${step.label}`);
    }
    const entry = entries[at];
    if (entry) lines.push(`${entry.role}: ${entry.parts.map(briefly).join(' | ')}`);
  }
  return lines;
}

const lanes = ({ sessions }: ReadTrace): readonly string[] =>
  sessions.map(({ source }) => source.lane);

describe('a message over several lines', () => {
  const { sessions, receipt } = trace('split-message');
  const [session] = sessions;

  test('is one entry and one step; its own output and results are not in its request', () => {
    expect(picture(session!)).toEqual([
      'user: fix the bug',
      '-- 36348 user-msg',
      'model: hm, two files | I read both. | call Read | call Grep',
      'user: response Read',
      'user: response Grep',
      '-- 36466 tool-results',
      'model: Fixed.',
      'user: thanks',
    ]);
  });

  test('counts its usage once and keeps the final record', () => {
    expect(session!.steps[0]).toMatchObject({
      real: 3 + 9984 + 26361,
      output: 417,
      cacheWrite: 9984,
      reported: true,
      rejected: false,
      model: 'claude-opus-4-6',
      time: '2026-02-08T11:00:03.000Z',
      usage: { output_tokens: 417 },
    });
  });

  test('stopped at the output limit where its last line says so', () => {
    expect(session!.steps.map(({ lengthStop }) => lengthStop)).toEqual([true, undefined]);
    expect([...measureSession(session!).steps.flags]).toEqual([
      stepFlag.reported | stepFlag.lengthStop,
      stepFlag.reported,
    ]);
  });

  test('says what it is', () => {
    expect(session).toMatchObject({
      name: 'fix the bug',
      model: 'claude-opus-4-6',
      thoughts: 'stripped',
      limit: null,
      prefix: { system: null, tools: null },
      source: {
        format: 'claude-code',
        agent: 'Claude Code',
        agentVersion: '2.1.37',
        sessionId: 's-1',
        lane: 'main',
        parent: null,
      },
    });
  });

  test('accounts for every line', () => {
    expect(receipt).toEqual({
      format: 'claude-code',
      read: 12,
      kept: 6,
      merged: [{ reason: 'further line of the same message', records: 3, at: [4, 5, 8] }],
      dropped: [
        { reason: 'not part of a request: file-history-snapshot', records: 1, at: [1] },
        { reason: 'not part of a request: progress hook_progress', records: 1, at: [9] },
        { reason: 'not part of a request: system turn_duration', records: 1, at: [11] },
      ],
      lost: 0,
      remarks: [],
    });
  });

  test('keeps the texts of results apart from the copy for the screen', () => {
    const results = session!.entries.flatMap(({ parts }) => parts);
    expect(results).toContainEqual({
      kind: 'response',
      name: 'Grep',
      id: 'toolu_2',
      response: { result: 'package b\nfunc B() {}' },
    });
    expect(JSON.stringify(session)).not.toContain('a copy for the screen');
  });
});

test('a line that comes after the next message joins its own message in the log', () => {
  const { sessions } = trace('late-lines');
  expect(picture(sessions[0]!)).toEqual([
    'user: go on',
    'user: response toolu_lost',
    '-- 10 tool-results',
    'model: one',
    'model: still one',
    '-- 12 tool-results',
    'model: two',
    '-- 14 tool-results',
    'model: three',
  ]);
});

describe('compaction', () => {
  const [session] = trace('compaction').sessions;

  test('stands where the log was, with its summary beside the log', () => {
    expect(picture(session!)).toEqual([
      'user: port the parser',
      '-- 150003 user-msg',
      'model: call Read',
      'user: response Read',
      '-- 166503 tool-results',
      'model: Read it.',
      'user: now write it',
      '-- 31004 user-msg',
      'model: Writing.',
      'user: and the tests',
    ]);
    expect(session!.compactions[0]).toEqual({
      entry: 5,
      step: 2,
      kind: 'summary',
      trigger: 'auto',
      summary: [
        {
          kind: 'text',
          text: 'This session is being continued from a previous conversation. The parser was read.',
        },
      ],
      kept: [[3, 5]],
      elided: [],
      preTokens: 167471,
      postTokens: 8000,
      time: '2026-02-08T11:00:06.000Z',
    });
  });

  test('after the last step is trailing; single kept messages become ranges', () => {
    expect(session!.compactions[1]).toMatchObject({
      entry: 7,
      step: 3,
      trigger: 'manual',
      kept: [[6, 7]],
    });
  });

  test('of results names the entries that were blanked', () => {
    const [micro] = trace('microcompact').sessions;
    expect(micro!.compactions).toEqual([
      {
        entry: 6,
        step: 2,
        kind: 'elision',
        trigger: 'auto',
        summary: [],
        kept: [],
        elided: [1, 3],
        preTokens: 97000,
        postTokens: 52000,
        time: '2026-02-08T11:00:07.000Z',
      },
    ]);
  });
});

describe('sub-agents', () => {
  test('of side chains are sessions of their own', () => {
    const read = trace('sidechain');
    expect(lanes(read)).toEqual(['main', 'lane-1', 'lane-2', '7f3a']);
    expect(picture(read.sessions[0]!)).toHaveLength(7);
    expect(picture(read.sessions[2]!)).toEqual([
      'user: look at b',
      '-- 4103 user-msg',
      'model: call Read',
      'user: response Read',
      '-- 4203 tool-results',
      'model: b is fine',
    ]);
    expect(read.sessions[3]).toMatchObject({
      name: 'look at c',
      model: 'claude-haiku-4-5',
      source: { parent: { sessionId: 's-1', lane: 'main', relation: 'subagent' } },
    });
  });

  test('inside progress lines are, too, each message once', () => {
    const read = trace('agent-progress');
    expect(lanes(read)).toEqual(['main', 'a74cf86']);
    expect(picture(read.sessions[0]!)).toEqual([
      'user: review it',
      '-- 20003 user-msg',
      'model: call Task',
      'user: response Task',
      '-- 20503 tool-results',
      'model: The agent says: good.',
    ]);
    expect(picture(read.sessions[1]!)).toEqual([
      'user: Review the diff.',
      '-- 27326 user-msg',
      'model: Looking. | call Bash',
      'user: response Bash',
      '-- 27426 tool-results',
      'model: Good.',
    ]);
  });

  test('in files of their own name their parent', () => {
    const { sessions } = trace('agent-file');
    expect(sessions).toHaveLength(1);
    expect(sessions[0]!.source).toMatchObject({
      lane: 'ab12',
      parent: { sessionId: 's-1', lane: 'main', relation: 'subagent' },
    });
  });
});

describe('a rewind', () => {
  const { sessions, drafts, receipt } = trace('rewind');

  test('leaves the path to the newest line as the main log', () => {
    expect(picture(sessions[0]!)).toEqual([
      'user: write a poem',
      '-- 10003 user-msg',
      'model: Roses are red',
      'user: much shorter',
      '-- 10093 user-msg',
      'model: Roses.',
    ]);
  });

  test('makes the abandoned branch a session that shares entries but no step', () => {
    expect(sessions).toHaveLength(2);
    expect(picture(sessions[1]!)).toEqual([
      'user: write a poem',
      'model: Roses are red',
      'user: longer',
      '-- 10103 user-msg',
      'model: call Write',
      'user: response Write',
      '-- 10203 tool-results',
      'model: Done.',
    ]);
    expect(sessions[1]!.source).toMatchObject({
      lane: 'main/branch-1',
      parent: { lane: 'main', relation: 'branch' },
    });
    expect(drafts[1]!.entries.slice(0, 2)).toEqual(drafts[0]!.entries.slice(0, 2));
  });

  test('drops a prompt that was abandoned before a call', () => {
    expect(receipt.dropped).toEqual([
      { reason: 'abandoned before a model call', records: 1, at: [7] },
    ]);
  });
});

test('a resumed log repeats lines; a missing parent means the line before', () => {
  const { sessions, receipt } = trace('resumed');
  expect(sessions).toHaveLength(1);
  expect(sessions[0]).toMatchObject({
    name: 'Sorting out the build',
    source: { sessionId: 's-2' },
  });
  expect(picture(sessions[0]!)).toHaveLength(7);
  expect(receipt.merged).toEqual([{ reason: 'repeated line', records: 3, at: [6, 7, 8] }]);
});

test('a call refused for its size is a step; other failures are none', () => {
  const { sessions, receipt } = trace('rejected');
  expect(picture(sessions[0]!)).toEqual([
    'user: read everything',
    '-- 150003 user-msg',
    'model: call Read',
    'user: response Read',
    '-- 200819 > 200000 tool-results',
    'user: try again',
    '-- ? > ? user-msg',
    'model: No response requested.',
    '-- 190000 > 200000 user-msg',
  ]);
  expect(sessions[0]!.limit).toEqual({ tokens: 200000, source: 'recording' });
  expect(sessions[0]!.steps.map(({ reported }) => reported)).toEqual([true, false, false, false]);
  expect(sessions[0]!.steps[1]!.model).toBe('claude-opus-4-6');
  expect(receipt.dropped).toMatchObject([{ reason: 'not part of a request: failed call' }]);
});

test('attachments enter the prompt with their text, by type', () => {
  const [session] = trace('attachments').sessions;
  expect(session!.name).toBe('Begin the work');
  expect(
    session!.entries.map(({ label, parts }) => [label, parts.map(briefly).join(' | ')]),
  ).toEqual([
    [undefined, 'begin'],
    ['meta', '<local-command-caveat>Caveat: local commands.</local-command-caveat>'],
    ['attachment: skill_listing', '- deploy: Deploy it'],
    ['attachment: deferred_tools_delta', 'WebFetch\nWebSearch'],
    ['attachment: agent_listing_delta', '- Explore: looks around'],
    ['attachment: mcp_instructions_delta', '## Linear\nUse it.'],
    ['attachment: task_reminder', '6 · Write tests · pending'],
    ['attachment: edited_text_file', '/x/a.go\n1\tpackage a'],
    ['attachment: diagnostics', '/x/a.go\nError · undefined: B · compiler · UndeclaredName'],
    ['attachment: nested_memory', '/x/CLAUDE.md\nBe brief.'],
    ['attachment: plan_mode', '/x/plan.md'],
    ['attachment: hook_additional_context', 'Read the docs first.'],
    ['attachment: hook_success', 'Welcome.'],
    ['attachment: queued_command', 'also fix b'],
    ['attachment: queued_command', 'see this | inline'],
    [undefined, 'Begun.'],
  ]);
});

test('images and documents count by their decoded bytes', () => {
  const [session] = trace('media').sessions;
  const inline = session!.entries.flatMap(({ parts }) => parts.filter((p) => p.kind === 'inline'));
  expect(inline).toEqual([
    { kind: 'inline', mime: 'image/png', bytes: 8 },
    { kind: 'inline', mime: 'application/pdf', bytes: 6 },
    { kind: 'inline', mime: 'image/png', bytes: 8 },
  ]);
  expect(session!.entries[2]!.parts.map(briefly)).toEqual([
    'response Read',
    'inline',
    'and a word with the result',
  ]);
});

describe('hostile lines', () => {
  test('of wrong types everywhere leave what can be read', () => {
    const { sessions, receipt } = trace('hostile');
    expect(sessions[0]!.steps.at(-1)).toMatchObject({ real: 1000 });
    expect(sessions[0]!.notices.map(({ code }) => code)).toContain('usage-absurd');
    expect(receipt.read).toBe(20);
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
  });

  const line = (type: string, id: string, content: unknown, more: object = {}): object => ({
    type,
    uuid: id,
    parentUuid: null,
    isSidechain: false,
    sessionId: 's',
    message: { id, model: 'claude-x', role: type, content, ...more },
  });

  test('nested too deep lose that part and say so', () => {
    let deep: unknown = 1;
    for (let i = 0; i < 300; i++) deep = [deep];
    const call = { type: 'tool_use', id: 't', name: 'X', input: { deep } };
    const usage = { input_tokens: 5, deep };
    const { sessions } = readLines([
      line('user', 'u', 'go'),
      line('assistant', 'a', [{ type: 'text', text: 'ok' }, call], { usage }),
    ]);
    expect(picture(sessions[0]!)).toEqual(['user: go', '-- 5 user-msg', 'model: ok']);
    expect(sessions[0]!.steps[0]!.usage).toBeNull();
    expect(sessions[0]!.notices).toMatchObject([{ code: 'too-deep', at: [2], times: 1 }]);
  });

  test('with 100,000 results in one message are read in time', () => {
    const results = Array.from({ length: 100_000 }, (_, i) => ({
      type: 'tool_result',
      tool_use_id: `t${i}`,
      content: 'x',
    }));
    const { sessions } = readLines([
      line('user', 'u', results),
      line('assistant', 'a', 'ok', { usage: { input_tokens: 5 } }),
    ]);
    expect(sessions[0]!.entries[0]!.parts).toHaveLength(100_000);
  });

  test('that all name each other as parents end', () => {
    const lines = Array.from({ length: 2000 }, (_, i) => ({
      ...line(i % 2 === 0 ? 'user' : 'assistant', `n${i}`, `${i}`),
      parentUuid: `n${(i * 7 + 1) % 2000}`,
    }));
    const { sessions, receipt } = readLines(lines);
    const steps = sessions.reduce((sum, session) => sum + session.steps.length, 0);
    expect(receipt.read).toBe(2000);
    expect(steps).toBe(1000);
  });

  test('that rewind thousands of times become as many branches', () => {
    const lines: object[] = [line('user', 'u', 'go')];
    for (let i = 0; i < 3000; i++) {
      lines.push({ ...line('assistant', `a${i}`, 'x', { id: `m${i}` }), parentUuid: `u` });
    }
    const { sessions } = readLines(lines);
    expect(sessions).toHaveLength(3000);
    expect(sessions.every(({ steps }) => steps.length === 1)).toBe(true);
  });
});

test('a branch after a compaction keeps the compaction it stands on', () => {
  const text = readFileSync(
    new URL('fixtures/claude-code/compaction.jsonl', import.meta.url),
    'utf8',
  );
  const more = [
    { type: 'user', uuid: 'u9', parentUuid: 's1', message: { content: 'instead' } },
    {
      type: 'assistant',
      uuid: 'a9',
      parentUuid: 'u9',
      message: { id: 'msg_9', content: 'Fine.', usage: { input_tokens: 30000 } },
    },
  ];
  const read = readTrace(text + more.map((line) => JSON.stringify(line)).join('\n'));
  if (!read.ok) throw new Error(read.error.message);
  const [main, branch] = read.value.sessions;
  expect(main!.compactions).toMatchObject([{ entry: 5, step: 2 }]);
  expect(main!.steps.map(({ real }) => real)).toEqual([150003, 166503, 30000]);
  expect(branch!.compactions).toMatchObject([
    { entry: 5, step: 0 },
    { entry: 7, step: 1 },
  ]);
  expect(branch!.steps.map(({ real }) => real)).toEqual([31004]);
});

test('a session measures to the sum of its parts', () => {
  const profile = measureSession(trace('split-message').sessions[0]!);
  expect([...profile.steps.entries]).toEqual([1, 4]);
  expect([...profile.steps.requestBytes]).toEqual([11, 11]);
});
