/** The page's worker in a real browser: how long a sweep takes, and the frames that the page keeps. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from '@playwright/test';
import { build } from 'esbuild';
import { encodeProfile } from '@/lib/engine/tokens/profile-codec';
import { inBrowser } from './in-browser';
import type * as Client from '@/lib/worker/tune/tune-client';
import type { CorpusFacts } from '@/lib/tuning/corpus-session';
import type { SweepPlan } from '@/lib/tuning/sweep/plan';
import { printFigures } from './measure';
import { sweptPlan, sweptProfiles } from './sweep';

const FRAMES = 120;

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
  const script = await bundled('lib/worker/tune/tune-worker.ts');
  const client = await bundled('lib/worker/tune/tune-client.ts');
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
  try {
    const { idle, measured } = await inBrowser(async (browser) => {
      const page = await browser.newPage();
      await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
      await page.addScriptTag({ content: client });
      return {
        idle: await framesOf(page, 2_000),
        measured: await page.evaluate(runInPage, { sessions, plan: sweptPlan }),
      };
    });
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
    server.close();
  }
}

/** The text of a module and all that it needs, which leaves what it exports in `bench`. */
async function bundled(module: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [module],
    bundle: true,
    format: 'iife',
    globalName: 'bench',
    platform: 'browser',
    minify: true,
    write: false,
    logLevel: 'error',
  });
  return outputFiles[0]?.text ?? '';
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
    readonly facts: CorpusFacts;
  }[];
  readonly plan: SweepPlan;
}): Promise<Measured> {
  const { TuneClient } = (globalThis as unknown as { readonly bench: typeof Client }).bench;
  const client = new TuneClient(() => new Worker('/worker.js'));
  const opened = { policy: 'contextguard-threshold', preset: null };
  const carried = sessions.map((one) => ({
    ...one,
    opened,
    profile: Uint8Array.from(one.profile),
  }));
  await client.call((tuner) => tuner.load(carried));
  let frames = 0;
  let running = true;
  const count = (): void => {
    frames++;
    if (running) requestAnimationFrame(count);
  };
  const aim = { today: {}, values: [200_000, 5], settable: ['window'], most: null };
  const ids = sessions.map(({ facts }) => facts.id);
  const listener = {
    onProgress: () => undefined,
    onCovered: () => undefined,
    onAnswered: () => undefined,
  };
  const begun = performance.now();
  requestAnimationFrame(count);
  const end = await client.sweep({ ids, plan, aim }, listener, new AbortController().signal);
  const of = performance.now() - begun;
  running = false;
  return { seconds: of / 1_000, replays: end.done, frames, of };
}
