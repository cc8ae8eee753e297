import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { scratchFolder } from '@/lib/readers/open/testing/scratch-folder';
import { capture, parsed } from '../testing/captured-io';

const SAMPLES = [
  'public/samples/production-incident.json',
  'public/samples/timing-gap.json',
  'public/samples/no-usage.json',
];
const folder = scratchFolder();

/** A file of settings with some other expectation. */
function settings(name: string, lines: string): string {
  const file = join(folder, `${name}.yaml`);
  writeFileSync(
    file,
    `version: 1\nproducer: highwater 0.1.0+engine.7\npolicy: contextguard-threshold\nsettings: ${lines}\nlimit: null\nsessions: []\nexpectations:\n  - expect: never overflows\n`,
  );
  return file;
}

const held = settings('held', '{ window: 200000 }');
const saved = settings('saved', '{ window: 180000 }');

interface Diffed {
  readonly standing: string;
  readonly sessions: readonly {
    readonly standing: string;
    readonly before: { readonly overflows: number; readonly compactions: number };
    readonly after: { readonly overflows: number; readonly compactions: number };
  }[];
  readonly before: { readonly overflows: number };
  readonly after: { readonly overflows: number };
}

const diffed = async (...args: readonly string[]): Promise<Diffed> =>
  parsed<Diffed>((await capture(['diff', ...args, '--json'])).out);

describe('highwater diff', () => {
  it('is clean where a change saves a session, and says what of it changes', async () => {
    const { code, out } = await capture(['diff', held, saved, SAMPLES[0] ?? '']);
    expect(code).toBe(0);
    expect(out).toContain('1 session: 0 worse, 1 better, 0 same.');
    expect(out).toMatch(/ better +1 → 0 +0 → 1 /);
  });

  it('fails where a session overflows that did not', async () => {
    const { code, out } = await capture(['diff', saved, held, ...SAMPLES]);
    expect(code).toBe(1);
    expect(out).toContain('1 worse');
    expect(out).toMatch(/^all +worse +0 → 1 /m);
  });

  it('turns about with its files, session by session', async () => {
    const there = await diffed(held, saved, ...SAMPLES);
    const back = await diffed(saved, held, ...SAMPLES);
    const turned = { worse: 'better', better: 'worse', same: 'same' } as const;
    expect(back.sessions.map(({ standing }) => standing)).toEqual(
      there.sessions.map(({ standing }) => turned[standing as keyof typeof turned]),
    );
    expect(back.sessions.map(({ before }) => before)).toEqual(
      there.sessions.map(({ after }) => after),
    );
    expect(back.before).toEqual(there.after);
  });

  it('is the same with the same settings, with texts and without', async () => {
    const numbers = join(folder, 'numbers.json');
    await capture(['redact', SAMPLES[0] ?? '', '--out', numbers]);
    const { code, out } = await capture(['diff', held, held, ...SAMPLES, numbers]);
    expect(code).toBe(0);
    expect(out).toContain('4 sessions: 0 worse, 0 better, 4 same.');
    const [whole, alone] = (await diffed(held, saved, SAMPLES[0] ?? '', numbers)).sessions;
    expect(alone?.after).toEqual(whole?.after);
  });

  it('names file and line of a setting that is none, and files that are no traces', async () => {
    const wrong = settings('wrong', '\n  window: many');
    const { code, messages } = await capture(['diff', held, wrong, SAMPLES[0] ?? '']);
    expect(code).toBe(3);
    expect(messages).toContain(`${wrong}:5: `);
    expect((await capture(['diff', held, saved, join(folder, 'none')])).code).toBe(3);
    expect((await capture(['diff', held])).code).toBe(2);
  });
});
