import { textOf, type Fields } from '../loose-json';

/** Names of ADK's and the convention's agent spans. */
const agentSpan = /^(?:agent_run \[(.+)\]|invoke_agent (.+))$/;

/** The agent that a span is, or was made by; null if it names none. */
export function agentIn(name: string, attributes: Fields): string | null {
  const named = textOf(attributes['gen_ai.agent.name']);
  if (named !== null) return named;
  const match = agentSpan.exec(name);
  if (match) return match[1] ?? match[2] ?? null;
  const kind = [
    attributes['openinference.span.kind'],
    attributes['traceloop.span.kind'],
    attributes['langfuse.observation.type'],
  ].some((value) => textOf(value)?.toLowerCase() === 'agent');
  if (!kind) return null;
  const own = textOf(attributes['agent.name']) ?? textOf(attributes['traceloop.entity.name']);
  // BeeAI numbers its spans: the number after the name is not another agent.
  return own ?? textOf(name.replace(/-\d+$/, ''));
}

/** Reason why a span that is not a model call is left out of the sessions. */
export function reasonOf(name: string, attributes: Fields): string {
  const operation = textOf(attributes['gen_ai.operation.name']);
  if (operation === 'execute_tool' || attributes['openinference.span.kind'] === 'TOOL') {
    return 'tool span';
  }
  const totals = Object.keys(attributes).some((key) =>
    /^(?:gen_ai\.usage|ai\.usage|llm\.token_count)\./.test(key),
  );
  if (totals) return 'repeats the totals of its model calls';
  return agentIn(name, attributes) === null ? 'not a model call' : 'agent span';
}
