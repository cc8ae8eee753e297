import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { MemoryStore } from '@/lib/engine/session/memory-store';
import type { Session } from '@/lib/engine/session/schema';
import { opencode } from '.';
import { ReceiptBuilder, type Receipt } from '../../receipt';
import { opencodeStorage } from '../../testing/archive-fixtures';
import { endOf } from '../../testing/end-of';
import { readFixture } from '../../testing/read-fixture';
import { readTrace } from '../../testing/read-trace';

const textOfFixture = (name: string): string =>
  readFileSync(new URL(`fixtures/opencode/${name}.json`, import.meta.url), 'utf8');

function read(name: string): { sessions: readonly Session[]; receipt: Receipt } {
  const trace = readTrace(textOfFixture(name), 'json', `${name}.json`);
  if (!trace.ok) throw new Error(trace.error.message);
  expect(trace.value.format).toBe('opencode');
  return trace.value;
}

const brief = ({ steps }: Session | undefined = {} as Session): unknown =>
  steps.map(({ entries, real, label }) => [entries, real, label]);

describe('an export', () => {
  const { sessions, receipt } = read('export');
  const [main, summariser] = sessions;

  test('has a step for each step-finish, retry, aborted and failed call', () => {
    expect(brief(main)).toEqual([
      [1, 10_867, 'user-msg'],
      [4, 11_867, 'tool-results'],
      [6, 12_817, 'tool-results'],
      [8, null, 'retried'],
      [8, 13_000, 'tool-results'],
      [10, null, 'aborted'],
      [11, 200_819, 'user-msg'],
      [11, 14_000, 'user-msg'],
      [13, 4000, 'user-msg'],
    ]);
    expect(main?.steps.map(({ output }) => output ?? null)).toEqual([
      916,
      40,
      30,
      null,
      9,
      0,
      0,
      12,
      5,
    ]);
    expect(main?.steps[4]?.lengthStop).toBe(true);
    expect(main?.steps[6]).toMatchObject({ rejected: true, limit: 200_000 });
    expect(main?.limit).toEqual({ tokens: 200_000, source: 'recording' });
  });

  test('sends tool results with the next request, in the words of the next request', () => {
    const kinds = main?.entries.map(({ parts }) => parts.map(({ kind }) => kind).join());
    expect(kinds).toEqual([
      'text,text,inline',
      'thought,call,call',
      'response',
      'response,inline',
      'text,call',
      'response',
      'call',
      'response',
      'text',
      'text',
      'thought,text',
      'text',
      'text',
      'call',
      'response',
    ]);
    expect(main?.entries[0]?.parts[2]).toEqual({ kind: 'inline', mime: 'image/png', bytes: 11 });
    expect(main?.entries[3]?.parts).toEqual([
      { kind: 'response', name: 'read', id: 'c2', response: { result: 'body of b' } },
      { kind: 'inline', mime: 'image/png', bytes: 5 },
    ]);
    expect(main?.entries[5]?.parts[0]).toMatchObject({ response: { result: 'File has changed' } });
    expect(main?.entries[7]?.parts[0]).toMatchObject({
      response: { result: '[Tool execution was interrupted]' },
    });
  });

  test('records outputs that were cleared before the step that no longer sent them', () => {
    const elisions = main?.compactions.filter(({ kind }) => kind === 'elision');
    expect(elisions?.map(({ entry, step, elided, time }) => [entry, step, elided, time])).toEqual([
      [12, 8, [2, 3], new Date(1_770_000_000_096).toISOString()],
      [15, 9, [14], new Date(1_770_000_000_500).toISOString()],
    ]);
  });

  test('keeps the tail that the compaction names', () => {
    const summaries = main?.compactions.filter(({ kind }) => kind === 'summary');
    expect(summaries).toEqual([
      {
        entry: 12,
        step: 8,
        kind: 'summary',
        trigger: 'auto',
        summary: [{ kind: 'text', text: '## Goal\nRename.' }],
        kept: [[9, 12]],
        elided: [],
        preTokens: null,
        postTokens: null,
        time: new Date(1_770_000_000_106).toISOString(),
      },
    ]);
  });

  test('records a compaction whose summary failed', () => {
    expect(main?.failedCompactions).toMatchObject([{ step: 9, reason: 'broken pipe' }]);
  });

  test('sets the calls that write summaries apart, over the same log', () => {
    expect(sessions).toHaveLength(2);
    expect(brief(summariser)).toEqual([
      [12, 106_000, 'summariser'],
      [15, null, 'UnknownError'],
    ]);
    expect(summariser?.name).toBe('Rename the module (summariser)');
    expect(summariser?.source).toMatchObject({
      lane: 'summariser',
      parent: { sessionId: 'ses_main', lane: 'main', relation: 'lane' },
    });
    expect(summariser?.entries).toEqual(main?.entries);
    expect(summariser?.compactions.map(({ kind, step }) => [kind, step])).toEqual([
      ['elision', 0],
      ['summary', 1],
      ['elision', 2],
    ]);
  });

  test('accounts for every message', () => {
    expect(receipt).toMatchObject({
      read: 15,
      kept: 13,
      merged: [{ reason: 'repeated message', records: 1, at: ['$.messages[14]'] }],
      dropped: [{ reason: 'message without content', records: 1, at: ['$.messages[13]'] }],
    });
  });

  test('names its version and its model', () => {
    expect(main).toMatchObject({
      name: 'Rename the module',
      model: 'glm-5.2',
      source: { agent: 'OpenCode', agentVersion: '1.15.6', sessionId: 'ses_main', parent: null },
    });
  });
});

describe('an older session of a sub-agent', () => {
  const { sessions } = read('sub-session');

  test('is linked to its parent, and holds the system prompt that its answers repeat', () => {
    expect(sessions[0]).toMatchObject({
      name: 'Find the callers',
      source: { parent: { sessionId: 'ses_main', lane: 'main', relation: 'subagent' } },
      prefix: { system: [{ kind: 'text', text: 'You are a finder.' }], tools: null },
    });
  });

  test('takes usage from the message where no step-finish stands', () => {
    expect(brief(sessions[0])).toEqual([
      [1, 345, 'user-msg'],
      [3, 120, 'user-msg'],
    ]);
    expect(brief(sessions[1])).toEqual([[2, 350, 'summariser']]);
  });

  test('has a compaction where a summary stands without one being asked for', () => {
    expect(sessions[0]?.compactions).toMatchObject([
      { entry: 2, step: 1, trigger: 'unknown', kept: [] },
    ]);
  });
});

test('a session names the folder that its agent worked in', () => {
  const { drafts } = readFixture('opencode/exported.json');
  expect(drafts.map(({ project }) => project)).toEqual(['/demo', '/demo', '/demo', '/demo']);
});

test('the messages of a session, as the server hands them out', () => {
  const { sessions } = read('messages');
  expect(sessions[0]?.source.sessionId).toBe('ses_sub');
  expect(brief(sessions[0])).toEqual([[1, 345, 'user-msg']]);
});

describe('the files under storage/', () => {
  const files = opencodeStorage();

  function readFiles(names: readonly string[]): { sessions: Session[]; receipt: Receipt } {
    const store = new MemoryStore();
    const receipt = new ReceiptBuilder();
    const sessions: Session[] = [];
    const reader = opencode.start(
      { file: 'a.zip', store, receipt, session: (draft) => sessions.push(store.session(draft)) },
      'archive',
    );
    for (const name of names) reader.record({ name, value: files[name] ?? null }, name);
    expect(endOf(reader)).toEqual({ ok: true, value: undefined });
    return { sessions, receipt: receipt.finish('opencode') };
  }

  test('are claimed by their names', () => {
    const names = Object.keys(files);
    const first = {
      name: names[0] ?? '',
      value: files['storage/session/global/ses_main.json'] ?? null,
    };
    expect(opencode.sniff({ kind: 'archive', records: [{ names, first }] })).toBe(true);
    expect(opencode.sniff({ kind: 'archive', records: [{ names: ['a.json'], first }] })).toBe(
      false,
    );
  });

  test('give the same sessions as the export, whatever their order in the archive', () => {
    const { sessions, receipt } = readFiles(opencode.memberOrder(Object.keys(files).reverse()));
    const exported = read('export').sessions;
    expect(sessions.map(brief)).toEqual(exported.map(brief));
    expect(sessions[0]?.compactions).toEqual(exported[0]?.compactions);
    // 14 messages, one of them empty, and the session; 38 parts.
    expect(receipt).toMatchObject({ read: 53, kept: 14, dropped: [{ records: 1 }] });
    expect(receipt.merged).toMatchObject([{ reason: 'part of its message', records: 38 }]);
  });

  test('drop parts whose message is not there', () => {
    const names = [
      'storage/part/msg_02/prt_00.json',
      'storage/message/ses_main/msg_07.json',
      'storage/part/msg_07/prt_01.json',
      'storage/part/msg_07/prt_02.json',
    ];
    const { sessions, receipt } = readFiles(names);
    expect(sessions[0]?.steps.map(({ real }) => real)).toEqual([14_000]);
    expect(receipt).toMatchObject({
      read: 4,
      kept: 1,
      dropped: [{ reason: 'part of a missing message', records: 1 }],
    });
  });
});
