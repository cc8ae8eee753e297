/** The page's worker in a real browser: how long a sweep takes, and the frames that the page keeps. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { chromium, type Page } from '@playwright/test';
import { build } from 'esbuild';
import { encodeProfile } from '@/lib/engine/tokens/profile-codec';
import { findBrowser } from '../browser';
import { printFigures } from './measure';
import { sweptPlan, sweptProfiles } from './sweep';

const FRAMES = 120;
/** Chromium as root, without the network. */
const FLAGS = ['--no-sandbox', '--disable-quic', '--disable-background-networking'];

/** What the page measured. */
interface Measured {
  readonly seconds: number;
  readonly replays: number;
  /** Frames in the first two seconds of the sweep, or of its whole time, as a share of 120. */
  readonly frames: number;
  readonly of: number;
}

/** A sweep of 8,000 settings over 100 sessions of 200 steps in the page's own worker. */
export async function benchSweepInBrowser(): Promise<void> {
  const { outputFiles } = await build({
    entryPoints: ['lib/worker/tune/tune-worker.ts'],
    bundle: true,
    format: 'iife',
    platform: 'browser',
    minify: true,
    write: false,
    logLevel: 'error',
  });
  const script = outputFiles[0]?.text ?? '';
  const sessions = sweptProfiles().map((profile, index) => ({
    profile: [...encodeProfile(profile)],
    facts: {
      ...{ id: `s${index}`, name: `s${index}`, agent: 'bench', model: null, hash: `${index}` },
      ...{ generated: false, subAgent: false, cluster: `${index}`, startedAt: null },
    },
  }));
  const server = createServer((request, response) => {
    const isScript = request.url === '/worker.js';
    response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html');
    response.end(isScript ? script : '<!doctype html><title>Sweep</title><p>Sweep</p>');
  }).listen(0, '127.0.0.1');
  const executablePath = findBrowser();
  const browser = await chromium.launch({ args: FLAGS, ...(executablePath && { executablePath }) });
  try {
    const page = await browser.newPage();
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    const idle = await framesOf(page, 2_000);
    const measured = await page.evaluate(runInPage, { sessions, plan: sweptPlan });
    const expected = (measured.of / 1_000) * (FRAMES / 2);
    printFigures('Sweep in the browser, one worker', [
      {
        name: `8,000 settings × 100 sessions × 200 steps: ${measured.replays} replays`,
        value: `${measured.seconds.toFixed(2)} s`,
        goal: 'goal ≤ 4 s',
      },
      {
        name: 'frames of the page meanwhile, of 120 in two seconds',
        value: `${((FRAMES * measured.frames) / expected).toFixed(0)} of ${FRAMES}`,
        ratio: `idle page ${((FRAMES * idle) / FRAMES).toFixed(0)} of ${FRAMES}`,
        goal: 'goal ≥ 110 of 120',
      },
    ]);
  } finally {
    await browser.close();
    server.close();
  }
}

/** Frames that an idle page draws in some milliseconds. */
const framesOf = (page: Page, ms: number): Promise<number> =>
  page.evaluate(
    (time) =>
      new Promise<number>((resolve) => {
        const begun = performance.now();
        let frames = 0;
        const next = (): void => {
          frames++;
          if (performance.now() - begun < time) requestAnimationFrame(next);
          else resolve(frames);
        };
        requestAnimationFrame(next);
      }),
    ms,
  );

/** Runs in the page: loads the sessions, sweeps, counts frames. */
async function runInPage({
  sessions,
  plan,
}: {
  readonly sessions: readonly {
    readonly profile: readonly number[];
    readonly facts: { id: string };
  }[];
  readonly plan: unknown;
}): Promise<Measured> {
  const worker = new Worker('/worker.js');
  let answered: (reply: Record<string, unknown>) => void = () => undefined;
  worker.onmessage = ({ data }: MessageEvent<Record<string, unknown>>) => answered(data);
  const until = (kind: string): Promise<Record<string, unknown>> =>
    new Promise((resolve, reject) => {
      answered = (reply) => {
        if (reply['kind'] === kind) resolve(reply);
        if (reply['kind'] === 'failed' || reply['kind'] === 'refused') {
          reject(new Error(JSON.stringify(reply)));
        }
      };
    });
  const loaded = until('loaded');
  const carried = sessions.map((one) => ({ ...one, profile: Uint8Array.from(one.profile) }));
  worker.postMessage({ kind: 'run', run: 1, task: { do: 'load', sessions: carried } });
  await loaded;
  let frames = 0;
  let running = true;
  const count = (): void => {
    frames++;
    if (running) requestAnimationFrame(count);
  };
  const swept = until('swept');
  const aim = { today: {}, values: [200_000, 5], settable: ['window'] };
  const ids = sessions.map(({ facts }) => facts.id);
  const begun = performance.now();
  requestAnimationFrame(count);
  worker.postMessage({ kind: 'run', run: 2, task: { do: 'sweep', ids, plan, aim } });
  const end = await swept;
  const of = performance.now() - begun;
  running = false;
  return { seconds: of / 1_000, replays: Number(end['done']), frames, of };
}
