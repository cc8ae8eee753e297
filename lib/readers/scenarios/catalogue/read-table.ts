import { assert } from '@/lib/engine/base/assert';
import {
  differing,
  scenarioFamilies,
  type Difference,
  type ScenarioFamily,
  type TurnPattern,
  type TurnRule,
  type Unsourced,
} from './definition';

const HEAD = /^([^|]+) \| ([^|]+) \| (\d+) × ([\d.]+)((?:, [^|,]+)*) \| (\d+)( loop)?$/;
const TURN = /^(?:(\d+) × )?user (\d+)( numbered)?(?:; (.*))?$/;
const RULE = /^every (\d+): (.*)$/;
const FIELD = /^(user|model|calls|inline) (.*)$/;

const isFamily = (text: string): text is ScenarioFamily =>
  (scenarioFamilies as readonly string[]).includes(text);

/**
 * Scenarios written as a table, a paragraph each:
 *
 *     name | family | window × ratio, no usage, system bytes, tools tokens | compactions loop
 *       20 × user 78 numbered; model 217; calls a 3000 + b 200; every 5: inline image/png 900
 *       the words of the document
 *
 * `no usage`, `system`, `tools`, `loop`, the count of turns and all that follows `user` may be left
 * out. A line that is indented further continues the one before. Every field is what definition.ts
 * says; `none` stands for no calls. No step of these scenarios overflows.
 *
 * @throws when a scenario is not written so.
 */
export const readScenarios = (table: string): readonly Unsourced[] =>
  paragraphsOf(table).map(readScenario);

/** The lines of each paragraph, each joined with its continuation lines. */
const paragraphsOf = (table: string): readonly (readonly string[])[] =>
  table
    .trim()
    .split('\n\n')
    .map((paragraph) => paragraph.replaceAll(/\n {3,}/g, ' ').split(/\n */));

function readScenario(lines: readonly string[]): Unsourced {
  const [head = '', ...turns] = lines;
  const words = turns.pop() ?? '';
  const match = HEAD.exec(head);
  assert(match !== null && turns.length > 0, `no scenario: "${head}"`);
  const [, name = '', family = '', window, ratio, more = '', compactions, loop] = match;
  assert(isFamily(family), `no family of scenarios: "${family}"`);
  const conditions = more.split(', ');
  const sizeOf = (kind: string): number =>
    Number(conditions.find((one) => one.startsWith(kind))?.slice(kind.length) ?? 0);
  return {
    name,
    family,
    window: Number(window),
    ratio: Number(ratio),
    usage: !conditions.includes('no usage'),
    system: sizeOf('system '),
    tools: sizeOf('tools '),
    turns: turns.map(readTurn),
    words,
    expected: loop === undefined ? [Number(compactions), 0] : [Number(compactions), 0, 'loop'],
  };
}

function readTurn(line: string): TurnPattern {
  const match = TURN.exec(line);
  assert(match !== null, `no turn: "${line}"`);
  const [, repeat = '1', user, numbered, more = ''] = match;
  const rules: TurnRule[] = [];
  let pattern: TurnPattern = {
    repeat: Number(repeat),
    user: Number(user),
    numbered: numbered !== undefined,
    rules,
  };
  for (const field of more.split('; ').filter((one) => one !== '')) {
    const [, every, value = ''] = RULE.exec(field) ?? [];
    if (every === undefined) pattern = { ...pattern, ...readField(field) };
    else rules.push({ every: Number(every), ...readField(value) });
  }
  return pattern;
}

function readField(field: string): Partial<TurnPattern> {
  const [, name = '', value = ''] = FIELD.exec(field) ?? [];
  assert(name !== '', `no field of a turn: "${field}"`);
  if (name === 'user' || name === 'model') return { [name]: Number(value) };
  return { [name]: value === 'none' ? '' : value };
}

/**
 * Differences written as a table, a paragraph each: `scenario | what`, `document | vectors`, and the
 * reason; by scenario.
 *
 * @throws when a difference is not written so.
 */
export function readDifferences(table: string): Readonly<Record<string, readonly Difference[]>> {
  const found: Record<string, Difference[]> = {};
  for (const [head = '', says = '', reason = ''] of paragraphsOf(table)) {
    const [name = '', kind] = head.split(' | ');
    const [document = '', vectors = ''] = says.split(' | ');
    const what = differing.find((one) => one === kind);
    assert(what !== undefined && reason !== '', `no difference: "${head}"`);
    (found[name] ??= []).push({ what, document, vectors, reason });
  }
  return found;
}
