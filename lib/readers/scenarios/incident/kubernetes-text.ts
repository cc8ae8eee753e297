import type { Json } from '@/lib/engine/session/schema';
import type { Vocabulary, Writer } from './writer';

/** Words of a cluster that runs an online shop. */
export const kubernetesVocabulary: Vocabulary = {
  service: [
    'checkout',
    'cart',
    'catalog',
    'payments',
    'pricing',
    'inventory',
    'search',
    'ledger',
    'notifier',
    'identity',
    'gateway',
    'recommender',
    'fulfilment',
    'returns',
    'media-proxy',
  ],
  namespace: ['shop', 'shop', 'shop', 'platform', 'data', 'edge', 'observability'],
  node: ['ip-10-{0-3}-{1-9}{0-9}-{1-9}{0-9}.eu-west-1.compute.internal'],
  pod: ['{service}-{x9}-{a5}'],
  phase: [
    'Running',
    'Running',
    'Running',
    'Running',
    'CrashLoopBackOff',
    'Pending',
    'OOMKilled',
    'Completed',
  ],
  level: ['info', 'info', 'info', 'info', 'warn', 'error', 'debug'],
  route: [
    '/v1/orders',
    '/v1/orders/{10000-99999}',
    '/v1/cart/{a5}',
    '/v2/quotes',
    '/healthz',
    '/v1/stock/{100-999}',
    '/v1/refunds',
    '/internal/flush',
  ],
  status: [
    '200',
    '200',
    '200',
    '200',
    '201',
    '204',
    '304',
    '404',
    '409',
    '429',
    '499',
    '500',
    '502',
    '503',
    '504',
  ],
  cause: [
    'context deadline exceeded',
    'connection refused',
    'pool exhausted after {2-9}000 ms',
    'lock wait timeout on orders_{1-9}',
    'tls: first record does not look like a TLS handshake',
    'no healthy upstream',
    'stream reset by peer',
    'leader changed while committing offset {100000-999999}',
    'broken pipe',
    'too many open files',
    'OOM while decoding batch {1-400}',
  ],
  reason: [
    'BackOff',
    'Unhealthy',
    'FailedScheduling',
    'Pulled',
    'Killing',
    'Scheduled',
    'FailedMount',
    'NodeNotReady',
    'ScalingReplicaSet',
  ],
  detail: [
    'Readiness probe failed: HTTP probe failed with statuscode: 503',
    'Back-off restarting failed container {service} in pod {pod}',
    '0/{9-24} nodes are available: {1-8} Insufficient memory, {1-6} node(s) had untolerated taint dedicated=spot',
    'Successfully pulled image "registry.internal/{service}:{x7}" in {200-4900}ms',
    'MountVolume.SetUp failed for volume "{service}-config": configmap "{service}-{x5}" not found',
    'Scaled up replica set {service}-{x9} to {2-12} from {1-2}',
    'Stopping container {service}',
    'Node {node} status is now: NodeNotReady',
  ],
};

/** Log lines of a service, as `kubectl logs` prints them. */
export const logLines: readonly string[] = [
  '2026-03-{10-28}T{10-23}:{10-59}:{10-59}.{100-999}Z {level} {service} request id={x16} route={route} status={status} took={1-4800}ms',
  '2026-03-{10-28}T{10-23}:{10-59}:{10-59}.{100-999}Z error {service} upstream {service}.{namespace}.svc:8080: {cause}',
  '2026-03-{10-28}T{10-23}:{10-59}:{10-59}.{100-999}Z warn {service} retry {1-5} of 5 for {route}: {cause}',
  '2026-03-{10-28}T{10-23}:{10-59}:{10-59}.{100-999}Z info {service} consumer group={service}-{1-4} partition={0-47} lag={0-90000} offset={1000000-9999999}',
  '2026-03-{10-28}T{10-23}:{10-59}:{10-59}.{100-999}Z debug {service} gc pause={1-90}ms heap={200-1900}Mi goroutines={80-4000}',
  '2026-03-{10-28}T{10-23}:{10-59}:{10-59}.{100-999}Z info {service} trace={x32} span={x16} user=u_{10000-99999} cart={1-24} items',
];

const eventLines: readonly string[] = ['{1-59}m  {reason}  pod/{pod}  {detail}'];

const podLines: readonly string[] = [
  '{namespace}  {pod}  {0-2}/2  {phase}  {0-48} ({1-59}m ago)  {1-30}d  10.{0-3}.{0-255}.{1-254}  {node}',
];

const findings: readonly string[] = [
  '{service}: restarts began after the roll-out of {x7}; memory climbs to {400-1900}Mi within {3-40} minutes.',
  '{service}: p99 of {route} is {900-4800} ms; its pool to {service} is exhausted.',
  '{service}: readiness fails because configmap {service}-{x5} is missing in {namespace}.',
  '{service}: consumer lag on partition {0-47} is {1000-90000} and grows; one replica is Pending.',
  '{service}: no cause found yet; events show {reason} on {node}.',
];

const nextSteps: readonly string[] = [
  'Compare the limits of {service} with its actual use over {2-24} hours.',
  'Check whether {service} still retries {route} without a budget.',
  'Ask before restarting anything in {namespace}.',
  'Look at the roll-out history of {service} between revisions {10-40} and {41-60}.',
];

/** The templates with their first service, or pod, fixed. */
const of = (service: string, templates: readonly string[]): readonly string[] =>
  templates.map((template) =>
    template.replace('{pod}', `${service}-{x9}-{a5}`).replace('{service}', service),
  );

/** Texts that a Kubernetes agent reads and writes. */
export const kubernetes = {
  pods: (writer: Writer, service: string, bytes: number): string =>
    `NAMESPACE  NAME  READY  STATUS  RESTARTS  AGE  IP  NODE\n${writer.about(of(service, podLines), bytes)}`,
  logs: (writer: Writer, service: string, bytes: number): string =>
    writer.about(of(service, logLines), bytes),
  events: (writer: Writer, bytes: number): string =>
    `LAST SEEN  REASON  OBJECT  MESSAGE\n${writer.about(eventLines, bytes)}`,
  finding: (writer: Writer): string => writer.lines(findings, writer.int(1, 4)),
  summary: (writer: Writer): string =>
    [
      '## Current state',
      writer.lines(findings, 9),
      '## Key information',
      writer.lines(['Pod {pod} on {node} is {phase}.', 'Image of {service} is {x7}.'], 8),
      '## Next steps',
      writer.lines(nextSteps, 6),
    ].join('\n'),
  pod: describePod,
};

/** A pod as the API server returns it. */
function describePod(writer: Writer, service: string): Json {
  const container = (name: string): Json => ({
    name,
    image: writer.line(`registry.internal/${name}:{x7}`),
    env: Array.from({ length: writer.int(3, 9) }, () => ({
      name: writer.line('{service}_{a5}').toUpperCase().replace('-', '_'),
      value: writer.line('{service}.{namespace}.svc:{8000-9000}'),
    })),
    resources: {
      limits: { cpu: writer.line('{1-8}00m'), memory: writer.line('{2-19}00Mi') },
      requests: { cpu: writer.line('{1-4}0m'), memory: writer.line('{1-4}00Mi') },
    },
    readinessProbe: { httpGet: { path: '/healthz', port: 8080 }, periodSeconds: writer.int(3, 15) },
  });
  const condition = (type: string): Json => ({
    type,
    status: writer.chance(0.8) ? 'True' : 'False',
    lastTransitionTime: writer.line('2026-03-{10-28}T{10-23}:{10-59}:{10-59}Z'),
  });
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: {
      name: writer.line(`${service}-{x9}-{a5}`),
      namespace: writer.line('{namespace}'),
      uid: writer.line('{x8}-{x4}-{x4}-{x4}-{x12}'),
      labels: { app: service, 'pod-template-hash': writer.line('{x9}'), tier: 'backend' },
    },
    spec: {
      nodeName: writer.line('{node}'),
      containers: [container(service), container('envoy')],
      priority: writer.int(0, 1000),
    },
    status: {
      phase: writer.line('{phase}'),
      podIP: writer.line('10.{0-3}.{0-255}.{1-254}'),
      conditions: ['Initialized', 'Ready', 'ContainersReady', 'PodScheduled'].map(condition),
      containerStatuses: [
        { name: service, restartCount: writer.int(0, 48), ready: writer.chance(0.7) },
        { name: 'envoy', restartCount: writer.int(0, 3), ready: true },
      ],
    },
  };
}
