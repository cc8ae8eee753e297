import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { laneCompactions, largestSessions } from '@/lib/answers/testing/toy-several';
import { capture, parsed } from '@/lib/cli/testing/captured-io';
import { fixtureText } from '@/lib/readers/importers/testing/fixture-files';
import {
  call,
  closeLibrary,
  headers,
  importQueued,
  openLibrary,
  rows,
  uploadText,
  url,
} from '../testing/library-routes';
import { postQuestion } from '../sessions/questions';
import { postSessionsQuestion, questionHandler } from './question-route';
import { idleImportHost } from '../testing/idle-import-host';

idleImportHost();

const FORMATS = 'lib/readers/importers/formats';
const CLAUDE = `${FORMATS}/claude-code/fixtures/claude-code/compaction.jsonl`;

let [id, other] = ['', ''];
beforeAll(async () => {
  await openLibrary();
  await uploadText('compaction.jsonl', fixtureText('claude-code/compaction.jsonl'));
  await uploadText('linear.jsonl', fixtureText('pi/linear.jsonl'));
  await importQueued();
  const all = Object.values(await rows());
  id = all.find(({ file }) => file === 'compaction.jsonl')?.id ?? '';
  other = all.find(({ file }) => file === 'linear.jsonl')?.id ?? '';
});
afterAll(closeLibrary);

const WINDOWS = { setting: 'window', from: 190_000, to: 200_000, step: 10_000 };

const ask = (question: string, body: object) =>
  call(postSessionsQuestion, { question }, 'POST', body);

describe('a question about a corpus', () => {
  it.each([
    ['score', 'totals'],
    ['tokens', 'scores'],
  ])('%s answers what the command line prints', async (question, member) => {
    const { out } = await capture([question, CLAUDE, '--json']);
    const answer = await ask(question, { sessions: [id] });
    expect(answer.status).toBe(200);
    const said = (await answer.json()) as Readonly<Record<string, unknown>>;
    expect(said[member]).toEqual(parsed<Readonly<Record<string, unknown>>>(out)[member]);
  });

  it.each([
    ['sweep', ['cells', 'columns', 'limit', 'total']],
    ['tune', ['settings', 'today', 'words', 'choice', 'edges', 'coverage', 'cells', 'options']],
  ])('%s answers what the command line prints, of the same grid', async (question, members) => {
    const { out } = await capture([
      question,
      CLAUDE,
      '--vary',
      'window=190000:200000:10000',
      '--json',
    ]);
    const answer = await ask(question, { sessions: [id], vary: [WINDOWS] });
    expect(answer.status).toBe(200);
    const said = (await answer.json()) as Readonly<Record<string, unknown>>;
    const printed = parsed<Readonly<Record<string, unknown>>>(out);
    for (const member of members) expect(said[member]).toEqual(printed[member]);
  });

  it('a sweep is CSV where the request accepts that, as the command line prints it', async () => {
    const { out } = await capture([
      'sweep',
      CLAUDE,
      '--vary',
      'window=190000:200000:10000',
      '--csv',
    ]);
    const answer = await postSessionsQuestion(
      new Request(url, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json', accept: 'text/csv' },
        body: JSON.stringify({ sessions: [id], vary: [WINDOWS] }),
      }),
      { params: Promise.resolve({ question: 'sweep' }) },
    );
    expect(answer.headers.get('content-type')).toContain('text/csv');
    expect(await answer.text()).toBe(out);
  });

  it('a sweep that takes too long is refused, and a wrong range is named', async () => {
    const vary = [
      { setting: 'window', from: 1_000, to: 1_000_000, step: 1_000 },
      { setting: 'usablePercent', from: 1, to: 100, step: 1 },
    ];
    const policies = Array<string>(60).fill('codex');
    const long = await ask('sweep', { sessions: [id], policies, vary });
    expect(long.status).toBe(400);
    expect(await long.json()).toMatchObject({ error: { at: 'work' } });
    const none = await ask('tune', { sessions: [id], vary: [{ ...WINDOWS, from: 300_000 }] });
    expect([none.status, await none.text()]).toEqual([400, expect.stringContaining('no range')]);
  });

  it('check answers what the command line prints of the same file', async () => {
    const golden = 'lib/answers/golden/claude-code/highwater.yaml';
    const expectations: unknown = parse(readFileSync(golden, 'utf8'));
    const { out } = await capture(['check', golden, CLAUDE, '--json']);
    const { file: _, files: __, ...printed } = parsed<Record<string, unknown>>(out);
    const answer = await ask('check', { sessions: [id], expectations });
    expect(await answer.json()).toMatchObject({ ...printed, file: 'highwater.yaml', holds: true });
    const wrong = { ...(expectations as object), settings: { gap: 1 } };
    const refused = await ask('check', { sessions: [id], expectations: wrong });
    expect(refused.status).toBe(400);
    expect(await refused.json()).toMatchObject({ error: { at: 'expectations.settings.gap' } });
  });

  it.each([
    ['score', {}, 400],
    ['score', { sessions: ['$'], filter: {} }, 400],
    ['score', { sessions: ['$'], sizes: 'none.such' }, 400],
    ['score', { sessions: ['nosuchsession'] }, 404],
    ['riddle', { sessions: ['$'] }, 404],
  ])('%s refuses %j with %d', async (question, body, status) => {
    const named = JSON.parse(JSON.stringify(body).replace('$', id)) as object;
    expect((await ask(question, named)).status).toBe(status);
  });
});

describe('questions that only their own file knows', () => {
  const route = questionHandler([laneCompactions], [largestSessions]);

  it('are answered, in the form that is accepted, and refuse what the subject lacks', async () => {
    const sessions = await call(route, { question: largestSessions.id }, 'POST', {
      sessions: [id, other],
    });
    expect(await sessions.json()).toMatchObject({ total: 2 });
    const lanes = [`${id}:own`, `${id}:none`];
    const told = await route(
      new Request(url, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json', accept: 'text/plain' },
        body: JSON.stringify({ lanes }),
      }),
      { params: Promise.resolve({ question: laneCompactions.id }) },
    );
    expect(await told.text()).toContain('2 lanes stand side by side.');
    const beyond = await call(route, { question: laneCompactions.id }, 'POST', { lanes, from: 2 });
    expect(beyond.status).toBe(400);
    expect(await beyond.json()).toMatchObject({ error: { at: 'from' } });
  });
});

describe('the chance level of recall', () => {
  const recall = (against: string) =>
    call(postQuestion, { id, question: 'recall' }, 'POST', { against });

  it('is told by the session that is named, and left out for none', async () => {
    const named = (await (await recall(other)).json()) as object;
    expect(named).toMatchObject({ chance: 'subtracted', against: { file: 'linear.jsonl' } });
    expect(await (await recall('none')).json()).toMatchObject({ chance: 'unknown', against: null });
  });

  it('is not told by the session itself, nor by one that is not there', async () => {
    for (const against of [id, 'nosuchsession']) {
      const answer = await recall(against);
      expect(answer.status).toBe(400);
      expect(await answer.json()).toMatchObject({ error: { at: 'against' } });
    }
  });
});
