import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compare } from '@/lib/answers/questions/compare';
import { sessionsAnswerSchema } from '@/lib/api/contract/question-contract';
import { capture, parsed } from '@/lib/cli/testing/captured-io';
import { textSession } from '@/lib/engine/session/testing/text-session';
import {
  call,
  closeLibrary,
  importedFiles,
  openLibrary,
  rows,
  upload,
} from '../testing/library-routes';
import { postSessionsQuestion } from './question-route';
import { idleImportHost } from '../testing/idle-import-host';

idleImportHost();

const ask = (body: object): Promise<Response> =>
  call(postSessionsQuestion, { question: 'compare' }, 'POST', body);

const INCIDENT = 'public/samples/production-incident.json';

const answerSchema = sessionsAnswerSchema(compare).extend(compare.output.shape);

/** What the command line prints of a comparison. */
interface Printed {
  readonly metrics: readonly unknown[];
  readonly changes: readonly unknown[];
  readonly lanes: readonly { readonly sentence: string }[];
}

let id = '';
let incident = '';

beforeAll(async () => {
  await openLibrary();
  await upload(
    textSession(
      'limit 10000\nu 400\n-- 1000\nm 4\nu 8000\n-- 9500\nm 4\nu 9000\n-- 12000 > 10000',
      'one',
    ),
  );
  incident = (await importedFiles([INCIDENT]))[INCIDENT]!;
  id = (await rows())['one']!.id;
});
afterAll(closeLibrary);

describe('POST /api/compare', () => {
  it('compares lanes as a link names them', async () => {
    const answer = await ask({
      lanes: [`${id}:none`, `${id}:contextguard-threshold:window=10000`],
    });
    expect(answer.status).toBe(200);
    const { lanes, metrics, changes } = answerSchema.parse(await answer.json());
    expect(lanes[1]).toMatchObject({ name: 'B', session: id, policy: 'contextguard-threshold' });
    expect(changes.length).toBeGreaterThan(0);
    const overflow = metrics.find((metric) => metric.id === 'overflow-steps');
    expect(overflow?.values[0]).toEqual({ value: 1, projected: false });
  });

  it('answers what the command line prints', async () => {
    const lanes = ['own', 'own:cap=7.5'];
    const printed = await capture([
      ...['compare', INCIDENT, '--json'],
      ...lanes.flatMap((lane) => ['--lane', lane]),
    ]);
    const expected = parsed<Printed>(printed.out);
    const asked = await ask({ lanes: lanes.map((lane) => `${incident}:${lane}`) });
    const answer = answerSchema.parse(await asked.json());
    expect(answer.metrics).toEqual(expected.metrics);
    expect(answer.changes).toEqual(expected.changes);
    const sentences = expected.lanes.map(({ sentence }) => sentence);
    expect(answer.lanes.map(({ sentence }) => sentence)).toEqual(sentences);
  });

  it.each([
    [{ lanes: [] }, 400],
    [{ lanes: ['own'] }, 400],
    [{ lanes: ['nosuchsession:own'] }, 404],
    [{ lanes: [':own:x'] }, 400],
    [{ lanes: ['$:own:speed=3'] }, 400],
    [{ lanes: ['$:own'], baseline: 1 }, 400],
    [{ lanes: Array.from({ length: 7 }, () => '$:own') }, 400],
  ])('answers %j with %d', async (body, status) => {
    const lanes = body.lanes.map((lane) => lane.replace('$', id));
    expect((await ask({ ...body, lanes })).status).toBe(status);
  });
});
