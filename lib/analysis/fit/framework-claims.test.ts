import { expect, it } from 'vitest';
import { textSession } from '@/lib/engine/session/testing/text-session';
import { measureSession } from '@/lib/engine/tokens/measure';
import { claimedPolicy } from './claimed-policy';

const { head } = measureSession(textSession('u 400\n-- 100\nm 4\nu 40\n-- 120'));

it.each([
  ['strands', 'SummarizingConversationManager', 'strands-summarizing'],
  ['strands', 'SlidingWindowConversationManager', 'strands-sliding'],
  ['strands', null, 'strands-sliding'],
  ['langgraph', null, 'langchain'],
  ['openai-agents', null, 'openai-agents'],
  ['mastra', 'observational memory', 'mastra-observational'],
  ['mastra', null, 'mastra-limiter'],
  ['pydantic-ai', null, 'pydantic-ai'],
  ['openhands-events', null, 'openhands'],
  ['openhands-llm-log', null, 'openhands'],
])('sessions of %s (%s) open under %s', (format, agentVersion, policy) => {
  expect(claimedPolicy({ format, agent: format, agentVersion }, head)?.policy.id).toBe(policy);
});

it('says where a file does not tell whether the policy was in use', () => {
  const claim = claimedPolicy(
    { format: 'langgraph', agent: 'LangGraph', agentVersion: null },
    head,
  );
  expect(claim?.words).toBe(
    'LangChain, recorded by LangGraph: the file does not say whether the application used it',
  );
});

it('a condensation of OpenHands shows the size of its condenser', () => {
  // Events: the system prompt, the user, and a call with its result 60 times: 120 were not condensed, 122 were.
  const calls = Array.from({ length: 60 }, () => 'c t\nr t 40\n-- 100').join('\n');
  const picture = `u 40\n-- 100\n${calls.slice(0, calls.lastIndexOf('\n'))}\n== compact 400 kept 0-1\n-- 100`;
  const profile = measureSession(textSession(picture));
  const claim = claimedPolicy(
    { format: 'openhands-events', agent: 'OpenHands', agentVersion: null },
    profile.head,
  );
  expect(claim?.settings['maxSize']).toBe(80);
  const shown = claim?.shown?.(profile);
  expect(shown?.settings).toMatchObject({ maxSize: 120, keepFirst: 2 });
  expect(shown?.text).toBe(
    'step 60 condensed 122 events, and 120 one step before were not: max_size is 120',
  );
});
