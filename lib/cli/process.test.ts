import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { parsed, type Simulated } from './testing/captured-io';

const root = process.cwd();
const bin = path.join(root, 'lib/cli/bin.mjs');

interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** Runs the real process; closes its output after `stopAfter` bytes. */
function start(
  args: readonly string[],
  options: { cwd?: string; stdin?: string; stopAfter?: number; env?: Record<string, string> } = {},
): Promise<Ended> {
  const child = spawn(process.execPath, [...args], {
    cwd: options.cwd ?? root,
    env: { ...process.env, ...options.env },
  });
  let out = '';
  let err = '';
  child.stdout.on('data', (chunk: Buffer) => {
    out += chunk.toString('utf8');
    if (options.stopAfter !== undefined && out.length > options.stopAfter) child.stdout.destroy();
  });
  child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString('utf8')));
  child.stdin.end(options.stdin ?? '');
  return new Promise((resolve) => child.on('close', (code) => resolve({ code, out, err })));
}

describe('the process', () => {
  it('runs from any folder and prints JSON alone', async () => {
    const sample = path.join(root, 'public/samples/timing-gap.json');
    const { code, out, err } = await start([bin, 'import', sample, '--json'], { cwd: tmpdir() });
    expect(err).toBe('');
    expect(code).toBe(0);
    expect(JSON.parse(out)).toHaveLength(1);
  });

  it('reads stdin and writes megabytes whole', async () => {
    const stdin = readFileSync('lib/readers/scenarios/fixtures/scenarios.json', 'utf8');
    const { code, out } = await start([bin, 'simulate', '-', '--json'], { stdin });
    expect(code).toBe(0);
    const { scenarios } = parsed<Simulated>(stdin);
    expect(parsed<Simulated>(out).scenarios).toHaveLength(scenarios.length);
  });

  it('stays quiet when its reader has seen enough', async () => {
    const args = [bin, 'replay', 'public/samples/long-session.json', '--csv'];
    const { code, err } = await start(args, { stopAfter: 1000 });
    expect(code).toBe(0);
    expect(err).not.toMatch(/EPIPE|at .*\.ts/);
  });

  it('takes paths from where the user stood when npm runs it; ends with 3 if one is not there', async () => {
    const args = [bin, 'import', 'timing-gap.json', 'nowhere.jsonl'];
    const env = { npm_lifecycle_event: 'highwater', INIT_CWD: path.join(root, 'public/samples') };
    const { code, out, err } = await start(args, { env });
    expect(code).toBe(3);
    expect(out).toContain('timing-gap.json: canonical, 1 session');
    expect(err).toContain('nowhere.jsonl: There is no such file.');
  });
});
