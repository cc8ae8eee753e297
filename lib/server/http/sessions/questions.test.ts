import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AnyQuestion } from '@/lib/answers/model/question';
import { answerText } from '@/lib/answers/print/text';
import { largestRequests } from '@/lib/answers/testing/toy-question';
import { blocksSchema, BLOCKS_TYPE, questionsSchema } from '@/lib/api/contract/answers-contract';
import {
  closeLibrary,
  headers,
  importQueued,
  openLibrary,
  rows,
  uploadText,
  url,
} from '../testing/library-routes';
import { questionList } from './question-list';
import { questionHandlers } from './questions';
import { idleImportHost } from '../testing/idle-import-host';

idleImportHost();

const toy: AnyQuestion = largestRequests;
const { get, post } = questionHandlers([toy]);
const list = questionList([toy]);
let id = '';

beforeAll(async () => {
  await openLibrary();
  await uploadText(
    'incident.json',
    readFileSync('public/samples/production-incident.json', 'utf8'),
  );
  await importQueued();
  id = Object.values(await rows())[0]?.id ?? '';
});
afterAll(closeLibrary);

const params = (question: string) => ({ params: Promise.resolve({ id, question }) });
const asked = (query: string, accept = 'application/json') =>
  get(new Request(`${url}/${id}/x${query}`, { headers: { ...headers, accept } }), params(toy.id));

describe('a question that only its own file knows', () => {
  it('is answered to GET and POST alike', async () => {
    const got = await asked('?from=1&rowCount=1');
    const body = JSON.stringify({ from: 1, rowCount: 1 });
    const json = { ...headers, 'content-type': 'application/json' };
    const posted = await post(
      new Request(url, { method: 'POST', headers: json, body }),
      params(toy.id),
    );
    const answer = (await got.json()) as object;
    expect(answer).toMatchObject({ total: 144, tools: true, rows: [{ step: 142, real: 150_000 }] });
    expect(await posted.json()).toEqual(answer);
  });

  it('is told as text and Markdown to those who accept that', async () => {
    expect(await (await asked('', 'text/plain')).text()).toContain(
      'The largest request has 200,819.',
    );
    const markdown = await asked('', 'text/markdown');
    expect(markdown.headers.get('content-type')).toBe('text/markdown; charset=utf-8');
    expect(await markdown.text()).toContain('has **200,819**.');
  });

  it('is listed for the page with its own fields, and drawn there from its blocks', async () => {
    const listed = await list(new Request(url, { headers }), { params: Promise.resolve({}) });
    const { questions } = questionsSchema.parse(await listed.json());
    expect(questions.map(({ id: name, fields }) => [name, fields.map(({ key }) => key)])).toEqual([
      [toy.id, Object.keys(toy.input.shape)],
    ]);
    const { blocks } = blocksSchema.parse(await (await asked('', BLOCKS_TYPE)).json());
    expect(answerText(blocks)).toBe(await (await asked('', 'text/plain')).text());
  });

  it.each([
    ['?from=144', 'from', 'There are 144 rows.'],
    ['?rowCount=0', 'rowCount', 'expected number to be >=1'],
    ['?rows=2', undefined, 'rows'],
    ['?policy=psychic', 'policy', 'no policy "psychic"'],
  ])('refuses %s', async (query, at, message) => {
    const answer = await asked(query);
    const { error } = (await answer.json()) as { readonly error: { at?: string; message: string } };
    expect([answer.status, error.at]).toEqual([400, at]);
    expect(error.message).toContain(message);
  });

  it('is not found under a name that is none', async () => {
    const answer = await get(new Request(url, { headers }), params('riddle'));
    expect(answer.status).toBe(404);
  });
});
