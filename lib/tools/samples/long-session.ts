import { codingSample, codingTurn, codingWork } from './coding-work';

const SYSTEM = `You are a maintenance agent that works through the issue list of a repository for as long as it takes.`;

const LONG_STEPS = 10_000;

/** A session as long as the longest recorded ones. */
export const longSession = codingSample(
  10_000,
  SYSTEM,
  {
    id: 'long-session',
    name: 'Sample: 10,000 steps',
    note: 'A maintenance agent that worked for days with ContextGuard at a window of 200,000; its compactions are recorded, its state keys are not.',
    agent: 'Maintenance agent (generated)',
    model: 'gpt-5.2-codex',
    limit: 200_000,
    prefixTokens: 5_400,
    density: 1.42,
    spread: 0.18,
    start: '2026-05-04T00:00:00Z',
    guardWindow: 200_000,
    guardState: false,
    usageRecord: false,
  },
  (run) => {
    const { recorder, writer } = run;
    const goesOn = (): boolean => recorder.steps < LONG_STEPS;
    const use = (): void =>
      recorder.use([codingWork(writer, 60, writer.chance(0.03) ? 2_400 : 190)]);
    while (goesOn()) codingTurn(run, [6, 40], use, goesOn);
  },
);
