import type { SessionRow } from '@/lib/api/contract';

/** Every importer by the name of what it reads, short enough for a column. */
const labels: Readonly<Record<string, string>> = {
  'adk-database': 'Google ADK',
  'adk-eval-result': 'Google ADK',
  'adk-evalset': 'Google ADK',
  'adk-events': 'Google ADK',
  'adk-session': 'Google ADK',
  'anthropic-log': 'Anthropic log',
  atif: 'ATIF',
  canonical: 'Highwater',
  'claude-code': 'Claude Code',
  'claude-stream': 'Claude stream',
  cline: 'Cline, Roo',
  codex: 'Codex',
  'codex-exec': 'Codex exec',
  'gemini-cli': 'Gemini CLI',
  'gemini-log': 'Gemini log',
  har: 'HAR, LHAR',
  inspect: 'Inspect',
  langfuse: 'Langfuse',
  langsmith: 'LangSmith',
  litellm: 'LiteLLM',
  'openai-log': 'OpenAI log',
  opencode: 'OpenCode',
  'openhands-events': 'OpenHands',
  'openhands-llm-log': 'OpenHands log',
  otlp: 'OpenTelemetry',
  pi: 'pi',
  scenario: 'Generated',
  'swe-agent': 'SWE-agent',
  'vercel-ai-sdk': 'Vercel AI SDK',
};

/**
 * The format a session came in, in words; the importer's id where it has no other name. A format
 * that the user mapped has the name of the mapping.
 */
export const sourceLabel = ({ format, agent }: Pick<SessionRow, 'format' | 'agent'>): string =>
  format === 'mapped' ? agent : (labels[format] ?? format);
