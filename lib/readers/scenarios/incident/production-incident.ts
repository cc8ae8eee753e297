import type { Session } from '@/lib/engine/session/schema';
import { kubernetes, kubernetesVocabulary, logLines } from './kubernetes-text';
import { Recorder, type ToolUse } from './recorder';
import type { Sample } from './sample';
import { Writer } from './writer';

const SYSTEM = `You are the operations agent of the shop. You reach clusters, dashboards, the tracker and the repository through MCP servers; connect one only when you need it, because each brings its tools into every request. Investigate first and report what you saw, with names and times. Say what you could not see. Ask before you change anything.`;

/** Heuristic and provider's count of the last answered request and of the refused one. */
const LAST = { heuristic: 18_000, real: 150_000 };
const REFUSED = { heuristic: 24_000, real: 200_819, limit: 200_000 };
const STEPS = 143;

const servers: readonly (readonly [step: number, name: string, tools: number, tokens: number])[] = [
  [31, 'tracker', 34, 9_800],
  [77, 'repository', 41, 12_400],
  [118, 'feature-flags', 27, 7_300],
];

const questions: readonly string[] = [
  'Checkout answers with 503 for some customers since this morning. Find out why.',
  'Is {service} the only one, or does {service} show it too?',
  'What changed before it began? Look at tracker and repository as well.',
  'And why did no alert fire?',
  'Compare with {service} in {namespace}.',
];

function look(writer: Writer, bytes: number): ToolUse {
  const service = writer.line('{service}');
  return writer.pick<() => ToolUse>([
    () => ({
      name: 'logs_query',
      args: { query: `{app="${service}"} |= "error"`, limit: writer.int(2, 6) },
      result: kubernetes.logs(writer, service, bytes),
    }),
    () => ({
      name: 'kubectl_get',
      args: { kind: 'pods', selector: `app=${service}` },
      result: kubernetes.pods(writer, service, bytes),
    }),
    () => ({
      name: 'kubectl_events',
      args: { namespace: writer.line('{namespace}') },
      result: kubernetes.events(writer, bytes),
    }),
  ])();
}

/** A tool result that brings the request to a heuristic of exactly `target`. */
function reach(recorder: Recorder, writer: Writer, target: number, name: string): void {
  // The name and `limit` with its value count floor(bytes / 4) each; `map[result:` and `]` are 12 bytes.
  const fields = Math.floor(name.length / 4) * 2 + Math.floor('limit'.length / 4) + 1;
  const bytes = (target - recorder.heuristic - fields) * 4 - 12;
  const result = writer.exactly(logLines, bytes);
  recorder.use([{ name, args: { limit: 5000 }, result }]);
}

function build(): Session {
  const writer = new Writer(200_819, kubernetesVocabulary);
  const recorder = new Recorder(
    {
      id: 'production-incident',
      name: 'Sample: production incident, 200,819 tokens refused',
      note: 'The tool definitions are not in the recording and were not counted: 24,000 counted, 200,819 real at step 143. Last real 150,000 and 24,000 × cap 5 = 120,000 both stay below 180,000. A cap of 7.5, or a window of at most 187,500, would have fired there.',
      agent: 'Operations agent (generated)',
      model: 'claude-sonnet-4-6',
      limit: REFUSED.limit,
      prefix: { system: [{ kind: 'text', text: SYSTEM }], tools: null },
      prefixTokens: 88_400,
      density: 1.84,
      spread: 0.12,
      start: '2026-02-28T11:04:00Z',
    },
    writer,
  );
  recorder.user(questions[0] ?? '');
  recorder.step();
  while (recorder.steps < STEPS - 1) {
    const { steps } = recorder;
    const server = servers.find(([step]) => step === steps);
    if (server) {
      const [, name, tools, tokens] = server;
      const result = `connected: ${name}, ${tools} tools`;
      recorder.use([{ name: 'mcp_connect', args: { server: name }, result }]);
      recorder.hide(tokens);
    } else if (steps % 29 === 28) {
      recorder.say(kubernetes.finding(writer));
      recorder.user(writer.line(questions[Math.floor(steps / 29) + 1] ?? writer.pick(questions)));
    } else recorder.use([look(writer, writer.int(140, 520))]);
    recorder.step();
  }
  reach(recorder, writer, LAST.heuristic, 'logs_query');
  recorder.step(LAST.real);
  recorder.use([
    {
      name: 'mcp_connect',
      args: { server: 'dashboards' },
      result: 'connected: dashboards, 96 tools',
    },
  ]);
  reach(recorder, writer, REFUSED.heuristic, 'dashboards_query');
  recorder.refuse(REFUSED.real, REFUSED.limit);
  return recorder.finish();
}

/** The incident of seeds/threshold-strategy-v2.md, "token estimation blind spots". */
export const productionIncident: Sample = { id: 'production-incident', build };
