import type { ScenarioPlan } from '@/lib/readers/scenarios/plan';
import { policyOrDefault } from '@/lib/policies/registry';

/** A value of the form: a plan's own, or one of its `usage` and `ratios` by path. */
type FieldPath =
  | keyof ScenarioPlan
  | `usage.${keyof ScenarioPlan['usage']}`
  | `ratios.${keyof ScenarioPlan['ratios']}`;

/** One row of the form. */
export interface PlanField {
  readonly path: FieldPath;
  readonly label: string;
  readonly hint?: string;
  readonly kind: 'number' | 'check' | 'choice' | 'text';
  /** Range of a number; `step` is the change by ↑ and ↓. */
  readonly unit?: string;
  readonly step?: number;
  readonly whole?: boolean;
  /** Values of a choice and their names. */
  readonly options?: readonly (readonly [value: string, text: string])[];
  /** False if the plan does not use it. */
  readonly applies?: (plan: ScenarioPlan) => boolean;
}

/** A column of numbers in a list; `label` is the field's name in full. */
interface PartColumn {
  readonly key: string;
  readonly head: string;
  readonly label: string;
  readonly step: number;
}

/** One item of a list: its name under the list's `nameKey`, and a number for each column. */
export type Part = Readonly<Record<string, string | number>>;

/** A list of the plan whose items have a name and a few numbers each. */
export interface PlanList {
  readonly path: 'tools' | 'inline';
  readonly noun: string;
  readonly nameKey: string;
  readonly nameHead: string;
  readonly add: string;
  readonly most: number;
  readonly columns: readonly PartColumn[];
  /** The item to add to a list of so many. */
  readonly fresh: (count: number) => Part;
}

/** A heading, with a list or without one, and the rows below. */
export interface PlanSection {
  readonly title: string;
  readonly list?: PlanList;
  readonly fields: readonly PlanField[];
}

type FieldDetails = Omit<PlanField, 'path' | 'label' | 'kind'>;

const field =
  (kind: PlanField['kind']) =>
  (path: FieldPath, label: string, details: FieldDetails = {}): PlanField => ({
    ...{ kind, path, label },
    ...details,
  });
const number = field('number');
const check = field('check');
const choice = field('choice');
const text = field('text');

/** True if the plan's policy has a setting of this name. */
const sets =
  (name: string) =>
  (plan: ScenarioPlan): boolean =>
    name in (policyOrDefault(plan.policy).settings.parse({}) as object);

const reports = ({ usage }: ScenarioPlan): boolean => usage.on;

/** Window and limits of the compaction. */
export const windowSection: PlanSection = {
  title: 'Window',
  fields: [
    number('window', 'Context window', {
      hint: "The provider's limit, and the policy's window.",
      unit: 'tokens',
      step: 1_000,
    }),
    number('maxTokens', 'WithMaxTokens', {
      hint: "The policy's window if it differs; 0: not set.",
      unit: 'tokens',
      step: 1_000,
    }),
    number('maxTurns', 'Sliding window', {
      hint: 'It fires above so many entries since the last compaction.',
      unit: 'entries',
      applies: sets('maxTurns'),
    }),
    number('attempts', 'Compaction attempts', { applies: sets('attempts') }),
    check('quoteRequest', 'Continuation quotes the request', { applies: sets('quoteRequest') }),
  ],
};

const toolList: PlanList = {
  ...{ path: 'tools', noun: 'tool', add: 'Add a tool', most: 50 },
  ...{ nameKey: 'name', nameHead: 'Name' },
  columns: [
    { key: 'bytes', head: 'Bytes', label: 'Bytes of the answer', step: 500 },
    { key: 'times', head: 'Calls', label: 'Calls a turn', step: 1 },
    { key: 'every', head: 'Every', label: 'Every k-th turn', step: 1 },
  ],
  fresh: (count) => ({ name: `tool_${count + 1}`, bytes: 4_000, times: 1, every: 1 }),
};

const inlineList: PlanList = {
  ...{ path: 'inline', noun: 'attachment' },
  ...{ add: 'Add data', most: 20, nameKey: 'mimeType', nameHead: 'Type' },
  columns: [
    { key: 'bytes', head: 'Bytes', label: 'Bytes', step: 10_000 },
    { key: 'every', head: 'Every', label: 'Every k-th turn', step: 1 },
  ],
  fresh: () => ({ mimeType: 'image/png', bytes: 60_000, every: 5 }),
};

/** A turn's shape; replaced by the turns of an imported file. */
export const turnSections: readonly PlanSection[] = [
  {
    title: 'Conversation',
    fields: [
      number('turns', 'Turns', { step: 10 }),
      number('userBytes', 'User message', { unit: 'bytes', step: 100 }),
      number('modelBytes', 'Model answer', { unit: 'bytes', step: 100 }),
    ],
  },
  {
    title: 'Tools of a turn',
    list: toolList,
    fields: [
      check('sequential', 'Calls one after the other', {
        hint: 'Sequential: a request after each answer. Otherwise all calls of a turn are made at once.',
      }),
    ],
  },
  { title: 'Inline data of a user message', list: inlineList, fields: [] },
];

const ratioOf = (category: keyof ScenarioPlan['ratios'], label: string): PlanField =>
  number(`ratios.${category}`, label, {
    ...{ unit: '×', step: 0.1, whole: false },
    applies: ({ ratioBy }) => ratioBy === 'category',
  });

/** Ratio, usage, prefix and summaries. */
export const conditionSections: readonly PlanSection[] = [
  {
    title: 'True ratio: real tokens per heuristic token',
    fields: [
      choice('ratioBy', 'Ratio', {
        hint: 'One for the whole request as sent, or one per category: real tokens of the whole log, from whose growth the rest is projected.',
        options: [
          ['request', 'one for all'],
          ['category', 'one per category'],
        ],
      }),
      number('ratio', 'Real / heuristic', {
        ...{ unit: '×', step: 0.1, whole: false },
        applies: ({ ratioBy }) => ratioBy === 'request',
      }),
      ratioOf('text', 'Text'),
      ratioOf('call', 'Tool calls'),
      ratioOf('response', 'Tool answers'),
      ratioOf('inline', 'Inline data'),
      ratioOf('prefix', 'Prefix'),
    ],
  },
  {
    title: 'Usage',
    fields: [
      check('usage.on', 'The provider reports usage'),
      number('usage.from', 'From turn', {
        hint: 'The first turn that reports; turns count from 0.',
        applies: reports,
      }),
      number('usage.until', 'Stops at turn', {
        hint: 'The first turn that no longer reports; 0 for none.',
        applies: reports,
      }),
      number('usage.every', 'Every k-th step', {
        hint: 'k; 1 for every step, 3 for the third, the sixth and so on.',
        applies: reports,
      }),
    ],
  },
  {
    title: 'Prefix',
    fields: [
      number('systemBytes', 'System prompt', { unit: 'bytes', step: 500 }),
      number('toolTokens', 'Tool definitions', {
        hint: 'Heuristic tokens: bytes / 4 of names, descriptions and schemas.',
        unit: 'tokens',
        step: 500,
      }),
    ],
  },
  {
    title: 'Summariser',
    fields: [
      choice('summary', 'Answers with', {
        options: [
          ['bytes', 'a fixed size'],
          ['policy', 'as much as it may'],
          ['fail', 'an error'],
          ['empty', 'nothing'],
          ['script', 'these, in order'],
        ],
      }),
      number('summaryBytes', 'Summary', {
        unit: 'bytes',
        step: 500,
        applies: ({ summary }) => summary === 'bytes',
      }),
      text('summaryScript', 'Calls, in order', {
        hint: 'Sizes in bytes, fail or empty, separated by commas; the last repeats.',
        applies: ({ summary }) => summary === 'script',
      }),
    ],
  },
];

/** The value at a path. */
export function valueAt(plan: ScenarioPlan, path: FieldPath): unknown {
  const [name = '', part] = path.split('.');
  const value: unknown = Object.entries(plan).find(([key]) => key === name)?.[1];
  return part === undefined ? value : (value as Readonly<Record<string, unknown>>)[part];
}

/** The change that puts a value at a path. */
export function changeAt(
  plan: ScenarioPlan,
  path: FieldPath,
  value: string | number | boolean,
): Partial<ScenarioPlan> {
  const [name = '', part] = path.split('.');
  if (part === undefined) return { [name]: value };
  return { [name]: { ...plan[name as 'usage' | 'ratios'], [part]: value } };
}
