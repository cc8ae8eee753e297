import { projectedFrom } from './engine-rule';
import { fieldsOf, listOf, mapFields, saidDivergence, type Fields } from './loose';
import { policyChange } from './policy-changes';

/** Operands of a step's ledger that its own compaction leaves: projected at the divergence already. */
const OUTCOME =
  /^(heuristic-sent|summary|real|(real|heuristic|watermark|summary)-after|watermark|given)$/;

/** Operands, cells and event marks that no engine may change. */
const FIXED = /^(recorded|threshold|step|time|event-recorded.*|event-elision)$/;

/** A text without its numbers, marks and units of bytes. */
const words = (text: string): string =>
  text.replace(/~?[+−-]?\d[\d,]*(\.\d+)?/g, '#').replace(/\b[kM]?B\b/g, 'B');

/** Today's value where only numbers differ from the recorded one; the recorded one elsewhere. */
function numbersNow(before: unknown, now: unknown): unknown {
  if (typeof before === 'number' && typeof now === 'number') return now;
  return typeof before === 'string' && typeof now === 'string' && words(before) === words(now)
    ? now
    : before;
}

/**
 * What a workbench page showed, with today's numbers in place of those that {@link projectedFrom} lets
 * differ at the selected step: behind the divergence all but the recording's and the settings', in its
 * own row what the compaction leaves. Names, marks and words stay as they were recorded.
 */
export function benchNow(before: Fields, now: Fields, verdict: string): Fields {
  const policy = String(listOf(before['policy'])[0]);
  const divergence = saidDivergence(verdict);
  const { from, decides } = projectedFrom({ policy, divergence, generated: false });
  const selected = Number(fieldsOf(before['row'])['step'] ?? stepOf(before) ?? Infinity);
  const later = decides || selected > from;
  const mayDiffer = (key: string): boolean =>
    (decides && key === 'threshold') ||
    (!FIXED.test(key) && (later || (selected === from && OUTCOME.test(key))));
  const named = (value: unknown, is: unknown): Fields =>
    mapFields(value, (one, key) => (mayDiffer(key) ? numbersNow(one, fieldsOf(is)[key]) : one));
  const listed = (value: unknown, is: unknown, free: boolean): readonly unknown[] =>
    listOf(value).map((one, i) => (free ? numbersNow(one, listOf(is)[i]) : one));
  const diverges = decides || from < Infinity;
  const changed = policyChange(policy)?.defaults ?? {};
  return {
    ...before,
    // A changed rule has another name for its default, and opens its own recordings' window.
    policy: decides ? [policy, ...listOf(now['policy']).slice(1)] : before['policy'],
    handles: decides ? numbersOfNow(before['handles'], now['handles']) : before['handles'],
    operands: named(before['operands'], now['operands']),
    row: before['row'] === null ? null : named(before['row'], now['row']),
    flips: listed(before['flips'], now['flips'], later),
    request: listed(before['request'], now['request'], later || selected === from),
    totals: listed(before['totals'], now['totals'], diverges),
    marks: mapFields(before['marks'], (count, key) =>
      diverges && !FIXED.test(key) ? numbersNow(count, fieldsOf(now['marks'])[key]) : count,
    ),
    settings: mapFields(before['settings'], (value, key) => {
      const is = fieldsOf(now['settings'])[key];
      const change = changed[key];
      if (decides && key === 'window') return numbersNow(value, is);
      return change && value === String(change.was) && is === String(change.is) ? is : value;
    }),
  };
}

/** Today's numbers under the recorded names. */
const numbersOfNow = (before: unknown, now: unknown): Fields =>
  mapFields(fieldsOf(before), (value, key) => numbersNow(value, fieldsOf(now)[key]));

/** The selected step as the link names it. */
function stepOf(page: Fields): string | undefined {
  return /(?:^|&)step=(\d+)/.exec(String(page['search']))?.[1];
}

type Table = readonly (readonly string[])[];

/**
 * The tables of the reconciliation page with what was recorded: of a request its sum was, its parts
 * (prefix, entries, hidden) are sized by the projection, and so is the prefix derived from them.
 */
export function recordedTables(tables: readonly Table[]): readonly Table[] {
  const last = tables.length - 1;
  return tables.map((table, i) => {
    if (i === 0) return table.map(([step = '', ...cells]) => [step, ...cells.slice(-3)]);
    return i === last ? table.filter((_, row) => row !== 1) : table;
  });
}

/** Steps of the reconciliation page whose parts do not add up to their sum. */
export const wrongSums = ([sums = []]: readonly Table[]): Table =>
  sums.slice(1).filter((row) => {
    const numbers = row.map((cell) => Number(cell.replaceAll(',', '').replace('−', '-')));
    const [total = NaN] = numbers.slice(-3);
    return numbers.slice(1, -3).reduce((sum, part) => sum + part, 0) !== total;
  });
