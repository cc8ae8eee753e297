import { describe, expect, it } from 'vitest';
import { inProject } from '@/lib/server/project.mjs';
import { readCase } from '../own-files/compare-case';
import { readOwnFiles } from '../own-files/own-case';
import { provedSystems } from './proved-systems';
import { recordingScript } from './recording-script';

async function scriptOf(folder: string, policy: string, seed: number) {
  const own = readOwnFiles(inProject(`lib/conformance/${folder}/own-files.json.br`));
  const one = own.cases.find((each) => each.seed === seed);
  const session = one === undefined ? 'none' : await readCase(one, { texts: true });
  if (typeof session === 'string') throw new Error(session);
  const given = { seed, kind: 'recorded', settings: {}, summary: 30, density: 1 };
  const script = recordingScript(session, provedSystems[policy] ?? {}, given);
  return { script, profile: session.profile };
}

describe('the script of a recording', () => {
  it.each([
    ['pi', 'pi', 11],
    ['codex', 'codex', 11],
    ['opencode', 'opencode-tail', 11],
  ])('of %s has a round for each step, with its count', async (folder, policy, seed) => {
    const { script, profile } = await scriptOf(folder, policy, seed);
    const rounds = script.turns.flatMap((turn) => turn.rounds);
    expect(rounds.map(({ real }) => real)).toEqual([...profile.steps.real]);
    expect(rounds.map(({ step }) => step)).toEqual([...rounds.keys()]);
    const asks = script.turns.map(({ rounds: own }) => own.at(-1)?.calls.length);
    expect(new Set(asks)).toEqual(new Set([0]));
  });

  it('names no tool as the recording does: a program would do what it says', async () => {
    const { script } = await scriptOf('pi', 'pi', 11);
    const calls = script.turns.flatMap(({ rounds }) => rounds.flatMap((one) => one.calls));
    expect(new Set(calls.map(({ recorded }) => recorded.name))).toEqual(new Set(['_ook']));
    expect(calls[0]?.result).toMatch(/^38 Look at the log/);
  });

  it('takes what a program puts around a result off, for it will do so again', async () => {
    const { script } = await scriptOf('codex', 'codex', 11);
    const [first] = script.turns[0]?.rounds ?? [];
    expect(first?.calls[0]?.result).toMatch(/^40 The pool of connections/);
    expect(script.turns[0]?.prompt).toMatch(/^53 The pool of connections/);
  });
});
