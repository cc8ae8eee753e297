import type { Session } from '@/lib/engine/session/schema';
import { kubernetes, kubernetesVocabulary } from '@/lib/readers/scenarios/incident/kubernetes-text';
import { Recorder, type ToolUse } from '@/lib/readers/scenarios/incident/recorder';
import type { Sample } from '@/lib/readers/scenarios/incident/sample';
import { kubectlTools } from './tool-definitions';
import { Writer } from '@/lib/readers/scenarios/incident/writer';

const SYSTEM = `You are the on-call agent of a Kubernetes platform team. Investigate with the kubectl tools, quote what you saw, and name the cause before you name a fix. Never change anything without being asked. Namespaces: shop (the product), platform, data, edge, observability. Answer in short paragraphs.`;

const questions: readonly string[] = [
  'Checkout is slow since the last deploy. Find out why.',
  'Now look at {service}: customers report {status} on {route}.',
  'Which pods restarted in {namespace} during the last hour, and why?',
  'Is {service} affected as well? Compare with yesterday.',
  'The pager says consumer lag on {service}. Have a look.',
  'Check the nodes that host {service}; two of them looked unhealthy.',
  'Give me the state of {namespace} before the hand-over.',
];

function uses(writer: Writer): readonly ToolUse[] {
  const service = writer.line('{service}');
  const namespace = writer.line('{namespace}');
  const options: readonly (() => ToolUse)[] = [
    () => ({
      name: 'kubectl_get',
      args: { kind: 'pods', namespace, selector: `app=${service}` },
      result: kubernetes.pods(writer, service, writer.int(1_500, 9_000)),
    }),
    () => ({
      name: 'kubectl_describe',
      args: { name: writer.line(`pod/${service}-{x9}-{a5}`), namespace },
      result: kubernetes.pod(writer, service),
    }),
    () => ({
      name: 'kubectl_logs',
      args: { name: `deployment/${service}`, tail: writer.int(1, 8) * 50 },
      result: kubernetes.logs(writer, service, writer.int(3_000, 16_000)),
    }),
    () => ({
      name: 'kubectl_get',
      args: { kind: 'events', namespace },
      result: kubernetes.events(writer, writer.int(1_500, 7_000)),
    }),
  ];
  return Array.from({ length: writer.chance(0.35) ? 2 : 1 }, () => writer.pick(options)());
}

function build(): Session {
  const writer = new Writer(67, kubernetesVocabulary);
  const recorder = new Recorder(
    {
      id: 'kubernetes-agent',
      name: 'Sample: Kubernetes agent, three compactions',
      note: 'An ADK agent with ContextGuard and a 200,000 window; its state keys are recorded, so the replay can be checked against them.',
      agent: 'Kubernetes agent (generated)',
      model: 'claude-sonnet-4-6',
      limit: 200_000,
      prefix: { system: [{ kind: 'text', text: SYSTEM }], tools: kubectlTools },
      prefixTokens: 1_960,
      density: 1.52,
      spread: 0.16,
      start: '2026-03-14T08:30:00Z',
      guardWindow: 200_000,
      summary: () => kubernetes.summary(writer),
    },
    writer,
  );
  while (recorder.steps < 236) {
    recorder.user(
      writer.line(recorder.steps === 0 ? (questions[0] ?? '') : writer.pick(questions)),
    );
    recorder.step();
    for (let calls = writer.int(4, 14); calls > 0; calls--) {
      recorder.use(uses(writer), writer.chance(0.3) ? kubernetes.finding(writer) : '');
      recorder.step();
    }
    recorder.say(kubernetes.finding(writer));
  }
  return recorder.finish();
}

/** A long investigation in a cluster, with ContextGuard's own state recorded. */
export const kubernetesAgent: Sample = { id: 'kubernetes-agent', build };
