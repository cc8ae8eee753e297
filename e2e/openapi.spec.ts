import { readFile } from 'node:fs/promises';
import Ajv from 'ajv/dist/2020.js';
import { expect, test } from './support/test';

interface Operation {
  readonly operationId: string;
  readonly parameters: readonly { readonly name: string; readonly example?: string }[];
  readonly requestBody: Content;
  readonly responses: { readonly '200': Content };
}

interface Content {
  readonly content: { readonly 'application/json': { readonly example?: object } };
}

interface OpenApiDocument {
  readonly paths: Readonly<Record<string, { readonly post?: Operation }>>;
}

/** A part of the document, as JSON Schema points to it. */
const pointer = (...path: readonly string[]): string =>
  `openapi#/${path.map((name) => encodeURIComponent(name.replaceAll('/', '~1'))).join('/')}`;

test('answers the example of every question in the form that its document describes', async ({
  request,
}) => {
  const data = await readFile('public/samples/production-incident.json');
  const headers = { 'content-type': 'application/octet-stream' };
  const imported = await request.post('/api/v1/sessions?wait=30', { data, headers });
  const { import: ended } = (await imported.json()) as { import: { sessions: { id: string }[] } };
  const [session] = ended.sessions;
  const document = (await (await request.get('/api/v1/openapi.json')).json()) as OpenApiDocument;
  const ajv = new Ajv({ strict: false, validateFormats: false, allErrors: true });
  ajv.addSchema(document, 'openapi');
  const parameters = Object.values(document.paths).flatMap(({ post }) => post?.parameters ?? []);
  const exampleId = parameters.find(({ name, example }) => name === 'id' && example)?.example ?? '';
  expect(exampleId).not.toBe('');
  const asked: string[] = [];
  for (const [path, { post }] of Object.entries(document.paths)) {
    if (post?.operationId.startsWith('ask-') !== true) continue;
    const { example } = post.requestBody.content['application/json'];
    const own = (text: string): string => text.replaceAll(exampleId, session?.id ?? '');
    const response = await request.post(own(path.replace('{id}', exampleId)), {
      data: JSON.parse(own(JSON.stringify(example))) as object,
    });
    const answer = (await response.json()) as unknown;
    expect([path, response.status(), response.ok() ? '' : answer]).toEqual([path, 200, '']);
    const at = ['paths', path, 'post', 'responses', '200', 'content', 'application/json', 'schema'];
    const validate = ajv.getSchema(pointer(...at));
    expect([path, validate?.(answer), validate?.errors?.slice(0, 3)]).toEqual([
      path,
      true,
      undefined,
    ]);
    asked.push(post.operationId);
  }
  expect(asked).toContain('ask-explain');
  expect(asked).toContain('ask-tune');
});
