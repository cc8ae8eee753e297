import path from 'node:path';
import { Command } from 'commander';
import { Validator } from '@seriousme/openapi-schema-validator';
import { describe, expect, it } from 'vitest';
import { askInSlices } from '@/lib/answers/model/ask';
import type { CorpusQuestion } from '@/lib/answers/model/corpus';
import type { LanesQuestion } from '@/lib/answers/model/lanes';
import { laneCompactions, largestSessions } from '@/lib/answers/testing/toy-several';
import { openApiDocument } from '@/lib/api/openapi';
import { inProject } from '@/lib/server/project.mjs';
import type { CliIo } from '../cli-io';
import type { ExitCode } from '../exit-code';
import { AllowedFiles } from '../mcp/allowed-files';
import { corpusTool } from '../mcp/corpus-tool';
import { lanesTool } from '../mcp/lanes-tool';
import { TraceDesk } from '../mcp/trace-desk';
import { addCorpusQuestion } from './corpus-command';
import { addLanesQuestion } from './lanes-command';

const ofLanes: LanesQuestion = laneCompactions;
const ofCorpus: CorpusQuestion = largestSessions;
const INCIDENT = 'public/samples/production-incident.json';
const GAP = 'public/samples/timing-gap.json';

type Add = (command: Command, io: CliIo, end: (code: ExitCode) => void) => Command;

async function run(add: Add, ...args: readonly string[]) {
  let [out, code] = ['', -1];
  const io = {
    out: (text: string) => (out += text),
    message: (text: string) => (out += `${text}\n`),
    stdin: () => Promise.resolve(''),
    resolve: (file: string) => path.resolve(file),
  };
  const command = add(new Command('toy'), io, (ended) => (code = ended));
  const refused = await command.parseAsync([...args], { from: 'user' }).then(
    () => '',
    (error: unknown) => (error as Error).message,
  );
  return { out, code, refused };
}

const lanes: Add = (command, io, end) => addLanesQuestion(command, ofLanes, io, end);
const corpus: Add = (command, io, end) => addCorpusQuestion(command, ofCorpus, io, end);
const CAP = ['--lane', 'own', '--lane', 'own:cap=7.5'];

describe('a question about lanes that only its own file knows', () => {
  it('is a command that pages, fails a check and prints every form', async () => {
    const { out, code } = await run(lanes, INCIDENT, ...CAP);
    expect([code, out.split('\n').slice(0, 5)]).toEqual([
      0,
      [
        '2 lanes stand side by side.',
        '',
        'lane  compactions',
        'A               0',
        'B               1',
      ],
    ]);
    const json = JSON.parse((await run(lanes, INCIDENT, ...CAP, '--json')).out) as object;
    expect(json).toMatchObject({ total: 2, lanes: [{ named: true }, { compactions: 1 }] });
    expect((await run(lanes, INCIDENT, ...CAP, '--csv')).out).toContain('B,1');
    expect((await run(lanes, INCIDENT, ...CAP, '--markdown')).out).toContain('## 2 lanes');
    expect((await run(lanes, INCIDENT, ...CAP, '--at-most', '0')).code).toBe(1);
    expect((await run(lanes, INCIDENT, ...CAP, '--from', '2')).refused).toBe('There are 2 lanes.');
  });

  it('is a tool', async () => {
    const desk = new TraceDesk(await AllowedFiles.below([inProject('public/samples')]), false);
    const given = {
      path: 'production-incident.json',
      lanes: [{ session: 1 }, { session: 1, settings: { cap: 7.5 } }],
      ...ofLanes.input.parse({}),
    };
    const { text, data } = await lanesTool(ofLanes).run(given, desk);
    expect(text).toContain('2 lanes stand side by side.');
    expect(data).toMatchObject({ total: 2, lanes: [{ name: 'A' }, { name: 'B' }] });
  });
});

describe('a question about a corpus that only its own file knows', () => {
  it('is a command that pages, fails a check and prints every form', async () => {
    const { out, code } = await run(corpus, INCIDENT, GAP);
    expect([code, out.split('\n')[0]]).toEqual([0, 'The largest request has 204,912.']);
    const json = JSON.parse(
      (await run(corpus, INCIDENT, GAP, '--json', '--from', '1')).out,
    ) as object;
    expect(json).toMatchObject({ total: 2, rows: [{ real: 200_819 }] });
    expect((await run(corpus, INCIDENT, '--markdown')).out).toContain('has **200,819**.');
    expect((await run(corpus, INCIDENT, '--above', '200818')).code).toBe(1);
    expect((await run(corpus, 'gone.jsonl')).code).toBe(3);
  });

  it('is a tool, which says the first rows of a long list', async () => {
    const desk = new TraceDesk(await AllowedFiles.below([inProject('public/samples')]), false);
    const paths = ['production-incident.json', 'timing-gap.json'];
    const given = { paths, ...ofCorpus.input.parse({}) };
    const { text, data } = await corpusTool(ofCorpus).run(given, desk);
    expect(text).toContain('The largest request has 204,912.');
    expect(data).toMatchObject({
      read: 2,
      whole: true,
      total: 2,
      rows: [{ session: 'session 1' }],
    });
    expect((data as Readonly<Record<string, unknown>>)['rows']).toHaveLength(1);
  });
});

describe('both', () => {
  it('are paths of a valid OpenAPI document', async () => {
    const asked = { sessions: [], lanes: [ofLanes], corpora: [ofCorpus] };
    const document = JSON.parse(JSON.stringify(openApiDocument([], asked))) as Record<
      string,
      object
    >;
    const { valid, errors } = await new Validator().validate(document);
    expect([valid, errors]).toEqual([true, undefined]);
    expect(Object.keys(document['paths'] ?? {})).toEqual(
      expect.arrayContaining(['/api/lane-compactions', '/api/largest-sessions']),
    );
    expect(JSON.stringify(document)).toContain('#/components/schemas/LargeSession');
  });

  it('answer nothing once they are cancelled', async () => {
    const signal = { aborted: false };
    const stop = () => {
      signal.aborted = true;
      return Promise.resolve();
    };
    const asked = { subject: { taken: [{ session: 'one', real: 1 }] }, input: { from: 0 } };
    expect(await askInSlices(largestSessions, asked, stop, signal)).toBeNull();
    const none = { subject: { lanes: [], baseline: 0 }, input: { from: 0 } };
    expect(await askInSlices(laneCompactions, none, stop, signal)).toBeNull();
  });
});
