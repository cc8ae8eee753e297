import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { inProject } from '@/lib/server/project.mjs';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'highwater-stop-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const started: number[] = [];
afterEach(() => {
  for (const pid of started.splice(0)) if (isAlive(pid)) process.kill(pid, 'SIGKILL');
});

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

const module = (name: string): string => JSON.stringify(pathToFileURL(inProject(name)).href);

/** Says its process id and never ends by itself. */
const endless = `console.log('child ' + process.pid); setInterval(() => undefined, 1_000);`;

/** Commands that wait for a child, as `npm start` does at each of its steps. */
const commands: Readonly<Record<string, string>> = {
  'a step of the preparation': `
    import { run } from ${module('lib/server/project.mjs')};
    endOnSignals();
    void run(process.execPath, [child], { show: true });`,
  'the start of the server': `
    import { freePort, startServer } from ${module('lib/server/start/server.mjs')};
    endOnSignals();
    void startServer({ host: '127.0.0.1', port: await freePort(), program: child });`,
};

/** Starts a command; returns it and its child's process id. */
async function start(command: string): Promise<{ readonly parent: ChildProcess; child: number }> {
  const program = path.join(folder, 'child.mjs');
  await writeFile(program, endless);
  const script = path.join(folder, 'command.mjs');
  const head = `import { endOnSignals } from ${module('lib/server/start/stop.mjs')};\n`;
  await writeFile(script, `${head}const child = ${JSON.stringify(program)};\n${command}`);
  const parent = spawn(process.execPath, [script], { stdio: ['ignore', 'pipe', 'inherit'] });
  started.push(parent.pid ?? 0);
  let said = '';
  for await (const chunk of parent.stdout as AsyncIterable<Buffer>) {
    said += chunk.toString();
    const child = /child (\d+)\n/.exec(said)?.[1];
    if (child === undefined) continue;
    started.push(Number(child));
    return { parent, child: Number(child) };
  }
  throw new Error(`The command ended: ${said}`);
}

describe.each(Object.entries(commands))('during %s', (_, command) => {
  it.each(['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGKILL'] as const)(
    '%s ends the command and its child',
    async (signal) => {
      const { parent, child } = await start(command);
      expect(isAlive(child)).toBe(true);
      parent.kill(signal);
      await expect.poll(() => [isAlive(parent.pid ?? 0), isAlive(child)]).toEqual([false, false]);
    },
  );
});
