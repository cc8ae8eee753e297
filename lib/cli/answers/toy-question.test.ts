import path from 'node:path';
import { Command } from 'commander';
import { Validator } from '@seriousme/openapi-schema-validator';
import { describe, expect, it } from 'vitest';
import type { AnyQuestion } from '@/lib/answers/model/question';
import { largestRequests } from '@/lib/answers/testing/toy-question';
import { openApiDocument } from '@/lib/api/openapi';
import { inProject } from '@/lib/server/project.mjs';
import { collectFault, collectSetting } from '../parse-settings';
import { AllowedFiles } from '../mcp/allowed-files';
import { questionTool } from '../mcp/question-tool';
import { TraceDesk } from '../mcp/trace-desk';
import { addQuestion } from './question-command';

const toy: AnyQuestion = largestRequests;
const INCIDENT = 'public/samples/production-incident.json';

async function command(...args: readonly string[]) {
  let [out, code] = ['', -1];
  const io = {
    out: (text: string) => (out += text),
    message: (text: string) => (out += `${text}\n`),
    stdin: () => Promise.resolve(''),
    resolve: (file: string) => path.resolve(file),
  };
  const one = new Command(toy.id)
    .argument('<files...>')
    .option('--set <key=value>', '', collectSetting, {})
    .option('--fault <fault>', '', collectFault, [])
    .option('--json');
  await addQuestion(one, toy, io, (ended) => (code = ended)).parseAsync([...args], {
    from: 'user',
  });
  return { out, code };
}

describe('a question that only its own file knows', () => {
  it('is a command, in text, JSON and Markdown', async () => {
    const { out, code } = await command(INCIDENT, '--row-count', '2');
    expect([code, out.split('\n').slice(1, 6)]).toEqual([
      0,
      [
        'The largest request has 200,819.',
        '',
        'step  real, of 144',
        ' 143       200,819',
        ' 142       150,000',
      ],
    ]);
    const json = JSON.parse((await command(INCIDENT, '--json', '--from', '143')).out) as object;
    expect(json).toMatchObject({ sessions: [{ total: 144, rows: [{ step: 0 }] }] });
    expect((await command(INCIDENT, '--markdown')).out).toContain(
      '## The largest request has **200,819**.',
    );
    expect((await command(INCIDENT, '--above', '200818')).code).toBe(1);
  });

  it('is a tool, whose answer matches its schema', async () => {
    const desk = new TraceDesk(await AllowedFiles.below([inProject('public/samples')]), false);
    const tool = questionTool(toy);
    const given = { path: 'production-incident.json', ...toy.input.parse({}) };
    const { text, data } = await tool.run(given, desk);
    expect(text).toContain('The largest request has 200,819.');
    expect(data).toMatchObject({ policy: 'contextguard-threshold', total: 144, tools: false });
    expect(tool.output).toHaveProperty('rows');
  });

  it('is a path of a valid OpenAPI document', async () => {
    const document = JSON.parse(JSON.stringify(openApiDocument([], [toy]))) as Record<
      string,
      object
    >;
    const { valid, errors } = await new Validator().validate(document);
    expect([valid, errors]).toEqual([true, undefined]);
    expect(Object.keys(document['paths'] ?? {})).toContain('/api/sessions/{id}/largest-requests');
    expect(JSON.stringify(document)).toContain('#/components/schemas/LargeRequest');
  });
});
