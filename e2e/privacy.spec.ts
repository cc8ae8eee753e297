import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import type { Page } from '@playwright/test';
import { LibraryPage } from './pages/library-page';
import { expect, test } from './support/test';

const INCIDENT = 'public/samples/production-incident.json';

/** Process ids of the server and everything it started. */
function serverProcesses(server: number): number[] {
  const parents = new Map<number, number>();
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    try {
      const fields = readFileSync(`/proc/${name}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
      parents.set(Number(name), Number(fields[1]));
    } catch {
      // It ended while we were looking.
    }
  }
  const found = [server];
  for (const pid of found) {
    for (const [child, parent] of parents) if (parent === pid) found.push(child);
  }
  return found;
}

/** Inodes of the sockets that these processes hold. */
function socketsOf(pids: readonly number[]): Set<string> {
  const sockets = new Set<string>();
  for (const pid of pids) {
    try {
      for (const fd of readdirSync(`/proc/${pid}/fd`)) {
        const inode = /^socket:\[(\d+)\]$/.exec(readlinkSync(`/proc/${pid}/fd/${fd}`))?.[1];
        if (inode !== undefined) sockets.add(inode);
      }
    } catch {
      // The process or the descriptor is gone.
    }
  }
  return sockets;
}

const isLoopback = (hex: string): boolean =>
  hex.endsWith('7F') ||
  /^0+$/.test(hex) ||
  hex === '00000000000000000000000001000000' ||
  hex.endsWith('FFFF00000100007F');

/** Peers outside this machine that the server's processes are or were just connected to. */
function foreignPeers(server: number): string[] {
  const sockets = socketsOf(serverProcesses(server));
  return ['tcp', 'tcp6', 'udp', 'udp6'].flatMap((table) =>
    readFileSync(`/proc/net/${table}`, 'utf8')
      .split('\n')
      .slice(1)
      .map((line) => line.trim().split(/\s+/))
      .filter((fields) => sockets.has(fields[9] ?? ''))
      .map((fields) => fields[2]?.split(':')[0] ?? '')
      .filter((peer) => !isLoopback(peer)),
  );
}

/** Opens everything a user sees, while every request of the page is noted. */
async function tour(page: Page): Promise<void> {
  await page.goto('/');
  await new LibraryPage(page).choose(INCIDENT);
  const row = page.getByText('production incident', { exact: false }).first();
  await expect(row).toBeVisible({ timeout: 30_000 });
  await row.click();
  await expect(page.getByRole('heading', { name: /^Refused at step 143/ })).toBeVisible();
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('tab', { name: /request/i }).click();
  await page.getByRole('tab', { name: 'More' }).click();
  await page.getByRole('tab', { name: /receipt/i }).click();
  await page.goto('/scenarios');
  await expect(page.getByText('150 outcomes computed')).toBeVisible();
  await page.goto('/scenarios/matrix');
  await expect(page.getByText(/cells computed/)).toBeVisible({ timeout: 30_000 });
  await page.goto('/scenarios/builder');
  await expect(page.getByRole('button', { name: 'Open in workbench' })).toBeVisible();
  await page.goto('/seeds');
  await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible();
  await page.goto('/method');
  await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible();
  await page.goto('/no/such/page');
  await page.goto('/sessions/nobody');
}

test('the whole tour asks no other origin, and the server connects to nobody', async ({
  page,
  server,
}) => {
  const origin = server.url;
  const foreign: string[] = [];
  const violations: string[] = [];
  page.on('request', (request) => {
    const { protocol } = new URL(request.url());
    if (protocol.startsWith('http') && !request.url().startsWith(`${origin}/`)) {
      foreign.push(request.url());
    }
  });
  page.on('websocket', (socket) => foreign.push(socket.url()));
  page.on('console', (message) => {
    if (/content security policy/i.test(message.text())) violations.push(message.text());
  });
  const peers = new Set<string>();
  // Only Linux shows another process's sockets without a tool.
  const look = () => (process.platform === 'linux' ? foreignPeers(server.pid) : []);
  const watch = setInterval(() => look().forEach((peer) => peers.add(peer)), 250);
  try {
    await tour(page);
  } finally {
    clearInterval(watch);
  }
  expect(foreign).toEqual([]);
  expect([...peers]).toEqual([]);
  expect(violations).toEqual([]);
});

/** Status of an answer to headers that a browser would not let a page set. */
const ask = (port: number, headers: Record<string, string>): Promise<number> =>
  new Promise((resolve, reject) => {
    const about = { host: '127.0.0.1', port, path: '/api/sessions', headers };
    const asked = httpRequest(about, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    asked.on('error', reject);
    asked.end();
  });

// Each directive and each refusal: proxy.test.ts, lib/server/request-guard.test.ts, lib/server/http/handlers.test.ts.
test('the built server answers with a nonce on every script, and refuses what is foreign', async ({
  request,
  server: { port },
}) => {
  const [first, second] = await Promise.all([request.get('/'), request.get('/')]);
  const policy = first.headers()['content-security-policy'] ?? '';
  const nonce = /'nonce-([^']+)'/.exec(policy)?.[1];
  expect(nonce).toBeTruthy();
  expect(second.headers()['content-security-policy']).not.toContain(String(nonce));
  const scripts = (await first.text()).match(/<script\b[^>]*>/g) ?? [];
  expect(scripts.length).toBeGreaterThan(0);
  for (const script of scripts) expect(script).toContain(`nonce="${String(nonce)}"`);

  expect(await ask(port, {})).toBe(200);
  expect(await ask(port, { host: 'evil.example' })).toBe(403);
  expect(await ask(port, { origin: 'https://evil.example' })).toBe(403);
  expect(await ask(port, { 'sec-fetch-site': 'cross-site' })).toBe(403);
});
