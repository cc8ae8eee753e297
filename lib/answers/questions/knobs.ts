import * as z from 'zod';
import {
  thresholdKnobs,
  type BoundingCount,
  type KnobCandidate,
  type ThresholdKnobs,
} from '@/lib/analysis/fit/threshold-knobs';
import type { OwnPolicy } from '@/lib/analysis/fit/own-policy';
import { counted, formatInteger } from '@/lib/engine/base/format';
import { settingFields, type Settings } from '@/lib/engine/policy/fields';
import type { Policy } from '@/lib/engine/policy/policy';
import { thresholdUnder } from '@/lib/analysis/fit/knob-range';
import { valueWithUnit } from '@/lib/engine/policy/setting-text';
import { sentence, type Block, type Column } from '../model/block';
import { coreNumbers } from '../model/core-numbers';
import { defineQuestion } from '../model/question';

/** How many an answer prints; programs get all. */
const SHOWN = 8;

const named = z.array(z.object({ label: z.string(), value: z.string() })).readonly();
const bound = coreNumbers<BoundingCount>('A recorded count, and its step').nullable();

/** A setting's name and value in the words of its policy. */
interface NamedKnob {
  readonly label: string;
  readonly value: string;
}

/** Which settings of the agent put its threshold where the recording shows it. */
export const knobs = defineQuestion({
  id: 'knobs',
  title: 'Which setting made the threshold',
  about:
    'Searches the settings that a user of the agent can set, alone and in pairs, for those that explain at which counts the recording compacted and at which it went on; says whether they are unique, and prints the line to set.',
  needs: ['siblings'],
  input: z.strictObject({}),
  output: z.object({
    agent: z.string().nullable().describe('The policy that models the agent; null for none'),
    initial: z.number().nullable().describe('The threshold without a setting of the user’s'),
    held: bound,
    fired: bound,
    lacks: z.string().nullable().describe('What the file lacks of the agent’s counts'),
    siblings: z.number().describe('Other sessions of the agent and version that were weighed too'),
    given: z
      .object({ named, threshold: z.number().nullable(), explains: z.boolean() })
      .nullable()
      .describe('The settings that were given, and whether they explain it; null for none'),
    explained: z.boolean().describe('The agent’s own settings explain all of it'),
    candidates: z
      .array(
        z.object({
          change: z.record(z.string(), z.number()),
          from: z.number().describe('The values of the last setting that explain it as well'),
          to: z.number(),
          threshold: z.number(),
          lines: z.array(z.object({ target: z.string(), code: z.string() })).readonly(),
          named,
        }),
      )
      .readonly()
      .describe('The simplest first: fewest settings, roundest values'),
  }),
  most: { candidates: SHOWN },
  *run({ opening: { own, prefixTokens, settings: opened }, run, policy, settings, siblings = [] }) {
    yield { done: 0, of: 1 };
    if (own === null) return { ...nothing, agent: null };
    const alike = siblings.filter((one) => one.own.policy === own.policy);
    const found = thresholdKnobs(run.session.profile, own, prefixTokens, alike);
    const initial = finite(found.initial);
    const given = policy === own.policy ? givenOf(own, settings, opened, found) : null;
    const candidates = found.candidates.map((one) => ({ ...one, named: namedOf(own.policy, one) }));
    return {
      ...{ ...found, initial, candidates, given },
      ...{ siblings: alike.length, agent: own.policy.label },
    };
  },
  tell(facts) {
    if (facts.agent === null) return [sentence(['No policy here models the agent.'])];
    const lead: Block = { ...sentence([leadText(facts)]), lead: true } as Block;
    return [
      lead,
      ...[givenText(facts), siblingText(facts)].flatMap((text) =>
        text === null ? [] : [sentence([text])],
      ),
      ...evidence(facts),
      ...(facts.explained ? [] : candidateBlocks(facts)),
    ];
  },
});

type Told = Omit<ThresholdKnobs, 'initial' | 'candidates'> & {
  readonly agent: string | null;
  readonly initial: number | null;
  readonly siblings: number;
  readonly given: GivenKnobs | null;
  readonly candidates: readonly (KnobCandidate & { readonly named: readonly NamedKnob[] })[];
};

const nothing: Omit<Told, 'agent'> = {
  initial: null,
  held: null,
  fired: null,
  lacks: null,
  explained: false,
  siblings: 0,
  given: null,
  candidates: [],
};

/** Settings that a user says to have set. */
interface GivenKnobs {
  readonly named: readonly NamedKnob[];
  readonly threshold: number | null;
  readonly explains: boolean;
}

const finite = (value: number): number | null => (Number.isFinite(value) ? value : null);

/** What was given beside the settings that the session opens with; null for nothing. */
function givenOf(
  { policy, assumed }: OwnPolicy,
  settings: Settings,
  opened: Settings,
  { held, fired }: ThresholdKnobs,
): GivenKnobs | null {
  const change = Object.fromEntries(
    Object.entries(settings).filter(([key, value]) => value !== opened[key]),
  );
  if (Object.keys(change).length === 0) return null;
  const observed = 'observed' in settings ? { observed: 0 } : {};
  const threshold = thresholdUnder(policy, { ...assumed, ...observed, ...change });
  const explains = threshold > (held?.tokens ?? 0) && threshold <= (fired?.tokens ?? Infinity);
  return { named: namesOf(policy, change), threshold: finite(threshold), explains };
}

/** Whether the agent went by what its user says to have set. */
function givenText({ given, held, fired, agent }: Told): string | null {
  if (given === null) return null;
  const { named, threshold, explains } = given;
  const set = `${namedText(named)} as given ${named.length > 1 ? 'make' : 'makes'} a threshold of ${threshold === null ? 'none' : formatInteger(threshold)}`;
  if (explains) return `${set}: that explains it.`;
  const went =
    held !== null && threshold !== null && held.tokens >= threshold
      ? `went on at ${formatInteger(held.tokens)}`
      : `compacted at ${formatInteger(fired?.tokens ?? 0)}`;
  return `${set}, but ${agent ?? ''} ${went}: it did not read the setting, or ignored it.`;
}

const siblingText = ({ siblings, agent }: Told): string | null =>
  siblings === 0
    ? null
    : `Weighed with ${counted(siblings, 'other session')} of the same version of ${agent ?? ''}.`;

const namedOf = (policy: Policy, { change }: KnobCandidate): readonly NamedKnob[] =>
  namesOf(policy, change);

const namesOf = (policy: Policy, change: Readonly<Record<string, unknown>>) =>
  settingFields(policy)
    .filter(({ key }) => key in change)
    .map((field): NamedKnob => ({
      label: field.label,
      value: valueWithUnit(field, change[field.key]),
    }));

const namedText = (named: readonly NamedKnob[]): string =>
  named.map(({ label, value }) => `${label} ${value}`).join(' and ');

function leadText(told: Told): string {
  const { agent, initial, held, fired, lacks, explained, candidates } = told;
  const own = initial === null ? 'none' : formatInteger(initial);
  if (held === null && fired === null && lacks === null) {
    return `No recorded count bounds the threshold; ${agent ?? ''}’s own settings give ${own}.`;
  }
  if (explained) {
    return `${agent ?? ''}’s own settings explain it: their threshold is ${own}.`;
  }
  if (lacks !== null) {
    return `The file lacks ${lacks}, so its counts do not tell the threshold; ${agent ?? ''}’s own settings give ${own}.`;
  }
  if (fired === null) {
    return `It never compacted by itself at a known count: its threshold is above ${formatInteger(held?.tokens ?? 0)}, or compaction is off.`;
  }
  const [first] = candidates;
  if (first === undefined) {
    return held !== null && held.tokens >= fired.tokens
      ? 'No one threshold explains it: it went on at a larger count than it compacted at.'
      : `No setting of ${agent ?? ''} explains it, alone or with another.`;
  }
  const how = namedText(first.named);
  return candidates.length === 1
    ? `One setting explains it: ${how}.`
    : `${how} explains it most simply; ${counted(candidates.length - 1, 'other setting or pair', 'other settings and pairs')} do as well.`;
}

function evidence({ initial, held, fired }: Told): readonly Block[] {
  const row = (id: string, label: string, count: number, origin: string) => ({
    id,
    label,
    value: [formatInteger(count)],
    origin,
  });
  const at = ({ step, sibling }: BoundingCount): string =>
    `step ${formatInteger(step)}${sibling === true ? ' of another session' : ''}`;
  return [
    {
      kind: 'figures',
      rows: [
        ...(held === null ? [] : [row('held', 'Went on at', held.tokens, at(held))]),
        ...(fired === null ? [] : [row('fired', 'Compacted at', fired.tokens, at(fired))]),
        ...(initial === null
          ? []
          : [row('initial', 'Its own threshold', initial, 'without a setting')]),
      ],
    },
  ];
}

const COLUMNS: readonly Column[] = [
  { head: 'setting' },
  { head: 'threshold', number: true },
  { head: 'explained from', number: true },
  { head: 'to', number: true },
  { head: 'line to set' },
];

function candidateBlocks(told: Told): readonly Block[] {
  const { candidates } = told;
  if (candidates.length === 0) return [];
  const shown = candidates.slice(0, SHOWN);
  const rest = candidates.length - shown.length;
  return [
    {
      kind: 'table',
      columns: COLUMNS,
      rows: shown.map(({ named, threshold, from, to, lines }) => [
        namedText(named),
        formatInteger(threshold),
        formatValue(from),
        formatValue(to),
        lines.map(({ target, code }) => `${target}: ${onOneLine(code)}`).join(' · '),
      ]),
    },
    ...(rest === 0 ? [] : [sentence([`${formatInteger(rest)} more are less simple.`])]),
    ...apart(candidates),
  ];
}

const formatValue = (value: number): string =>
  Number.isInteger(value) ? formatInteger(value) : String(value);

/** Configuration in one line, for a cell. */
function onOneLine(code: string): string {
  // Lines of a shell or a TOML file are parted; JSON and calls go on over theirs.
  const lines = code.trim().split(/\n+/);
  const isList = lines.every((line) => /^\S.*[^{(,]$/.test(line));
  return lines.map((line) => line.trim()).join(isList ? '; ' : ' ');
}

/** What would tell the simplest from the next one with another threshold. */
function apart(candidates: Told['candidates']): readonly Block[] {
  const [first] = candidates;
  const other = candidates.find(({ threshold }) => threshold !== first?.threshold);
  if (first === undefined || candidates.length === 1) return [];
  if (other === undefined) {
    return [
      sentence([
        'All have the same threshold: only a session with another window tells them apart.',
      ]),
    ];
  }
  const [low, high] = first.threshold < other.threshold ? [first, other] : [other, first];
  const range =
    high.threshold - low.threshold === 1
      ? formatInteger(low.threshold)
      : `${formatInteger(low.threshold)} to ${formatInteger(high.threshold - 1)}`;
  return [
    sentence([
      `A request of ${range} tokens would tell two of them apart: with ${namedText(low.named)} it is compacted, with ${namedText(high.named)} it is sent.`,
    ]),
  ];
}
