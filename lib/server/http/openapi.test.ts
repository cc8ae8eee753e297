import { readdirSync } from 'node:fs';
import { Validator } from '@seriousme/openapi-schema-validator';
import { expect, it } from 'vitest';
import { openApiDocument } from '@/lib/api/openapi';
import { questions } from '@/lib/answers/registry';
import { inProject } from '@/lib/server/project.mjs';
import type { DescribedHandler } from './handler';
import { operations } from './openapi';

const document = JSON.parse(JSON.stringify(openApiDocument(operations))) as {
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
};

/** Every exported method of every route, by its path. */
const served = readdirSync(inProject('app'), { recursive: true, encoding: 'utf8' })
  .filter((file) => /^(api|v1)\/.*route\.ts$/.test(file))
  .map((file) => [
    `/${file
      .replace(/\/route\.ts$/, '')
      .replaceAll('[', '{')
      .replaceAll(']', '}')}`,
    file,
  ]);

it('is a valid document of every route, and of nothing else', async () => {
  const { valid, errors } = await new Validator().validate({ ...document });
  expect({ valid, errors }).toEqual({ valid: true, errors: undefined });
  const there = new Set<string>();
  for (const [path = '', file = ''] of served) {
    const route = (await import(inProject('app', file))) as Readonly<Record<string, unknown>>;
    for (const [method, handler] of Object.entries(route)) {
      if (typeof handler !== 'function') continue;
      const { operation } = handler as Partial<DescribedHandler<unknown>>;
      if (operation !== undefined) expect(operation.at).toBe(`${method} ${path}`);
      there.add(`${method} ${path}`);
    }
  }
  const told = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  const asked = questions.map(({ id }) => `POST /api/sessions/{id}/${id}`);
  const own = [...there].filter(
    (at) => !at.endsWith('{question}') && at !== 'GET /api/v1/openapi.json',
  );
  expect(told.toSorted()).toEqual([...own, ...asked].toSorted());
});

it('says in a sentence what each does', () => {
  for (const { at, about } of operations)
    expect([at, about]).toEqual([at, expect.stringMatching(/^[A-Z].*\.$/)]);
});
