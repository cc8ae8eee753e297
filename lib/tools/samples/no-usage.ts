import { codingSample, codingTurn, codingWork, remarkOf } from './coding-work';

const SYSTEM = `You are a coding agent behind a local model server. Work in small steps and keep the tests green.`;

/** Sample of a provider that reports no token counts. */
export const noUsage = codingSample(
  131_072,
  SYSTEM,
  {
    id: 'no-usage',
    name: 'Sample: no usage reported',
    note: 'The model server reports no usage at any step: the default factor alone decides, and nobody can tell from this recording whether it was right.',
    agent: 'Coding agent on a local server (generated)',
    model: 'local/coder-30b',
    limit: 131_072,
    prefixTokens: 700,
    density: 1.3,
    spread: 0.1,
    start: '2026-03-09T09:00:00Z',
    usage: false,
  },
  (run) => {
    const { recorder, writer } = run;
    const use = (): void => recorder.use([codingWork(writer, 900, 6_500)], remarkOf(run, 0.5));
    while (recorder.heuristic < 60_000) codingTurn(run, [2, 8], use);
  },
);
