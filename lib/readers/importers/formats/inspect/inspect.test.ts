import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { Json } from '@/lib/engine/session/schema';
import { inspectOrder } from './index';
import { entriesOf, readFixture, stepsOf } from '../../testing/read-fixture';
import { inspectEval } from '../../testing/archive-fixtures';
import { readArchive, readRecords } from '../../testing/read-trace';

type Log = { readonly samples: readonly { readonly [name: string]: Json }[] };

const log = (): Log & { readonly [name: string]: Json } =>
  JSON.parse(readFileSync(new URL('fixtures/inspect/log.json', import.meta.url), 'utf8')) as Log & {
    readonly [name: string]: Json;
  };

const sessionsOf = (sessions: ReturnType<typeof readFixture>['sessions']) =>
  sessions.map(({ source, ...session }) => [
    source.sessionId,
    source.lane,
    stepsOf({ source, ...session }),
  ]);

const expected = [
  [
    'sample 8, epoch 1',
    'main',
    [
      [1, null],
      [3, null],
    ],
  ],
  [
    'sample ctf-1, epoch 2',
    'main',
    [
      [1, 4 + 900], // the total tells that the cache is beside the input
      [3, null], // two retries
      [3, null],
      [3, 1000], // here it is inside
      [5, 205000], // model_length: the provider's error as the answer
      [5, null], // overloaded
    ],
  ],
  ['sample ctf-1, epoch 2', 'searcher', [[1, 50]]],
  [
    'sample 7, epoch 1',
    'main',
    [
      [1, 100],
      [3, 150],
    ],
  ],
];

test('a session for each sample and agent; retries, errors and overflows are steps', () => {
  const { sessions, receipt } = readFixture('inspect/log.json');
  expect(sessionsOf(sessions)).toEqual(expected);
  expect(receipt).toMatchObject({ read: 18, kept: 11 });
  const main = sessions[1];
  const agent = sessions[2];
  if (!main || !agent) throw new Error('no session');
  expect(entriesOf(main)).toEqual([
    'user text:Capture the flag.',
    'model thought:Hm. text:I look. call:bash{"cmd":"ls"}',
    'user response:bash{"result":"Command timed out."}',
    'model text:Found.',
    'user text:Go on.',
  ]);
  expect(main.prefix.system).toEqual([{ kind: 'text', text: 'L'.repeat(120) }]);
  expect(main.steps[4]).toMatchObject({ rejected: true, limit: 200000 });
  expect(main.steps[3]).toMatchObject({ lengthStop: true, output: 5 });
  expect(main.source).toMatchObject({ agent: 'Inspect', agentVersion: '0.3.150' });
  expect(agent.source.parent).toEqual({
    sessionId: 'sample ctf-1, epoch 2',
    lane: 'main',
    relation: 'subagent',
  });
});

/** The log as an archive's members, in the order the importer asks for. */
function archiveOf(members: Readonly<Record<string, Json>>): ReturnType<typeof readRecords> {
  const names = Object.keys(members).sort();
  const head = { names, first: null };
  const order = inspectOrder(names).map(
    (name) => [{ name, value: members[name] as Json }, name] as const,
  );
  return readRecords([[head, '$'], ...order], 'archive');
}

test('an archive gives the same sessions, the header read first', () => {
  const read = readArchive(inspectEval());
  if (!read.ok) throw new Error(read.error.message);
  expect(new Set(sessionsOf(read.value.sessions))).toEqual(new Set(expected));
});

test('a sample in chunks: attachments by their place, messages before events', () => {
  const { samples, ...header } = log();
  const { events = null, events_data: pooled, ...shell } = samples[1] ?? {};
  const pool = (pooled as { readonly messages: readonly Json[] }).messages;
  const referring = JSON.parse(
    JSON.stringify(pool).replaceAll('attachment://h1', 'attachment://1'),
  ) as readonly Json[];
  const at = 'samples/7_epoch_1';
  const read = archiveOf({
    'header.json': header,
    [`${at}/sample.json`]: { ...shell, attachments: {} },
    [`${at}/events/0.json`]: events,
    [`${at}/events/stats.json`]: {},
    [`${at}/messages/2.json`]: referring.slice(2),
    [`${at}/messages/0.json`]: referring.slice(0, 2),
    [`${at}/attachments/0.json`]: ['other'],
    [`${at}/attachments/1.json`]: ['L'.repeat(120)],
  });
  if (!read.ok) throw new Error(read.error.message);
  expect(sessionsOf(read.value.sessions)).toEqual([expected[3]]);
  expect(read.value.sessions[0]?.prefix.system).toEqual([{ kind: 'text', text: 'L'.repeat(120) }]);
});

test('a compaction event counts the tokens of the compaction that the next request shows', () => {
  const said = (role: string, content: string) => ({ role, content });
  const words = (text: string) => said('user', `${text} `.repeat(40));
  const model = (input: readonly Json[], answer: string, tokens: number) => ({
    event: 'model',
    model: 'm',
    input,
    tools: [],
    output: {
      choices: [{ message: said('assistant', answer) }],
      usage: { input_tokens: tokens, output_tokens: 1, total_tokens: tokens + 1 },
    },
  });
  const long = [words('a'), said('assistant', 'b'), words('c'), said('assistant', 'd'), words('e')];
  const sample = {
    id: 1,
    epoch: 1,
    events: [
      model(long, 'f', 900),
      { event: 'compaction', tokens_before: 900, tokens_after: 120 },
      model([said('user', 'What was said.')], 'g', 130),
    ],
  };
  const document = { ...log(), samples: [sample] } as unknown as Json;
  const read = readRecords([[document, '$']], 'json');
  if (!read.ok) throw new Error(read.error.message);
  expect(read.value.sessions).toHaveLength(1);
  const [session] = read.value.sessions;
  expect(session?.compactions).toMatchObject([
    { entry: 6, step: 1, kind: 'summary', trigger: 'auto', preTokens: 900, postTokens: 120 },
  ]);
  expect(session?.notices).toEqual([]);
});
