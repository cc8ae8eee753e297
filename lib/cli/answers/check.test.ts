import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { findPolicy } from '@/lib/policies/registry';
import { expectationsText, recordedExpectations } from '@/lib/answers/report/expectations/record';
import type { Expectations } from '@/lib/answers/report/expectations/schema';
import { capture } from '../testing/captured-io';
import { measureTrace } from '../measure-trace';
import { prepare } from '@/lib/engine/replay/prepare';
import { successOf } from '@/lib/engine/base/testing/success-of';
import { scratchFolder } from '@/lib/readers/open/testing/scratch-folder';

const INCIDENT = 'public/samples/production-incident.json';
const folder = scratchFolder();

const inFolder = (name: string, text: string): string => {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
};

/** Expectations of the incident under a window that saves it, recorded from the file itself. */
async function recorded(change: Partial<Expectations> = {}): Promise<string> {
  const policy = findPolicy('contextguard-threshold');
  if (policy === undefined) throw new Error('no policy');
  const { sessions } = successOf(await measureTrace(INCIDENT, INCIDENT));
  const expectations = recordedExpectations({
    policy,
    settings: { window: 180_000 },
    limit: null,
    sessions: sessions.map(({ draft, profile }) => {
      return { name: draft.head.name, session: prepare(profile), fires: [125] };
    }),
  });
  return expectationsText({ ...expectations, ...change });
}

let good = '';
let broken = '';
let name = '';
beforeAll(async () => {
  good = inFolder('highwater.yaml', await recorded());
  broken = inFolder('broken.yaml', await recorded({ settings: { window: 200_000, cap: 5 } }));
  name = /- name: "?(.+?)"?\n/.exec(readFileSync(good, 'utf8'))?.[1] ?? '';
});

describe('highwater check', () => {
  it('fails with session, step, operands and what would turn it', async () => {
    const { code, out } = await capture(['check', broken, INCIDENT]);
    expect(code).toBe(1);
    expect(out).toContain(`✗ ${name}: never overflows`);
    expect(out).toMatch(
      /overflows at step 143 \(200,819 tokens > 200,000\); step 143: held, decision/,
    );
    expect(out).toContain('< threshold 180,000 (200,000 − 20,000)');
    expect(out).toMatch(/correction 5× \(measured 8\.3333×, cap 5×\)/);
    expect(out).toMatch(/it turns at window ≤ [\d,]+ or cap ≥ [\d.]+×/);
  });

  it('writes a JUnit report', async () => {
    const report = join(folder, 'report.xml');
    const odd = (await recorded({ settings: { window: 200_000 } })).replaceAll(
      name,
      'a \\u0007 <b>',
    );
    const { code } = await capture([
      'check',
      inFolder('odd.yaml', odd),
      INCIDENT,
      '--junit',
      report,
    ]);
    expect(code).toBe(1);
    const xml = readFileSync(report, 'utf8');
    expect(xml).toMatch(/<testsuite [^>]*name="[^"]*odd\.yaml" tests="4" failures="2" errors="0"/);
    expect(xml).toContain('<failure message="overflows at step 143');
    expect(xml).toContain('classname="a \ufffd &lt;b>"');
  });

  it('names a session that is missing, and fails', async () => {
    const other = 'public/samples/kubernetes-agent.json';
    const { code, out } = await capture(['check', good, other]);
    expect(code).toBe(1);
    expect(out).toContain(`✗ Session "${name}" is missing`);
  });

  it('says so where another engine recorded', async () => {
    const old = inFolder('old.yaml', await recorded({ producer: 'highwater 0.1.0+engine.1' }));
    const { out } = await capture(['check', old, INCIDENT]);
    expect(out).toContain(
      'Recorded by highwater 0.1.0+engine.1: results of two engines may differ',
    );
  });

  it('prints no control characters of a name', async () => {
    const text = (await recorded()).replaceAll(name, 'a \\u001b[31m b');
    const { out } = await capture(['check', inFolder('red.yaml', text), INCIDENT]);
    expect(out).not.toContain('\u001b');
  });
});

describe('a file of expectations that cannot be read', () => {
  const fails = async (text: string): Promise<string> => {
    const { code, messages } = await capture(['check', inFolder('bad.yaml', text), INCIDENT]);
    expect(code).toBe(3);
    return messages;
  };

  it.each([
    ['no YAML', 'a: [1,\nb: 2', /bad\.yaml:2: this is no YAML: /],
    ['a later version', 'version: 2\nfuture: x', /bad\.yaml:1: version 2 was written by a newer/],
    ['too little', 'version: 1', /bad\.yaml:1: producer: .+ Record the expectations again/],
    [
      'aliases that multiply',
      `a: &a [1,1,1,1,1,1,1,1,1]\n${[...'bcdefgh'].map((key, i) => `${key}: &${key} [${Array(9).fill(`*${'abcdefg'[i]}`).join(',')}]`).join('\n')}`,
      /bad\.yaml: it refers to itself too often/,
    ],
  ])('with %s', async (_, text, expected) => {
    expect(await fails(text)).toMatch(expected);
  });

  it('with a line that is not allowed', async () => {
    const text = await recorded();
    const line = text.split('\n').findIndex((one) => one.includes('expect: no loop')) + 1;
    const changed = text.replace('expect: no loop', 'expect: no loops');
    expect(await fails(changed)).toContain(`bad.yaml:${line}: expectations.1.expect: `);
  });

  it('with a policy or a setting that is not there', async () => {
    const text = await recorded();
    expect(await fails(text.replace('contextguard-threshold', 'guard'))).toMatch(
      /bad\.yaml:3: There is no policy "guard"/,
    );
    const line = text.split('\n').findIndex((one) => one.includes('  cap: ')) + 1;
    expect(await fails(text.replace('  cap: 5', '  cap: -5'))).toContain(
      `bad.yaml:${line}: contextguard-threshold cap: `,
    );
    expect(await fails(text.replace('  cap: 5', '  gap: 5'))).toContain('has no setting "gap"');
  });

  it('that is not there, or is a trace', async () => {
    const { code, messages } = await capture(['check', join(folder, 'none.yaml'), INCIDENT]);
    expect(code).toBe(3);
    expect(messages).toMatch(/none\.yaml: it cannot be read \(ENOENT\)\. Check the path\./);
    const swapped = await capture(['check', INCIDENT, good]);
    expect(swapped.code).toBe(3);
  });

  it('wants traces', async () => {
    expect((await capture(['check', good])).code).toBe(2);
    const none = await capture(['check', good, join(folder, 'gone.jsonl')]);
    expect(none.code).toBe(3);
    expect(none.messages).toContain('gone.jsonl');
  });
});
