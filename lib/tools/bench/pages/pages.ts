/** The session's page and the library as their user meets them, beside a plain page in the same browser. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser } from '@playwright/test';
import { inProject } from '@/lib/server/project.mjs';
import { openDatabase } from '@/lib/server/db/client';
import { migrate } from '@/lib/server/db/migrate/migrate';
import { addressOf, freePort, startServer } from '../../../server/start/server.mjs';
import { inBrowser } from '../in-browser';
import { openLibrary } from './library-page';
import { printFigures, type Figure } from '../measure';
import {
  bytesOfVisit,
  layoutOf,
  openFigures,
  plainFigures,
  stepFigures,
  stripFigures,
  type Felt,
} from './page-figures';
import { addLong, addSynthetic } from '../synthetic-library';

const HOST = '127.0.0.1';
const SIZE = { width: 1440, height: 900 } as const;

/** Sessions of the library that its first rows come from. */
const SESSIONS = 100_000;

const ms = (value: number): string => `${value.toFixed(0)} ms`;
const kB = (bytes: number): string => `${(bytes / 1_000).toFixed(0)} kB`;

/** Steps of the sessions that the chart leaves steps out of. */
const LONG = [100_000, 1_000_000] as const;

/** Prints what the pages weigh, how high the chart is, and how long a user waits. */
export async function benchPages(folder: string): Promise<void> {
  await onServer(join(folder, 'pages.db'), async (at) => {
    const small = await imported(at, 'production-incident.json');
    const large = await imported(at, 'long-session.json');
    await inBrowser(async (browser) => {
      printFigures('The session page, 1440 × 900', await sessionPage(browser, at, small));
      printFigures('A session of 10,000 steps', await manySteps(browser, at, large));
    });
  });
  const long = await longSessions(join(folder, 'long.db'));
  await onServer(long.file, async (at) => {
    for (const [steps, id] of long.ids) {
      const figures = await inBrowser((browser) => longSession(browser, `${at}/sessions/${id}`));
      printFigures(`A session of ${steps.toLocaleString('en')} steps`, figures);
    }
  });
  const file = join(folder, 'many.db');
  await migrate(`file:${file}`);
  const db = await openDatabase(`file:${file}`);
  await addSynthetic(db, 0, SESSIONS);
  await db.close();
  await onServer(file, async (at) => {
    printFigures(`A library of ${SESSIONS.toLocaleString('en')} sessions`, await library(at));
  });
}

async function onServer(file: string, run: (at: string) => Promise<void>): Promise<void> {
  const port = await freePort();
  const env = {
    ...{ DATABASE_URL: `file:${file}`, HIGHWATER_SAMPLES: 'off', HIGHWATER_TOKEN: 'off' },
  };
  const server = await startServer({ host: HOST, port, env, onLine: () => undefined });
  try {
    await run(addressOf(HOST, port));
  } finally {
    await server.stop();
  }
}

/** Imports a sample and waits for it. @returns the id of its session */
async function imported(at: string, name: string): Promise<string> {
  const answer = await fetch(`${at}/api/sessions`, {
    method: 'POST',
    headers: { 'content-type': 'application/octet-stream', 'x-file-name': name },
    body: await readFile(inProject('public/samples', name)),
  });
  const { imports } = (await answer.json()) as { imports: readonly { id: string }[] };
  for (;;) {
    const state = await fetch(`${at}/api/imports/${imports[0]?.id ?? ''}`);
    const { sessions } = (await state.json()) as { sessions: readonly { id: string }[] };
    if (sessions[0] !== undefined) return sessions[0].id;
    await sleep(100);
  }
}

async function sessionPage(browser: Browser, at: string, id: string): Promise<readonly Figure[]> {
  const address = `${at}/sessions/${id}`;
  const bytes = await bytesOfVisit(browser, address);
  const page = await browser.newPage({ viewport: SIZE });
  const { plot, chart, words, buttons } = await layoutOf(page, address);
  await page.close();
  const share = `${((100 * chart) / SIZE.height).toFixed(0)} %`;
  return [
    { name: 'token plot, 0 to 200,000', value: `${plot.toFixed(0)} px`, goal: 'goal ≥ 270 px' },
    { name: 'chart with its rails, of the height', value: share, goal: 'goal about half' },
    { name: 'visible words', value: `${words}`, goal: 'goal ≤ 623' },
    { name: 'visible buttons', value: `${buttons}` },
    { name: 'first visit, brotli', value: kB(bytes), goal: 'goal ≤ 621 kB' },
  ];
}

async function manySteps(browser: Browser, at: string, id: string): Promise<readonly Figure[]> {
  const page = await browser.newPage({ viewport: SIZE });
  await page.goto('about:blank');
  const plain = await plainFigures(page);
  const strips = await stripFigures(page, `${at}/sessions/${id}`);
  const felt = await stepFigures(page);
  await page.close();
  return [
    { name: 'all strips anew after a change', value: ms(strips.wall), goal: 'goal ≤ 1,500 ms' },
    { name: 'longest task meanwhile', value: ms(strips.longest), goal: 'goal ≤ 50 ms' },
    ...feltFigures(felt, plain),
  ];
}

/** A library of long sessions, with the id of each. */
async function longSessions(file: string) {
  await migrate(`file:${file}`);
  const db = await openDatabase(`file:${file}`);
  const ids = new Map<number, string>();
  for (const steps of LONG) ids.set(steps, await addLong(db, steps));
  await db.close();
  return { file, ids };
}

async function longSession(browser: Browser, address: string): Promise<readonly Figure[]> {
  const page = await browser.newPage({ viewport: SIZE });
  await page.goto('about:blank');
  const plain = await plainFigures(page);
  const opened = await openFigures(page, address);
  const felt = await stepFigures(page);
  await page.close();
  return [
    { name: 'until the chart is drawn', value: ms(opened.wall) },
    { name: 'of these long tasks', value: ms(opened.busy), goal: 'goal ≤ 2,000 ms' },
    ...feltFigures(felt, plain),
  ];
}

/** What a user waits for beside a plain page. */
function feltFigures(felt: Felt, plain: Felt): readonly Figure[] {
  const figure = (name: string, of: keyof Felt, goal: string): Figure => ({
    ...{ name, value: ms(felt[of]), ratio: `plain page ${ms(plain[of])}`, goal },
  });
  return [
    figure('a key to the next step', 'key', 'goal ≤ 200 ms'),
    figure('a click on the tab Cost', 'click', 'goal ≤ 200 ms'),
    figure('120 moves of the window, p95 of frames', 'drag', 'goal ≤ 33 ms'),
  ];
}

async function library(at: string): Promise<readonly Figure[]> {
  const opened = await openLibrary(at);
  const first = await timed(`${at}/api/sessions/table?take=100&sort=severity`);
  const further = await timed(`${at}/api/sessions/table?take=100&sort=severity&skip=200`);
  const bytes = await inBrowser((browser) => bytesOfVisit(browser, at));
  return [
    {
      name: 'first rows in the page',
      value: ms(opened['page: first rows'] ?? NaN),
      goal: 'goal ≤ 500 ms',
    },
    { name: 'bytes of the first rows', value: kB(first.bytes), goal: 'goal ≤ 1,000 kB' },
    { name: 'a further page of rows', value: ms(further.ms), goal: 'goal ≤ 100 ms' },
    { name: 'first visit, brotli', value: kB(bytes), goal: 'goal ≤ 293 kB' },
  ];
}

/** The fastest of three requests: other load only adds. */
async function timed(url: string): Promise<{ readonly ms: number; readonly bytes: number }> {
  let least = Infinity;
  let bytes = 0;
  for (let round = 0; round < 3; round++) {
    const start = performance.now();
    const answer = await fetch(url);
    bytes = (await answer.arrayBuffer()).byteLength;
    if (!answer.ok) throw new Error(`${url}: ${answer.status}`);
    least = Math.min(least, performance.now() - start);
  }
  return { ms: least, bytes };
}
