import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { addressOf, freePort, startServer } from '@/lib/server/start/server.mjs';
import { LibraryPage } from '../pages/library-page';
import { expectNoViolations } from '../support/expect-no-violations';
import { watchErrors } from '../support/watch-errors';

const HOST = '127.0.0.1';
const TOKEN = 'a-token-of-this-test';
let folder = '';
let address = '';
let stop: () => Promise<void> = () => Promise.resolve();
/** What the server printed. */
const lines: string[] = [];

test.beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'highwater-e2e-token-'));
  const port = await freePort();
  const env = {
    DATABASE_URL: `file:${path.join(folder, 'data', 'library.db')}`,
    HIGHWATER_SAMPLES: 'off',
    HIGHWATER_TOKEN: TOKEN,
  };
  ({ stop } = await startServer({ host: HOST, port, env, onLine: (line) => lines.push(line) }));
  address = addressOf(HOST, port);
});
test.afterAll(async () => {
  await stop();
  rmSync(folder, { recursive: true, force: true });
});
test.use({ baseURL: async ({}, use) => use(address) });

test('a person signs in by the page and comes to where they wanted', async ({ page }, info) => {
  const errors = watchErrors(page);
  await page.goto('/watched?a=1');
  await expect(page.getByRole('heading', { name: 'Highwater' })).toBeVisible();
  await expectNoViolations(page);
  await page.screenshot({ path: info.outputPath('sign-in.png') });
  await page.getByLabel('Token of this server').fill('wrong');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('alert')).toHaveText('This is not the token of this server.');
  await page.getByLabel('Token of this server').fill(TOKEN);
  errors.length = 0;
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('heading', { name: 'Watched folders', level: 2 })).toBeVisible();
  expect(page.url()).toBe(`${address}/watched?a=1`);
  await expect(page.locator('[data-live=live]')).toBeVisible();
  expect(errors).toEqual([]);
  const [cookie] = await page.context().cookies();
  expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Strict' });
  expect(cookie?.value).not.toContain(TOKEN);
});

test('an address with the token signs in without keeping it, and a link on another site leads in', async ({
  page,
}) => {
  await page.goto(`/?token=${TOKEN}`);
  await new LibraryPage(page).ready();
  expect(page.url()).toBe(`${address}/`);
  const other = createServer((_, response) => {
    response.setHeader('Content-Type', 'text/html');
    response.end(`<a href="${address}/watched">to Highwater</a>`);
  });
  await new Promise<void>((resolve) => other.listen(0, HOST, resolve));
  const { port } = other.address() as AddressInfo;
  // Another site: localhost is no part of 127.0.0.1.
  await page.goto(`http://localhost:${port}/`);
  await page.getByRole('link', { name: 'to Highwater' }).click();
  await expect(page.getByRole('heading', { name: 'Watched folders', level: 2 })).toBeVisible();
  other.closeAllConnections();
  other.close();
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('the page signs in too', async ({ page }) => {
    await page.goto('/seeds');
    await page.getByLabel('Token of this server').fill(TOKEN);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page.getByRole('heading', { name: 'Seeds' }).first()).toBeVisible();
  });
});

test('everything asks for the token, with the headers of a page', async ({ request }) => {
  const secure = (headers: Readonly<Record<string, string>>): readonly string[] =>
    Object.keys(headers).filter((name) =>
      /^(x-|referrer|content-security|cross-origin|perm)/.test(name),
    );
  const page = await request.get('/', { headers: { accept: 'text/html' } });
  const headers = secure(page.headers());
  expect(headers).toContain('content-security-policy');
  expect(headers).toContain('x-frame-options');
  const json = { 'content-type': 'application/json' };
  const answers = [
    page,
    await request.get('/favicon.svg'),
    await request.get('/api/sessions'),
    await request.get('/api/events'),
    await request.get('/api/health'),
    await request.get('/api/v1/openapi.json'),
    await request.post('/api/sessions', { data: 'x' }),
    await request.post('/v1/traces', { data: '{}', headers: json }),
  ];
  for (const answer of answers) {
    expect([answer.url(), answer.status()]).toEqual([answer.url(), 401]);
    for (const name of headers) expect(secure(answer.headers()), answer.url()).toContain(name);
  }
  const authorization = `Bearer ${TOKEN}`;
  expect((await request.get('/api/health', { headers: { authorization } })).status()).toBe(200);
  const trace = readFileSync('public/samples/production-incident.json');
  const sent = await request.post('/api/v1/sessions', { data: trace, headers: { authorization } });
  expect(sent.status()).toBe(202);
  expect(secure(sent.headers())).toEqual(expect.arrayContaining([...headers]));
});

test('a body is held up to the size of a form before anybody has signed in', async ({
  request,
}) => {
  const cut = (): boolean => lines.some((line) => line.includes('body exceeded 32KB for /sign-in'));
  const send = (more: number) => request.post('/sign-in', { form: { more: 'x'.repeat(more) } });
  expect((await send(20_000)).status()).toBe(401);
  expect(cut()).toBe(false);
  expect((await send(60_000)).status()).toBe(401);
  // Next says so where it stops keeping what is sent.
  await expect.poll(cut).toBe(true);
});

test('the library is its owner’s alone', () => {
  const mode = (...names: readonly string[]): number =>
    statSync(path.join(folder, 'data', ...names)).mode & 0o777;
  expect([mode(), mode('library.db'), mode('library.db-wal')]).toEqual([0o700, 0o600, 0o600]);
});
