import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { PRODUCER } from '@/lib/engine/replay/engine';
import type { Session } from '@/lib/engine/session/schema';
import { capture, parsed, type Imported } from './testing/captured-io';
import { scratchFolder } from '@/lib/readers/open/testing/scratch-folder';

const INCIDENT = 'public/samples/production-incident.json';
const NO_USAGE = 'public/samples/no-usage.json';
const KUBERNETES = 'public/samples/kubernetes-agent.json';

interface Step extends Readonly<Record<string, unknown>> {
  readonly step: number;
}
interface Replayed {
  readonly stepFields: readonly string[];
  readonly sessions: readonly {
    readonly name: string;
    readonly verdict: string;
    readonly totals: Readonly<Record<string, number>>;
    readonly settings: Readonly<Record<string, unknown>>;
    readonly steps: readonly Step[];
  }[];
}

const folder = scratchFolder();

function file(name: string, text: string): string {
  const full = path.join(folder, name);
  writeFileSync(full, text);
  return full;
}

async function replayed(...args: readonly string[]): Promise<Replayed['sessions'][number]> {
  const { code, out } = await capture(['replay', ...args, '--json']);
  expect(code).toBe(0);
  const [session] = parsed<Replayed>(out).sessions;
  if (!session) throw new Error('No session came out');
  return session;
}

const SCENARIO = 'lib/readers/scenarios/fixtures/sliding-window.json';

it.each([
  ['import', INCIDENT, '--json'],
  ['replay', INCIDENT, '--json'],
  ['replay', INCIDENT, '--csv'],
  ['replay', INCIDENT],
  ['simulate', SCENARIO, '--json'],
  ['simulate', SCENARIO],
  [
    'tokens',
    'lib/readers/importers/formats/claude-code/fixtures/claude-code/compaction.jsonl',
    '--json',
  ],
  ['policies', '--json'],
  ['--version'],
])('names version and engine: %s %s %s', async (...args) => {
  const { code, out, messages } = await capture(args);
  expect(code).toBe(0);
  expect(args.includes('--csv') ? messages : out).toContain(PRODUCER);
});

describe('import', () => {
  it('prints receipt, sessions and steps as JSON', async () => {
    const { code, out, messages } = await capture(['import', INCIDENT, KUBERNETES, '--json']);
    expect(code).toBe(0);
    expect(messages).toBe('');
    const [incident, kubernetes] = parsed<Imported[]>(out);
    expect(incident).toMatchObject({
      file: INCIDENT,
      format: 'canonical',
      receipt: { read: 1, kept: 1 },
      sessions: [{ model: 'claude-sonnet-4-6', usage: 'usage, no prompt', entries: 289 }],
    });
    expect(incident?.sessions[0]?.steps).toHaveLength(144);
    expect(incident?.sessions[0]?.steps[142]).toEqual({
      entries: 285,
      heuristic: 18_000,
      real: 150_000,
    });
    expect(incident?.sessions[0]?.steps[143]).toMatchObject({ real: 200_819, rejected: true });
    const session = kubernetes!.sessions[0]!;
    expect(session.recordedCompactions).toHaveLength(3);
    // The recorded summary replaces the entries it covers: the heuristic falls at its step.
    const { step } = session.recordedCompactions[0]!;
    expect(session.steps[step]!.heuristic).toBeLessThan(session.steps[step - 1]!.heuristic / 10);
  });

  it('leaves real null where the provider reported none', async () => {
    const { out } = await capture(['import', NO_USAGE, '--json']);
    const session = parsed<Imported[]>(out)[0]?.sessions[0];
    expect(session?.usage).toBe('no usage');
    expect(session?.steps.every(({ real }) => real === null)).toBe(true);
  });

  it('prints the good file beside a bad one and ends with 3', async () => {
    const bad = file('cut.json', '{"format":"highwater-session",\n"version":1,');
    const { code, out, messages } = await capture(['import', bad, INCIDENT, '--json']);
    expect(code).toBe(3);
    expect(JSON.parse(out)).toHaveLength(1);
    expect(messages).toContain(`${bad}:2`);
    expect(messages).toContain('cut off');
    expect(messages).toContain('1 of 2 files could not be read.');
  });

  it('prints a table for people', async () => {
    const { out } = await capture(['import', KUBERNETES]);
    expect(out).toContain('canonical, 1 session');
    expect(out).toMatch(/^1 {2}Sample: Kubernetes agent.* 3$/m);
  });

  it('says that a file is empty', async () => {
    const bad = file('empty.json', '');
    const { code, messages } = await capture(['import', bad]);
    expect(code).toBe(3);
    expect(messages).toContain(bad);
    expect(messages).toContain('is empty');
  });
});

describe('replay', () => {
  it('gives each step the golden fields and says what its real tokens are', async () => {
    const session = await replayed(INCIDENT);
    expect(session.settings['window']).toBe(200_000);
    expect(session.steps[143]).toMatchObject({
      step: 143,
      heuristicAfterInject: 24_000,
      realTokensLoaded: 150_000,
      lastHeuristicLoaded: 18_000,
      correction: 5,
      calibrated: 120_000,
      result: 150_000,
      threshold: 180_000,
      compacted: false,
      realAfter: 200_819,
      overflow: true,
      realKind: 'recorded',
    });
    expect(session.totals).toMatchObject({ steps: 144, stepsCompacted: 0, overflowSteps: 1 });
    expect(session.verdict).toContain('200,819 > 200,000');
  });

  it('takes settings and labels what follows the first divergence as projected', async () => {
    const session = await replayed(INCIDENT, '--set', 'cap=7.5', '--set', 'window=200_000');
    expect(session.totals).toMatchObject({ stepsCompacted: 1, overflowSteps: 0 });
    expect(session.steps[142]?.['realKind']).toBe('recorded');
    expect(session.steps[143]?.['realKind']).toBe('projected');
  });

  it('prints the same as CSV, one record a step', async () => {
    const { code, out, messages } = await capture(['replay', INCIDENT, '--csv']);
    expect(code).toBe(0);
    const lines = out.trimEnd().split('\r\n');
    expect(lines).toHaveLength(145);
    expect(lines[0]).toMatch(
      /^session,lane,step,turn,label,.*,realKind,grew,unexplained,beside,outcome,provider,asks,chance$/,
    );
    expect(lines[144]).toMatch(/^"Sample: production incident, 200,819 tokens refused",main,143,/);
    expect(messages).toContain('overflow at step 143');
  });

  it.each([
    [['--set', 'cop=3'], 'no setting "cop". Settings: window, cap, factor'],
    [['--set', 'cap=many'], '--set cap=many: '],
    [['--set', 'window=-1'], '--set window=-1: '],
    [['--set', 'cap'], '--set wants key=value'],
    [['--policy', 'psychic'], 'no policy "psychic". Policies: adk-go, '],
    [['--policy', 'contextguard-threshold@v3'], 'no preset "v3". Presets: reference, '],
    [['--policy', 'contextguard-threshold@v0.8.0'], '. There is contextguard-tail@v0.8.0.'],
    [['--policy', 'none@v3'], 'none has no preset "v3". It has none.'],
    [
      ['--fault', 'usage-stops'],
      'is not a fault: write usage-stops@<step>, for example usage-stops@40',
    ],
    [['--fault', 'rain@3'], 'There is no fault "rain". Faults: summariser-fails, '],
    [['--session', 'nobody'], 'no session "nobody". It has: 1 Sample'],
    [['--json', '--csv'], 'one of --json and --csv'],
    [['--frobnicate'], "unknown option '--frobnicate'"],
  ])('%j is wrong usage', async (args, message) => {
    const { code, out, messages } = await capture(['replay', INCIDENT, ...args]);
    expect(code).toBe(2);
    expect(out).toBe('');
    expect(messages).toContain(message);
  });

  it('picks a session by number or name', async () => {
    const text = readFileSync(NO_USAGE, 'utf8');
    const one = parsed<Session>(text);
    const two = { ...one, name: 'Another', source: { ...one.source, sessionId: 'another' } };
    const both = file(
      'two.json',
      JSON.stringify({ format: 'highwater-sessions', sessions: [one, two] }),
    );
    expect((await replayed(both, '--session', '2')).name).toBe('Another');
    expect((await replayed(both, '--session', 'Sample')).name).toBe(one.name);
    const { out } = await capture(['replay', both, '--json']);
    expect(parsed<Replayed>(out).sessions).toHaveLength(2);
  });
});

it.each([[['frobnicate']], [['import']], [['replay']]])('%j is wrong usage', async (args) => {
  const { code, out, messages } = await capture(args);
  expect(code).toBe(2);
  expect(out).toBe('');
  expect(messages).toContain('--help');
});

it.each([
  ...[
    'import',
    'replay',
    'explain',
    'findings',
    'compactions',
    'recall',
    'cost',
    'knobs',
    'fits',
    'redact',
  ],
  ...['score', 'tokens', 'compare', 'report', 'freeze', 'tables --from', 'tune'],
  'sweep --vary cap=5:6:1',
])('%s names a file that is not there and ends with 3', async (command) => {
  const none = path.join(folder, 'none.jsonl');
  const { code, messages } = await capture([...command.split(' '), none]);
  expect(code).toBe(3);
  expect(messages).toContain(`${none}: There is no such file.`);
});

it.each(['import', 'policies', 'replay', 'simulate'])(
  '%s --help shows an example',
  async (command) => {
    const { code, out } = await capture([command, '--help']);
    expect(code).toBe(0);
    expect(out).toContain(`npm run -s highwater -- ${command}`);
  },
);
