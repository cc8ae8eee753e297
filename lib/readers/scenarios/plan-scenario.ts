/** Conversion between the builder's plan and a scenario. */
import type * as z from 'zod';
import { utf8Length } from '@/lib/engine/base/utf8';
import { newPlan, type ScenarioPlan } from './plan';
import {
  scenarioConfigSchema,
  scenarioTurnSchema,
  type Scenario,
  type ScenarioConfig,
  type ScenarioSession,
  type ScenarioTurn,
} from './schema';
import { policyOfScenario, scriptOf, type ScriptedCall } from './simulate';

const SLIDING = 'contextguard-sliding-window';

/** The scenario of a plan: one session, every turn written out. */
export function planScenario(plan: ScenarioPlan): Scenario {
  return { name: plan.name, sessions: [planSession(plan)] };
}

/** The session of {@link planScenario}; turns of one shape are one object. */
export function planSession(plan: ScenarioPlan): ScenarioSession {
  const config = scenarioConfigSchema.parse(configOf(plan));
  return { config, turns: plan.fixed.length > 0 ? [...plan.fixed] : shapedTurns(plan) };
}

function shapedTurns(plan: ScenarioPlan): ScenarioTurn[] {
  const shapes = new Map<string, ScenarioTurn>();
  const rows = [...plan.tools, ...plan.inline];
  return Array.from({ length: plan.turns }, (_, index) => {
    const key = rows.map(({ every }) => (index % every === 0 ? 1 : 0)).join('');
    const turn = shapes.get(key) ?? scenarioTurnSchema.parse(turnOf(plan, index));
    shapes.set(key, turn);
    return turn;
  });
}

function turnOf(plan: ScenarioPlan, index: number): z.input<typeof scenarioTurnSchema> {
  const due = ({ every }: { readonly every: number }): boolean => index % every === 0;
  const toolCalls = plan.tools.filter(due).flatMap(({ name, bytes, times }) => {
    const call = { name, responseBytes: bytes };
    return Array.from({ length: times }, () => call);
  });
  const inlineData = plan.inline.filter(due).map(({ mimeType, bytes }) => ({ mimeType, bytes }));
  return {
    user: { bytes: plan.userBytes },
    modelBytes: plan.modelBytes,
    toolCalls,
    sequential: plan.sequential && toolCalls.length > 0,
    inlineData,
  };
}

function configOf(plan: ScenarioPlan): z.input<typeof scenarioConfigSchema> {
  const { on, from, until, every } = plan.usage;
  const usage = {
    ...(from > 0 ? { fromTurn: from } : {}),
    ...(until > 0 ? { untilTurn: until } : {}),
    ...(every > 1 ? { everyStep: every } : {}),
  };
  const summarizer = summarizerOf(plan);
  const sliding = plan.policy.startsWith(SLIDING);
  return {
    contextWindow: plan.window,
    maxTokens: plan.maxTokens,
    maxCompactionAttempts: plan.attempts,
    hasUsageMetadata: on,
    ...(on && Object.keys(usage).length > 0 ? { usage } : {}),
    tokenRatio: plan.ratio,
    ...(plan.ratioBy === 'category' ? { tokenRatios: plan.ratios } : {}),
    systemBytes: plan.systemBytes,
    toolHeuristic: plan.toolTokens,
    continuationQuotesUser: plan.quoteRequest,
    ...(sliding ? { strategy: 'sliding_window' as const, maxTurns: plan.maxTurns } : {}),
    ...(summarizer === undefined ? {} : { summarizer }),
  };
}

function summarizerOf(plan: ScenarioPlan): ScenarioConfig['summarizer'] {
  switch (plan.summary) {
    case 'policy':
      return undefined;
    case 'bytes':
      return { bytes: plan.summaryBytes };
    case 'fail':
      return { fail: true };
    case 'empty':
      return { empty: true };
    case 'script':
      return { script: plan.summaryScript.split(',').map((word) => callOf(word.trim())) };
  }
}

function callOf(word: string): ScriptedCall {
  if (word === 'fail') return { fail: true };
  return word === 'empty' ? { empty: true } : { bytes: Number(word) };
}

/**
 * A plan with a session's turns unchanged: it gives the same numbers. A system prompt given as text
 * becomes its size.
 */
export function planOfSession(name: string, { config, turns }: ScenarioSession): ScenarioPlan {
  const { fromTurn = 0, untilTurn, everyStep = 1 } = config.usage ?? {};
  const on = config.hasUsageMetadata && untilTurn !== 0;
  return {
    ...newPlan,
    ...summaryOf(config),
    name: name.trim() === '' ? newPlan.name : name.trim().slice(0, 120),
    policy: policyOfScenario(config),
    window: config.contextWindow,
    maxTokens: Math.max(0, config.maxTokens),
    attempts: config.maxCompactionAttempts,
    quoteRequest: config.continuationQuotesUser,
    maxTurns: config.maxTurns ?? newPlan.maxTurns,
    systemBytes: systemBytes(config),
    toolTokens: config.toolHeuristic,
    turns: turns.length,
    ratioBy: config.tokenRatios ? 'category' : 'request',
    ratio: config.tokenRatio,
    ratios: config.tokenRatios ?? newPlan.ratios,
    usage: { on, from: fromTurn, until: untilTurn ?? 0, every: everyStep },
    fixed: turns satisfies readonly ScenarioTurn[],
  };
}

function systemBytes({ system, systemHeuristic, systemBytes: bytes }: ScenarioConfig): number {
  if (system !== undefined) return utf8Length(system);
  const floored = Math.floor(bytes / 4);
  return systemHeuristic === undefined || systemHeuristic === floored ? bytes : systemHeuristic * 4;
}

function summaryOf(config: ScenarioConfig): Pick<ScenarioPlan, 'summary'> & Partial<ScenarioPlan> {
  const calls = scriptOf(config);
  const [first] = calls;
  if (first === undefined) return { summary: 'policy' };
  if (calls.length > 1) return { summary: 'script', summaryScript: calls.map(wordOf).join(', ') };
  if ('bytes' in first) return { summary: 'bytes', summaryBytes: first.bytes };
  return { summary: 'fail' in first ? 'fail' : 'empty' };
}

const wordOf = (call: ScriptedCall): string =>
  'bytes' in call ? `${call.bytes}` : 'fail' in call ? 'fail' : 'empty';
