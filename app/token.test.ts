import { readdirSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';

vi.hoisted(() => {
  process.env['HIGHWATER_TOKEN'] = 'a-token-of-some-length';
  // Nothing can be made there.
  process.env['DATABASE_URL'] = 'file:/dev/null/library.db';
});

type Route = (
  request: Request,
  context: { readonly params: Promise<Readonly<Record<string, string>>> },
) => Promise<Response>;

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** Every handler of every route: its method, path and function. */
const routes: (readonly [string, string, Route])[] = [];
for (const file of readdirSync('app', { recursive: true, encoding: 'utf8' })) {
  if (!file.endsWith('route.ts')) continue;
  const module = (await import(path.resolve('app', file))) as Record<string, Route>;
  for (const method of METHODS) {
    const handle = module[method];
    if (handle) routes.push([method, `/${file.replace(/\/route\.ts$/, '')}`, handle]);
  }
}

const ask = (method: string, place: string, headers: Record<string, string>): Request =>
  new Request(`http://127.0.0.1:3000${place.replaceAll(/\[\w+\]/g, 'abcdefghijkl')}`, {
    method,
    headers: { host: '127.0.0.1:3000', ...headers },
    ...(method === 'GET' ? {} : { body: '{}' }),
  });

const status = async (route: Route, request: Request): Promise<number> =>
  (await route(request, { params: Promise.resolve({ id: 'abcdefghijkl' }) })).status;

describe('a server with a token', () => {
  beforeAll(() => void vi.spyOn(console, 'error').mockImplementation(() => undefined));
  afterAll(() => void vi.restoreAllMocks());

  it('has routes', () => {
    expect(routes.length).toBeGreaterThan(40);
  });

  it.each(routes)('asks for it: %s %s', async (method, place, route) => {
    expect(await status(route, ask(method, place, {}))).toBe(401);
    const wrong = { authorization: 'Bearer a-token-of-some-lengtH' };
    expect(await status(route, ask(method, place, wrong))).toBe(401);
    const right = { authorization: 'Bearer a-token-of-some-length' };
    expect(await status(route, ask(method, place, right))).not.toBe(401);
  });
});
