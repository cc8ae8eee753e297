/** action.yml, as the workflow in README.md uses it: its steps are run, so that it cannot rot. */
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { inProject } from '@/lib/server/project.mjs';
import { capture } from '../testing/captured-io';
import { scratchFolder } from '@/lib/readers/open/testing/scratch-folder';

const stepSchema = z.looseObject({ uses: z.string().optional(), run: z.string().optional() });
const workflowSchema = z.object({
  jobs: z.object({ check: z.object({ steps: z.array(stepSchema).min(1) }) }),
});
const actionSchema = z.object({
  inputs: z.record(z.string(), z.object({ default: z.string() })),
  runs: z.object({ using: z.literal('composite'), steps: z.array(stepSchema).min(1) }),
});

const blocks = [
  ...readFileSync(inProject('README.md'), 'utf8').matchAll(/^```yaml\n([\s\S]*?)^```$/gm),
].map((match) => match[1] ?? '');
const block = blocks.find((text) => text.includes('\njobs:\n')) ?? '';
const uses = workflowSchema.safeParse(parse(block)).data?.jobs.check.steps ?? [];
const used = uses.find(({ uses: action }) => action?.includes('/highwater@') === true);
const action = actionSchema.parse(parse(readFileSync(inProject('action.yml'), 'utf8')));
const commands = action.runs.steps.flatMap(({ run }) => run ?? []);
const installs = commands.filter((run) => run.startsWith('npm ci '));
const checks = commands.filter((run) => !run.startsWith('npm ci '));

/** A recording that compacts: what a user's repository would hold. */
const TRACE = 'lib/readers/importers/formats/claude-code/fixtures/claude-code/compaction.jsonl';

/** The user's repository. */
const repository = scratchFolder();
/** What a runner gives steps for files. */
const runner = scratchFolder();
/** The same before anything is installed: only what `npm ci` reads. */
const bare = scratchFolder();
const yaml = join(repository, 'highwater.yaml');

beforeAll(async () => {
  mkdirSync(join(repository, 'traces'));
  copyFileSync(inProject(TRACE), join(repository, 'traces/session.jsonl'));
  const traces = join(repository, 'traces');
  const args = ['--vary', 'window=180000:200000:10000', '--limit', '200000', '--record', yaml];
  const { code } = await capture(['tune', traces, ...args]);
  expect(code).toBe(0);
  for (const file of ['package.json', 'package-lock.json']) {
    copyFileSync(inProject(file), join(bare, file));
  }
});
afterAll(() => {
  for (const folder of [repository, bare, runner]) rmSync(folder, { recursive: true, force: true });
});

/** Runs a step as a runner does, in a shell that stops at the first error. */
function runStep(command: string, cwd: string, env: Readonly<Record<string, string>> = {}) {
  // What npm tells the suite that runs this must not reach the npm of the step.
  const own = Object.entries(process.env).filter(([key]) => !/^(npm_|INIT_CWD)/i.test(key));
  const ended = spawnSync('bash', ['-e', '-c', command], {
    cwd,
    encoding: 'utf8',
    env: { ...Object.fromEntries(own), ...env } as NodeJS.ProcessEnv,
  });
  return { code: ended.status, out: ended.stdout, err: ended.stderr };
}

const summary = join(runner, 'highwater.md');
/** As the runner sets them; the action's inputs are those of README.md's workflow. */
const asRunner = {
  GITHUB_ACTION_PATH: inProject('.'),
  RUNNER_TEMP: runner,
  GITHUB_STEP_SUMMARY: join(runner, 'step-summary.md'),
  GITHUB_OUTPUT: join(runner, 'output'),
  ...Object.fromEntries(
    Object.entries(action.inputs).map(([name, input]) => [name.toUpperCase(), input.default]),
  ),
};

describe('action.yml', { timeout: 120_000 }, () => {
  it('is what the workflow of README.md uses, with the inputs that it has', () => {
    expect(uses.filter(({ uses: one }) => one?.startsWith('actions/checkout@')).length).toBe(1);
    const defaults = Object.entries(action.inputs).map(([name, input]) => [name, input.default]);
    expect(used?.['with']).toEqual(Object.fromEntries(defaults));
    expect([installs.length, checks.length]).toEqual([1, 1]);
  });

  it.each(installs)('installs what the lock names: %s', (command) => {
    // Nothing is fetched: npm compares the lock with package.json and plans the installation.
    const planned = { npm_config_dry_run: 'true', npm_config_offline: 'true' };
    const { code, out, err } = runStep(command, repository, {
      ...planned,
      GITHUB_ACTION_PATH: bare,
    });
    expect([code, err]).toEqual([0, expect.not.stringContaining('EUSAGE')]);
    expect(out).toMatch(/added \d+ packages/);
  });

  it.each(checks)('passes and leaves its reports: %s', (command) => {
    const { code, out, err } = runStep(command, repository, asRunner);
    expect([code, err]).toEqual([0, '']);
    expect(out).toContain('all hold');
    const report = readFileSync(join(repository, 'compaction.xml'), 'utf8');
    expect(report).toContain('failures="0" errors="0"');
    expect(readFileSync(summary, 'utf8')).toBe(out);
    expect(readFileSync(asRunner.GITHUB_STEP_SUMMARY, 'utf8')).toBe(out);
    expect(readFileSync(asRunner.GITHUB_OUTPUT, 'utf8')).toBe(`summary=${summary}\n`);
  });

  it.each(checks)('checks sizes in place of texts, named line by line: %s', async (command) => {
    const numbers = join(repository, 'numbers only.json');
    const { code: redacted } = await capture(['redact', inProject(TRACE), '--out', numbers]);
    expect(redacted).toBe(0);
    const given = { ...asRunner, TRACES: '\nnumbers only.json\n' };
    expect(runStep(command, repository, given)).toMatchObject({ code: 0, err: '' });
  });

  it.each(checks)('fails and names session and step where a setting breaks: %s', (command) => {
    const text = readFileSync(yaml, 'utf8');
    writeFileSync(yaml, text.replace(/^( {2}window:) \d+$/m, '$1 30000'));
    const { code, out } = runStep(command, repository, asRunner);
    writeFileSync(yaml, text);
    expect(code).toBe(1);
    expect(out).toMatch(/✗ .+\n.*step \d+: .*decision value/);
  });
});
