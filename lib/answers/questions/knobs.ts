import * as z from 'zod';
import type { BoundingCount, Siblings } from '@/lib/analysis/fit/knob-evidence';
import {
  thresholdKnobs,
  type KnobCandidate,
  type ThresholdKnobs,
} from '@/lib/analysis/fit/threshold-knobs';
import type { OwnPolicy } from '@/lib/analysis/fit/own-policy';
import { counted, formatInteger } from '@/lib/engine/base/format';
import { settingFields, type Settings } from '@/lib/engine/policy/fields';
import type { Policy } from '@/lib/engine/policy/policy';
import { thresholdUnder } from '@/lib/analysis/fit/knob-range';
import { valueWithUnit } from '@/lib/engine/policy/setting-text';
import { sentence, type Block } from '../model/block';
import { coreNumbers } from '../model/core-numbers';
import { defineQuestion } from '../model/question';
import {
  candidateBlocks,
  namedText,
  SHOWN,
  type NamedCandidate,
  type NamedKnob,
} from './parts/knob-blocks';

const named = z.array(z.object({ label: z.string(), value: z.string() })).readonly();
const bounding = coreNumbers<BoundingCount>('A recorded count, and its step');
const bound = bounding.nullable();

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
    unnamed: z
      .object({ weighed: z.array(bounding).readonly(), left: z.array(bounding).readonly() })
      .describe(
        'Compactions whose trigger no file names: those weighed as automatic, and the rest',
      ),
    shown: z.string().nullable().describe('What its record of a compaction shows of its settings'),
    siblings: z.number().describe('Other sessions of the agent and version that were weighed too'),
    ofUser: z.boolean().describe('The files name who ran them, and those weighed are of one user'),
    others: z.number().describe('Others of the agent and version, of another user: left out'),
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
  *run({
    opening: { own, prefixTokens, settings: opened },
    run,
    policy,
    settings,
    siblings = ALONE,
  }) {
    yield { done: 0, of: 1 };
    if (own === null) return { ...nothing, agent: null };
    const alike = siblings.sessions.filter((one) => one.own.policy === own.policy);
    const found = thresholdKnobs(run.session.profile, own, prefixTokens, alike);
    const initial = finite(found.initial);
    const given = policy === own.policy ? givenOf(own, settings, opened, found) : null;
    const candidates = found.candidates.map((one) => ({ ...one, named: namedOf(own.policy, one) }));
    return {
      ...{ ...found, initial, candidates, given },
      ...{ siblings: alike.length, ofUser: siblings.ofUser, others: siblings.others },
      ...{ agent: own.policy.label, shown: shownText(own, found) },
    };
  },
  tell(facts) {
    if (facts.agent === null) return [sentence(['No policy here models the agent.'])];
    const lead: Block = { ...sentence([leadText(facts)]), lead: true } as Block;
    return [
      lead,
      ...[facts.shown, givenText(facts), unnamedText(facts), siblingText(facts)].flatMap((text) =>
        text === null ? [] : [sentence([text])],
      ),
      ...evidence(facts),
      ...(facts.explained ? [] : candidateBlocks(facts.candidates)),
    ];
  },
});

/** Nobody looked for others. */
const ALONE: Siblings = { sessions: [], ofUser: false, others: 0 };

type Told = Omit<ThresholdKnobs, 'initial' | 'candidates'> & {
  readonly agent: string | null;
  readonly initial: number | null;
  readonly shown: string | null;
  readonly siblings: number;
  readonly ofUser: boolean;
  readonly others: number;
  readonly given: GivenKnobs | null;
  readonly candidates: readonly NamedCandidate[];
};

const nothing: Omit<Told, 'agent'> = {
  initial: null,
  held: null,
  fired: null,
  lacks: null,
  explained: false,
  unnamed: { weighed: [], left: [] },
  shown: null,
  siblings: 0,
  ofUser: false,
  others: 0,
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

function siblingText({ siblings, ofUser, others, agent }: Told): string | null {
  const left = `${counted(others, 'other session')} of the same version ${others === 1 ? 'is' : 'are'} left out: not known to be of the same user`;
  if (siblings === 0) return others === 0 ? null : `${left}.`;
  const by = ofUser ? 'of the same user and version' : 'of the same version';
  const alike = `Weighed with ${counted(siblings, 'other session')} ${by} of ${agent ?? ''}`;
  if (!ofUser) return `${alike}; no file names its user.`;
  return others === 0 ? `${alike}.` : `${alike}; ${left}.`;
}

/** What the record of a compaction shows by itself, where the settings found rest on it. */
const shownText = ({ inferred }: OwnPolicy, { explained, fired, candidates }: ThresholdKnobs) => {
  const isShown = inferred !== null && !explained && fired === null && candidates.length > 0;
  return isShown ? `${inferred.charAt(0).toUpperCase()}${inferred.slice(1)}.` : null;
};

/** Which compactions were weighed although the file does not say that they were automatic, and which were not. */
function unnamedText({ unnamed: { weighed, left }, shown, held, agent }: Told): string | null {
  if (shown !== null || (weighed.length === 0 && left.length === 0)) return null;
  if (weighed.length === 0) {
    const one = left.length === 1;
    const passed = held !== null && left.every(({ tokens }) => tokens <= held.tokens);
    const why = passed
      ? `${agent ?? ''} went on at larger counts`
      : 'so few tokens are below the threshold of every window';
    return `${one ? 'A compaction' : counted(left.length, 'compaction')} at ${rangeOf(left)} ${one ? 'is' : 'are'} not weighed: the file does not name ${one ? 'its trigger' : 'their triggers'}, and ${why}, so the user may have asked for ${one ? 'it' : 'them'}.`;
  }
  const rest =
    left.length === 0
      ? ''
      : ` ${formatInteger(left.length)} below that may be the user’s and bound nothing.`;
  return weighed.length === 1
    ? `The file does not name the trigger of the compaction at ${rangeOf(weighed)}: it is weighed as automatic, for it stands where one would, above every count at which ${agent ?? ''} went on. If its user asked for it, it bounds nothing.${rest}`
    : `The file does not name the triggers of ${counted(weighed.length, 'compaction')} at ${rangeOf(weighed)}: they are weighed as automatic, for all stand above every count at which ${agent ?? ''} went on.${rest}`;
}

/** "33,143 tokens", "33,143 to 35,573 tokens". */
function rangeOf(counts: readonly BoundingCount[]): string {
  const [least, most] = [counts[0], counts.at(-1)].map((one) => formatInteger(one?.tokens ?? 0));
  return least === most ? `${least ?? ''} tokens` : `${least ?? ''} to ${most ?? ''} tokens`;
}

const namedOf = (policy: Policy, { change }: KnobCandidate): readonly NamedKnob[] =>
  namesOf(policy, change);

const namesOf = (policy: Policy, change: Readonly<Record<string, unknown>>) =>
  settingFields(policy)
    .filter(({ key }) => key in change)
    .map((field): NamedKnob => ({
      label: field.label,
      value: valueWithUnit(field, change[field.key]),
    }));

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
  if (fired === null && told.shown === null) {
    return `It never compacted by itself at a known count: its threshold is above ${formatInteger(held?.tokens ?? 0)}, or compaction is off.`;
  }
  const [first] = candidates;
  if (first === undefined) {
    return held !== null && held.tokens >= (fired?.tokens ?? Infinity)
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
  const at = ({ step, sibling, unnamed }: BoundingCount): string =>
    `step ${formatInteger(step)}${sibling === true ? ' of another session' : ''}${unnamed === true ? ', trigger not in the file' : ''}`;
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
