import { expect, it } from 'vitest';
import { importers } from '@/lib/readers/importers/registry';
import { policies } from '@/lib/policies/registry';
import { comparisons } from './comparisons';
import { formatOrigins } from './format-origins';
import { systemRows } from './system-table';

const rows = systemRows(importers);
const row = (system: string) => rows.find((one) => one.system === system);

it('has every format and every policy, but that of the recording', () => {
  // Two agents write one of them.
  expect(rows.flatMap(({ formats }) => formats.map(({ id }) => id)).toSorted()).toEqual(
    [...importers.map(({ id }) => id), 'cline'].toSorted(),
  );
  expect(rows.flatMap((one) => one.policies.map(({ id }) => id)).toSorted()).toEqual(
    policies.map(({ id }) => id).filter((id) => id !== 'recorded'),
  );
});

it('puts the formats of a system beside its policies', () => {
  const ids = (system: string) => row(system)?.formats.map(({ id }) => id);
  expect(ids('Claude Code')).toEqual(['claude-code', 'claude-stream']);
  expect(ids('OpenCode')).toEqual(['opencode', 'opencode-run']);
  expect(ids('Codex')).toEqual(['codex', 'codex-exec']);
  expect(ids('Google ADK')).toHaveLength(5);
  expect(ids('Cline')).toEqual(['cline']);
  expect(ids('Roo Code')).toEqual(['cline']);
  expect(ids('Gemini CLI')).toEqual(['gemini-cli', 'gemini-cli-telemetry', 'gemini-stream']);
  expect(ids('Aider')).toEqual(['aider', 'aider-llm']);
  expect(ids('OpenAI API')).toEqual(['openai-log']);
  expect(ids('goose')).toEqual(['goose']);
  expect(row('LangChain')).toMatchObject({
    formats: [{ id: 'langgraph' }],
    policies: [{ badge: { basis: 'exact' } }],
  });
});

it('says of each package that was run what was equal and when', () => {
  const ran = policies.filter(({ provenance }) => provenance.compared !== undefined);
  expect(Object.keys(comparisons).toSorted()).toEqual(ran.map(({ id }) => id));
  for (const { checked } of Object.values(comparisons))
    expect(checked).toMatch(/^\d{4}-\d\d-\d\d$/);
  expect(row('Strands')?.policies.map(({ compared }) => compared?.runs)).toEqual([240, 240]);
});

it('says of every system that is read where its traces come from', () => {
  const read = rows.filter(({ formats }) => formats.length > 0).map(({ system }) => system);
  expect(Object.keys(formatOrigins).toSorted()).toEqual(read.toSorted());
});
