import type { Json, Tool } from '@/lib/engine/session/schema';

const property = (type: string, description: string): Json => ({ type, description });

/** A tool definition whose parameters are `name: [type, description]`; the first is required. */
export function tool(
  name: string,
  description: string,
  parameters: Readonly<Record<string, readonly [string, string]>>,
): Tool {
  const entries = Object.entries(parameters);
  return {
    name,
    description,
    schema: {
      type: 'object',
      properties: Object.fromEntries(
        entries.map(([key, [type, text]]) => [key, property(type, text)]),
      ),
      required: entries.slice(0, 1).map(([key]) => key),
    },
  };
}

export const kubectlTools: readonly Tool[] = [
  tool('kubectl_get', 'List resources of a kind, as a table or as JSON.', {
    kind: ['string', 'Resource kind: pods, deployments, services, nodes, events'],
    namespace: ['string', 'Namespace; all namespaces when left out'],
    selector: ['string', 'Label selector'],
  }),
  tool('kubectl_describe', 'Return one resource with status, conditions and containers.', {
    name: ['string', 'kind/name'],
    namespace: ['string', 'Namespace of the resource'],
  }),
  tool('kubectl_logs', 'Return the newest log lines of a pod or of all pods of a deployment.', {
    name: ['string', 'pod/name or deployment/name'],
    tail: ['integer', 'How many lines'],
    previous: ['boolean', 'Read the container that was restarted'],
  }),
  tool('kubectl_top', 'Return CPU and memory use of pods or nodes.', {
    kind: ['string', 'pods or nodes'],
  }),
  tool(
    'kubectl_rollout',
    'Show the history of a deployment or undo a roll-out. Asks before a change.',
    {
      name: ['string', 'deployment/name'],
      action: ['string', 'history, status or undo'],
    },
  ),
];
