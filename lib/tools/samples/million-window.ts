import { codingSample, codingTurn, codingWork, remarkOf } from './coding-work';

const SYSTEM = `You are a migration agent. You may read the whole repository: the window holds a million tokens. Plan first, then move one module at a time and run its tests.`;

/** A session that fills most of a window of 1,000,000. */
export const millionWindow = codingSample(
  1_000_000,
  SYSTEM,
  {
    id: 'million-window',
    name: 'Sample: a window of one million tokens',
    note: 'ContextGuard keeps 20,000 tokens free at every window from 200,000 on: here 2 %. The recorded agent stopped before it would have fired.',
    agent: 'Migration agent (generated)',
    model: 'claude-opus-4-8',
    limit: 1_000_000,
    prefixTokens: 830,
    density: 2.24,
    spread: 0.14,
    start: '2026-04-02T07:20:00Z',
  },
  (run) => {
    const { recorder, writer } = run;
    const goesOn = (): boolean => recorder.real < 962_000;
    const use = (): void => {
      const uses = [codingWork(writer, 3_000, 24_000)];
      if (writer.chance(0.2)) uses.push(codingWork(writer, 2_000, 12_000));
      recorder.use(uses, remarkOf(run, 0.4));
    };
    while (goesOn()) codingTurn(run, [4, 12], use, goesOn);
  },
);
