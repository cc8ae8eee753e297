/**
 * Hermes Agent's two layers: NousResearch/hermes-agent, website/docs/developer-guide/context-compression-and-caching.md at
 * 042431a7 (2026), which describes gateway/run_turn.py and agent/context_compressor.py.
 *
 * Before a turn the gateway compares prompt and response of the last usage and chars ÷ 4 of what came since (without usage:
 * chars ÷ 4 of all) with 0.85 of the window; in the loop the agent compares the same with 0.5 of it, 0.75 below 512,000
 * tokens, 256,000 at most. Where one is reached, results outside of the newest messages become a placeholder, and what stands
 * between the first exchange and the newest messages becomes one summary, without a call and its result parted. Newest are
 * 2.5 % of the window, between 10,000 and 25,000 tokens and never above a fifth of it, eight messages at least.
 *
 * Where its user asks for it (`idle_compact_after_seconds`, 0 by default), a turn that begins so long after the last request
 * compresses at once, because the provider has forgotten its cache and reads the whole again anyway; not at or below a fifth of
 * the loop's threshold.
 *
 * From the document, not run. Not modelled: the messages of the user that a lean summary quotes, its index of names, and stubs
 * of old results among the newest; results of at most 200 chars, which stay; the wait for usage after a compression (the first
 * request waits); cooldowns after failures and the mechanical summary at their end; compression on the server, and the
 * raised threshold of one sign-in.
 */
import { formatInteger } from '@/lib/engine/base/format';
import { heuristicForm } from '@/lib/engine/policy/decision';
import {
  firstTrigger,
  type Mechanism,
  type PipelineRequest,
} from '@/lib/engine/policy/pipeline/mechanism';
import { pipeline } from '@/lib/engine/policy/pipeline/pipeline-run';
import { definePolicy, formOf } from '@/lib/engine/policy/policy';
import { promptOf } from '@/lib/engine/policy/summariser';
import { referenceEstimator } from '@/lib/engine/tokens/estimator';
import {
  gatewayThreshold,
  hermesSettings,
  idleThreshold,
  loopThreshold,
  summaryTokens,
  tailTokens,
  type HermesSettings,
} from './settings';

/** Bytes of "[Old tool output cleared to save context space]", and fewest messages that the gateway compresses. */
const CLEARED = 47;
const FEWEST = 4;

const tail = (request: PipelineRequest, settings: HermesSettings): number =>
  request.newest(tailTokens(settings), settings.tailRows);

/** Before a turn, by whatever count there is. */
const before = ({ beginsTurn, entries }: PipelineRequest): boolean =>
  beginsTurn && entries >= FEWEST;
/** A turn that begins so long after the request before that its user wants it compressed. */
const afterIdle = ({ beginsTurn, idle }: PipelineRequest, { idleAfter }: HermesSettings): boolean =>
  beginsTurn && idle >= idleAfter * 1_000;
/** Not before the provider has counted anything. */
const inLoop = ({ step }: PipelineRequest): boolean => step > 0;

const summarises = {
  does: 'summarises',
  keeps: tail,
  head: (_request: PipelineRequest, { head }: HermesSettings) => head,
  cap: summaryTokens,
} as const;

const mechanisms: readonly Mechanism<HermesSettings>[] = [
  {
    name: 'Old results',
    does: 'clears',
    trigger: (settings) =>
      Math.min(loopThreshold(settings), gatewayThreshold(settings), idleThreshold(settings)),
    when: (request, settings) =>
      (afterIdle(request, settings) && request.value >= idleThreshold(settings)) ||
      (inLoop(request) && request.value >= loopThreshold(settings)) ||
      (before(request) && request.value >= gatewayThreshold(settings)),
    keeps: tail,
    leaves: () => CLEARED,
  },
  { name: 'Idle', trigger: idleThreshold, when: afterIdle, ...summarises },
  { name: 'Gateway', trigger: gatewayThreshold, when: before, ...summarises },
  { name: 'Loop', trigger: loopThreshold, when: inLoop, ...summarises },
];

/** Hermes Agent, its gateway and its loop. */
export const hermes = definePolicy({
  id: 'hermes',
  label: 'Hermes Agent',
  provenance: {
    system: 'Hermes Agent',
    repository: 'github.com/NousResearch/hermes-agent',
    path: 'website/docs/developer-guide/context-compression-and-caching.md',
    version: '042431a7 (2026)',
    basis: 'documented',
  },
  decision: {
    relation: '>=',
    unit: 'tokens',
    thresholdRule:
      'threshold = min(max(share, 0.75 below 512,000) × window, thresholdTokens, gatewayShare × window)',
    threshold: (settings) => firstTrigger(mechanisms, settings, 0),
    thresholdFormula: (settings) =>
      `the lower of ${formatInteger(loopThreshold(settings))} in the loop${settings.gateway ? ` and ${formatInteger(gatewayThreshold(settings))} before a turn` : ''}${settings.idleAfter > 0 ? `; ${formatInteger(idleThreshold(settings))} after ${formatInteger(settings.idleAfter)} idle seconds` : ''}`,
    path: () => ['window', 'share', 'thresholdTokens', 'gatewayShare'],
    value: [heuristicForm],
    count: 'prompt + response of the last usage + chars ÷ 4 of what came since',
    lastReal: 'Last prompt + output',
  },
  traits: { keepsTail: true, summariserCache: 'unshared' },
  mechanisms,
  summariser: promptOf({
    source: 'context-compression-and-caching.md, phase 3',
    sections: [
      'Goal',
      'Constraints & Preferences',
      'Progress',
      'Key Decisions',
      'Relevant Files',
      'Next Steps',
      'Critical Context',
    ],
  }),
  settings: hermesSettings,
  presets: [
    { id: 'reference', label: 'Behind its gateway', settings: {} },
    {
      id: 'idle',
      label: 'Compresses when the cache has expired: after 300 idle seconds',
      settings: { idleAfter: 300 },
    },
    { id: 'alone', label: 'On a command line', settings: { gateway: false } },
  ],
  form: formOf(referenceEstimator),
  begin: pipeline({
    value: ({ total, since, heuristic }) => (total > 0 ? total + since : heuristic),
    mechanisms,
  }),
});
