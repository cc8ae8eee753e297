import { ENGINE } from '@/lib/replay/engine';
import { fitNow } from './fit-rule';
import { fieldsOf, isFields, listOf, mapFields, type Fields } from './loose';
import { policyChange } from './policy-changes';

/** Engine of commit 2d38b5f, which recorded `e2e/yesterday`. */
const ENGINE_OF_YESTERDAY = 1;
const isSameEngine = (ENGINE as number) === ENGINE_OF_YESTERDAY;

/** Fields of a step that belong to the decision: nothing of them is projected up to the first divergence. */
const DECISION = new Set([
  'heuristicAfterInject',
  'realTokensLoaded',
  'lastHeuristicLoaded',
  'correction',
  'calibrated',
  'result',
  'compacted',
  'watermarkBefore',
]);

/** Fields of a step that hold its request's size and the state after it: projected from the divergence on. */
const OUTCOME = new Set([
  'attempts',
  'summarizerContents',
  'heuristicAfter',
  'realAfter',
  'overflow',
  'watermarkAfter',
  'summaryBytes',
  'requestContentsAfter',
  'countedByTest',
  'realTokensAfter',
  'lastHeuristicAfter',
]);

/** Of these, the fields that repeat the recording before the divergence, whatever the policy's rule. */
const MEASURED = new Set(['realAfter', 'overflow']);

/** Fields that a change of a policy's own rule may change besides. */
const OF_RULE = new Set(['heuristicRaw', 'buffer', 'threshold', 'window']);

/** Facts about a replay on which it depends what another engine may change of it. */
interface ReplayFacts {
  readonly policy: string;
  /** First step whose request differs from the recording, in either engine; null for none. */
  readonly divergence: number | null;
  /** Real tokens are a scenario's ratio × heuristic: nothing of them is projected. */
  readonly generated: boolean;
}

/** Facts that an answer does not state itself. */
export interface AnswerContext {
  /** Policy of rows and simulations. */
  readonly policy?: string | undefined;
  /** Names of the values of rows that are lists. */
  readonly stepFields?: readonly string[] | undefined;
}

/**
 * The rule by which a recording of engine {@link ENGINE_OF_YESTERDAY} is compared with what today's
 * {@link ENGINE} answers. Two engines agree on everything but what they project; so the first step at
 * which a replayed value may differ is
 *
 * - none (`Infinity`) with the same engine, under the policy `recorded`, in a replay that never
 *   diverges, and in a generated session, whose real tokens are a ratio of the heuristic: all exact;
 * - the divergence in every other replay: rows before it are exact, in its own row the decision is,
 *   and so is, in all rows, what the recording and the settings say;
 * - in a generated session the divergence too, where a policy takes part whose compactions leave
 *   something else since (`POLICY_CHANGES`);
 * - `decides: true`, besides, where a policy's own rule changed: its decisions may differ at any step,
 *   recorded values may not.
 *
 * {@link asProjectedNow} applies it to answers, rows and reports; nothing else is excused.
 */
export function projectedFrom({ policy, divergence, generated }: ReplayFacts): {
  readonly from: number;
  readonly decides: boolean;
} {
  const exact = { from: Infinity, decides: false };
  if (isSameEngine || policy === 'recorded') return exact;
  const change = policyChange(policy);
  const { decides } = change ?? exact;
  if (divergence === null || (generated && change === null)) return { ...exact, decides };
  return { from: divergence, decides };
}

type Rule = ReturnType<typeof projectedFrom>;

function mayDiffer(field: string, step: number, { from, decides }: Rule): boolean {
  if (field === 'realKind') return decides && step >= from;
  if (MEASURED.has(field)) return step >= from;
  if (OUTCOME.has(field)) return decides || step >= from;
  if (DECISION.has(field)) return decides || step > from;
  return OF_RULE.has(field) && decides;
}

/** The earlier of two divergences; null for none. */
function earlier(before: unknown, now: unknown): number | null {
  const known = [before, now].filter((step) => typeof step === 'number');
  return known.length === 0 ? null : Math.min(...known);
}

/**
 * A recorded value with today's in place of those that {@link projectedFrom} lets differ. It keeps the
 * shape of the recording: missing rows and fields stay missing, so that `losses` finds them.
 */
export function asProjectedNow(
  before: unknown,
  now: unknown,
  context: AnswerContext = {},
): unknown {
  if (isSameEngine) return before;
  if (Array.isArray(before)) {
    return before.map((item: unknown, i) => asProjectedNow(item, listOf(now)[i], context));
  }
  if (!isFields(before)) return before;
  const is = fieldsOf(now);
  if ('divergence' in before && 'totals' in before) return replayNow(before, is, context);
  if ('config' in before && 'turns' in before) return simulationNow(before, is, context);
  if ('overflowSteps' in before && 'sparkline' in before) return sessionRowNow(before, is);
  if ('judged' in before && 'whole' in before) return fidelityNow(before, is);
  if ('fitted' in before && 'agent' in before) return fitNow(before, is);
  if (Array.isArray(before['settings'])) return withDefaultsNow(before);
  const { stepFields = context.stepFields } = before as AnswerContext;
  return mapFields(before, (value, key) =>
    asProjectedNow(value, is[key], { ...context, stepFields }),
  );
}

/** A policy's description with the defaults that changed since. */
function withDefaultsNow(policy: Fields): Fields {
  const changed = policyChange(String(policy['id']))?.defaults ?? {};
  const settings = listOf(policy['settings']).map((item) => {
    const setting = fieldsOf(item);
    const change = changed[String(setting['key'])];
    return change && setting['default'] === change.was ? { ...setting, default: change.is } : item;
  });
  return { ...policy, settings };
}

/** Settings of an answer; a default that changed since may have its new value. */
function settingsNow(policy: unknown, before: unknown, now: unknown): unknown {
  const changed = policyChange(String(policy))?.defaults ?? {};
  return mapFields(fieldsOf(before), (value, key) => {
    const change = changed[key];
    const is = fieldsOf(now)[key];
    return change && value === change.was && is === change.is ? is : value;
  });
}

function replayNow(before: Fields, now: Fields, context: AnswerContext): Fields {
  const named = before['policy'] ?? context.policy;
  const policy = typeof named === 'string' ? named : '';
  const divergence = earlier(before['divergence'], now['divergence']);
  const steps = listOf(now['steps']);
  const generated = rowValue(steps[0], 'realKind', context) === 'generated';
  const rule = projectedFrom({ policy, divergence, generated });
  const { from, decides } = rule;
  const later = (item: unknown): boolean => decides || Number(fieldsOf(item)['step']) > from;
  const own: Record<string, (value: unknown, is: unknown) => unknown> = {
    settings: (value, is) => settingsNow(policy, value, is),
    divergence: (value, is) => (decides ? is : value),
    totals: (value, is) => (isFinite(from) || decides ? totalsNow(value, is) : value),
    events: (value, is) => upTo(value, is, later),
    kept: (value, is) => upTo(value, is, later),
    elisions: (value, is) => upTo(value, is, later),
    faults: (value, is) => faultsNow(value, is, from),
    fidelity: (value, is) => asProjectedNow(value, is, context),
    steps: (value) => rowsNow(listOf(value), steps, rule, context),
  };
  return mapFields(before, (value, key) => {
    const other = own[key];
    return other ? other(value, now[key]) : value;
  });
}

/** Counts over a replay; its number of steps is the recording's. */
const totalsNow = (before: unknown, now: unknown): Fields =>
  mapFields(fieldsOf(before), (value, key) =>
    key !== 'steps' && typeof fieldsOf(now)[key] === 'number' ? fieldsOf(now)[key] : value,
  );

/** The recorded items up to the divergence, today's after it. */
function upTo(before: unknown, now: unknown, later: (item: unknown) => boolean): unknown {
  const kept = listOf(before).filter((item) => !later(item));
  return [...kept, ...listOf(now).filter(later)];
}

/** Faults of a replay: the step at which one takes effect is projected behind the divergence. */
function faultsNow(before: unknown, now: unknown, from: number): unknown {
  const isLater = (step: unknown): boolean => step === null || Number(step) > from;
  return listOf(before).map((item, i) => {
    const [was, is] = [fieldsOf(item), fieldsOf(listOf(now)[i])];
    const free = isFinite(from) && isLater(was['step']) && isLater(is['step']);
    return free ? { ...was, step: is['step'] } : was;
  });
}

const rowValue = (row: unknown, field: string, { stepFields = [] }: AnswerContext): unknown =>
  Array.isArray(row)
    ? (row as readonly unknown[])[stepFields.indexOf(field)]
    : fieldsOf(row)[field];

/** Rows of a replay, each a list in the order of `stepFields` or named values. */
function rowsNow(
  before: readonly unknown[],
  now: readonly unknown[],
  rule: Rule,
  context: AnswerContext,
): readonly unknown[] {
  return before.map((row, step) => {
    // A step without usage is projected in every replay, that of the recording included.
    const projected = rowValue(row, 'realKind', context) === 'projected';
    const value = (recorded: unknown, field: string): unknown => {
      const is = rowValue(now[step], field, context);
      const differs = mayDiffer(field, step, rule) || (projected && MEASURED.has(field));
      return is !== undefined && differs ? is : recorded;
    };
    return Array.isArray(row)
      ? row.map((recorded: unknown, i) => value(recorded, context.stepFields?.[i] ?? ''))
      : mapFields(row, value);
  });
}

/**
 * Rows of a CSV file. They do not state the divergence: it is within the last run of projected rows,
 * or at the first compaction of a generated session.
 */
export function recordsNow(
  before: readonly Fields[],
  now: readonly Fields[],
  policy: string,
): unknown {
  const generated = before[0]?.['realKind'] === 'generated';
  const measured = before.findLastIndex(({ realKind }) => realKind !== 'projected');
  const first = generated
    ? before.findIndex(({ compacted }) => compacted === 'true')
    : measured + 1;
  const divergence = first >= 0 && first < before.length ? first : null;
  return rowsNow(before, now, projectedFrom({ policy, divergence, generated }), {});
}

/** A simulated session; with a ratio for each category the requests after a compaction are projected. */
function simulationNow(before: Fields, now: Fields, context: AnswerContext): Fields {
  const rows = listOf(before['steps']);
  const first = rows.findIndex((row) => rowValue(row, 'compacted', context) === true);
  const rule = projectedFrom({
    policy: context.policy ?? '',
    divergence: first < 0 ? null : first,
    generated: fieldsOf(before['config'])['tokenRatios'] === undefined,
  });
  const totals = isFinite(rule.from)
    ? totalsNow(before['totals'], now['totals'])
    : before['totals'];
  return { ...before, totals, steps: rowsNow(rows, listOf(now['steps']), rule, context) };
}

/** A row of the library: its counts are those of a replay by the default policy. */
function sessionRowNow(before: Fields, now: Fields): Fields {
  const compacts = (row: Fields): boolean => Number(row['compactions']) > 0;
  if (before['generated'] === true || !compacts(before) || !compacts(now)) return before;
  return { ...before, compactions: now['compactions'], overflowSteps: now['overflowSteps'] };
}

/**
 * A report of the agent's own policy. Recorded compactions are judged by recorded counts; the replay of
 * the whole recording is projected from its first compaction on.
 */
function fidelityNow(before: Fields, now: Fields): Fields {
  const { policy, whole, compactions } = before;
  const settings = settingsNow(policy, before['settings'], now['settings']);
  const [was, is] = [fieldsOf(whole), fieldsOf(now['whole'])];
  const [first] = listOf(was['steps']);
  const wholeNow =
    first === undefined
      ? was
      : { ...was, steps: [first, ...listOf(is['steps']).slice(1)], same: is['same'] };
  if (policyChange(String(policy))?.decides !== true)
    return { ...before, settings, whole: wholeNow };
  const judged = listOf(compactions).map((item, i) => {
    const { step, trigger, preTokens } = fieldsOf(item);
    return { ...fieldsOf(listOf(now['compactions'])[i]), step, trigger, preTokens };
  });
  const { reproduced, extras, fitted } = now;
  return { ...before, settings, whole: is, compactions: judged, reproduced, extras, fitted };
}
