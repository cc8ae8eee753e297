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
