import { normalizeUsage } from '@/lib/engine/tokens/usage/normalize-usage';
import { fieldsOf } from '../mechanisms/loose-json';
import { decoded } from '../mechanisms/messages/json-text';
import {
  emptyMapping,
  mappedFields,
  usualRole,
  type MappedField,
  type MappedRole,
  type Mapping,
} from './mapping';
import { EVERY, find, parsePath, pathKey } from './path';
import type { HeadRecord } from './preview';
import { planOf, recordsIn } from './record-fields';
import { areCounts, areMessages, areNames, areTimes, shapesOf, type Shape } from './shapes';

/** Records that a guess reads, and places in a document that it tries. */
const LOOKED_AT = 20;
const MOST_PLACES = 40;

/** A field, its usual names, and a check of its values. */
type Rule = readonly [field: MappedField, names: RegExp, holds: (shape: Shape) => boolean];

const isText = ({ values }: Shape): boolean =>
  values.some((value) => (typeof value === 'string' && value !== '') || Array.isArray(value));

/** True for a usage record. Counts get paths of their own only if no whole record is understood. */
const isUsage = ({ values }: Shape): boolean =>
  values.some((value) => {
    const fields = fieldsOf(decoded(value));
    if (fields === null) return false;
    const { real, counts } = normalizeUsage(fields);
    const cached = Object.entries(fields).some(
      ([name, count]) => /cache/i.test(name) && typeof count === 'number' && count > 0,
    );
    // Counts of a cache that are not understood would make the prompt too small.
    return real !== null && (!cached || counts.cacheRead !== null || counts.cacheWrite !== null);
  });

const shared: readonly Rule[] = [
  [
    'session',
    /^(session|conversation|thread|chat|dialog(ue)?|trace|run)(id|key|uuid)?$|^sid$/,
    areNames,
  ],
  ['lane', /^(agent|lane|subagent|branch|actor)(id|name)?$/, areNames],
  [
    'time',
    /^(time|timestamp|ts|date|datetime|when|at|createdat|created|startedat|starttime|start|sentat|loggedat)$/,
    areTimes,
  ],
  ['model', /^(model|modelname|modelid|engine|deployment)$/, areNames],
  ['call', /^(callid|responseid|completionid|generationid|requestid|reqid)$/, areNames],
  ['error', /^(error|errormessage|exception|failure)$/, () => true],
  ['usage', /usage|tokens|metering|stats|cost|billing/, isUsage],
  [
    'input',
    /^(n|num)?(input|prompt|in)(tokens?|tok|tokencount)$|^(n|num|usage|tok|tokens?|tokenusage)(in|input|prompt)$/,
    areCounts,
  ],
  [
    'cachedRead',
    /^(cached?|cacheread)(input|prompt)?(tokens?|tok)?$|^(cached|cache)(hit|read).*$|^tokenscached$/,
    areCounts,
  ],
  ['cacheWrite', /^cache(write|creation|created).*$/, areCounts],
  [
    'outputTokens',
    /^(n|num)?(output|completion|out)(tokens?|tok|tokencount)$|^(n|num|usage|tok|tokens?|tokenusage)(out|output|completion)$/,
    areCounts,
  ],
  ['system', /^(system|systemprompt|instructions|systeminstruction)$/, isText],
  ['tools', /^(tools|tooldefinitions|functions)$/, ({ values }) => values.some(Array.isArray)],
];

const ofMessages: readonly Rule[] = [
  ['role', /^(role|speaker|who|author|sender|from|type|kind|event|side|actor)$/, areNames],
  [
    'text',
    /^(content|text|body|message|msg|parts|value|output|said|utterance|payload|data)$/,
    isText,
  ],
  ['toolName', /^(toolname|tool|function|functionname|name)$/, areNames],
  ['toolArgs', /^(args|arguments|toolargs|toolinput|input|params|parameters)$/, () => true],
  ['toolId', /^(toolcallid|tooluseid|callid|toolid)$/, areNames],
  ['toolResult', /^(toolresult|tooloutput|observation|result|output)$/, () => true],
];

const ofCalls: readonly Rule[] = [
  ['messages', /./, areMessages],
  ['messages', /^(prompt|input|question|query|request|userinput|usermessage)$/, isText],
  [
    'output',
    /^(response|output|completion|answer|reply|choices|result|generation)s?$/,
    ({ values }) =>
      values.some(
        (value) => typeof value === 'object' || (typeof value === 'string' && value !== ''),
      ),
  ],
];

/** The likeliest mapping of the first records of a file; a proposal that the user can change. */
export function guessMapping(head: readonly HeadRecord[]): Mapping {
  const records = head.slice(0, LOOKED_AT);
  const guesses = placesOf(records.map(({ value }) => value)).flatMap((place) =>
    guessAt(records, place),
  );
  let best: Scored = { mapping: emptyMapping, score: 0 };
  for (const guess of guesses) if (guess.score > best.score) best = guess;
  return best.mapping;
}

interface Scored {
  readonly mapping: Mapping;
  readonly score: number;
}

/** Possible places of records: the values themselves, and every list of objects inside them. */
export function placesOf(values: readonly unknown[]): readonly string[] {
  const lists = shapesOf(values).filter((shape) =>
    shape.values.some(
      (value) => Array.isArray(value) && value.some((item) => fieldsOf(item) !== null),
    ),
  );
  return ['', ...lists.slice(0, MOST_PLACES).map(({ path }) => `${path}.${EVERY}`)];
}

function guessAt(head: readonly HeadRecord[], place: string): readonly Scored[] {
  const plan = planOf({ ...emptyMapping, records: place });
  const records = head.flatMap(({ value, at }) =>
    [...recordsIn(plan, value, at)].slice(0, LOOKED_AT),
  );
  const values = records.slice(0, LOOKED_AT).map(({ value }) => value);
  if (values.length === 0) return [];
  const own = shapesOf(values);
  const around = place === '' ? [] : guessableAround(head, place);
  return [
    callGuess(place, own, around, values.length),
    messageGuess(place, own, around, values),
  ].flatMap((guess) => guess ?? []);
}

/** Values beside the lists of records: the thread's id, its model. */
export function guessableAround(head: readonly HeadRecord[], place: string): readonly Shape[] {
  const { keys } = parsePath(place);
  const shapes: Shape[] = [];
  for (let depth = keys.length - 1; depth >= 0; depth--) {
    const outer = keys.slice(0, depth);
    if (depth > 0 && keys[depth - 1] !== EVERY) continue;
    const holders = head.flatMap(({ value }) => find(value, outer).map((item) => item.value));
    const texts = outer.map((key) => (key === EVERY ? key : pathKey(key)));
    const inside = shapesOf(holders.slice(0, LOOKED_AT), ['$', ...texts]);
    const list = ['$', ...texts].join('.');
    shapes.push(...inside.filter(({ path }) => !path.slice(list.length + 1).includes(EVERY)));
  }
  return shapes;
}

function callGuess(
  place: string,
  own: readonly Shape[],
  around: readonly Shape[],
  records: number,
): Scored | null {
  const fields = pick([...ofCalls, ...shared], own, around);
  if (fields.messages === undefined) return null;
  const known = (['output', 'usage', 'input', 'model'] as const).filter((field) => fields[field]);
  // A list of messages alone is a transcript, not the request of a call.
  if (known.length === 0) return null;
  // A path to several values is the path of several calls: of them only the first would be read.
  const several = (['messages', 'usage', 'input'] as const).some((field) =>
    fields[field]?.split('.').includes(EVERY),
  );
  if (several) return null;
  const inputIncludesCache = isInclusive(fields, own);
  const mapping: Mapping = {
    ...{ ...emptyMapping, record: 'call', inputIncludesCache },
    ...{ records: place, fields },
  };
  return { mapping, score: 10 + known.length * 2 + Math.min(records, 3) };
}

function messageGuess(
  place: string,
  own: readonly Shape[],
  around: readonly Shape[],
  values: readonly unknown[],
): Scored | null {
  const picked = pick([...ofMessages, ...shared], own, around, mostTelling);
  if (picked.role === undefined || picked.text === undefined) return null;
  const fields = wholeMessages(picked, own) ?? picked;
  const { role } = picked;
  const roles = rolesOf(own, role);
  const known = Object.values(roles).filter((role) => role !== 'skip').length;
  const models = Object.values(roles).includes('model') ? 4 : 0;
  const score = Math.min(known, 3) + models + Math.min(values.length, 3);
  const inputIncludesCache = isInclusive(fields, own);
  return { mapping: { ...emptyMapping, records: place, fields, roles, inputIncludesCache }, score };
}

/** False where the cache gave more than the input holds: it is counted apart. */
function isInclusive({ input, cachedRead }: Mapping['fields'], own: readonly Shape[]): boolean {
  const counts = (path: string | undefined): readonly number[] =>
    own.find((shape) => shape.path === path)?.values.map(Number) ?? [];
  const [whole, cached] = [counts(input), counts(cachedRead)];
  return whole.length !== cached.length || whole.every((count, i) => count >= (cached[i] ?? 0));
}

/** Fields that a message read whole already gives. */
const PARTS: readonly MappedField[] = ['text', 'toolName', 'toolArgs', 'toolId', 'toolResult'];

/**
 * Messages of a known shape are read whole if they hold more than text: content blocks, or calls
 * beside it. Null if they do not.
 */
function wholeMessages(fields: Mapping['fields'], own: readonly Shape[]): Mapping['fields'] | null {
  const holder = /^(?:(.+)\.)?role$/.exec(fields.role ?? '');
  if (holder === null) return null;
  const inside = (name: string): Shape | undefined =>
    own.find(({ path }) => path === (holder[1] === undefined ? name : `${holder[1]}.${name}`));
  const content = inside('content');
  if (content === undefined) return null;
  const blocks = content.values.some((value) => typeof value === 'object');
  if (!blocks && inside('tool_calls') === undefined) return null;
  const whole: Partial<Record<MappedField, string>> = { message: holder[1] ?? '.' };
  for (const field of mappedFields) {
    const path = fields[field];
    if (path !== undefined && !PARTS.includes(field)) whole[field] = path;
  }
  return whole;
}

/** The best path for each field; no path is used for two. */
function pick(
  rules: readonly Rule[],
  own: readonly Shape[],
  around: readonly Shape[],
  rank: (field: MappedField, shape: Shape) => number = () => 0,
): Mapping['fields'] {
  const fields: Partial<Record<MappedField, string>> = {};
  const taken = new Set<string>();
  for (const [field, names, holds] of rules) {
    if (fields[field] !== undefined || (inUsage(field) && fields.usage !== undefined)) continue;
    const isNamed = ({ name, parent }: Shape): boolean =>
      names.test(name) || (inUsage(field) && names.test(parent + name));
    const fits = (shape: Shape): boolean =>
      !taken.has(shape.path) && isNamed(shape) && holds(shape);
    const ranked = own
      .filter(fits)
      .map((shape) => ({
        shape,
        score: rank(field, shape) * 100 + shape.records - shape.depth * 3,
      }))
      .sort((a, b) => b.score - a.score);
    const outer = contextual(field) ? around.filter(fits) : [];
    const chosen = ranked[0]?.shape ?? outer[0] ?? idOf(field, own, around);
    if (chosen === undefined) continue;
    fields[field] = chosen.path;
    taken.add(chosen.path);
  }
  return fields;
}

const inUsage = (field: MappedField): boolean =>
  ['input', 'cachedRead', 'cacheWrite', 'outputTokens'].includes(field);

/** True for fields that a session has once for all its records. */
const contextual = (field: MappedField): boolean =>
  ['session', 'lane', 'model', 'system', 'tools'].includes(field);

/** Path of the session's id: the id of the object that holds the records. */
const idOf = (
  field: MappedField,
  own: readonly Shape[],
  around: readonly Shape[],
): Shape | undefined =>
  field === 'session' && own.length > 0
    ? around.find((shape) => /^(id|uuid|name)$/.test(shape.name) && areNames(shape))
    : undefined;

/** Score of a shape for a field: a role's values are few and known words. */
function mostTelling(field: MappedField, shape: Shape): number {
  if (field === 'toolName') return shape.name === 'name' && shape.depth === 1 ? -1 : 0;
  if (field !== 'role') return 0;
  const values = new Set(shape.values.map(String));
  const known = [...values].filter((value) => usualRole(value) !== null).length;
  return values.size > 12 ? -1 : known;
}

/** Likely meaning of the values of the role field. */
function rolesOf(shapes: readonly Shape[], path: string): Readonly<Record<string, MappedRole>> {
  const values = shapes.find((shape) => shape.path === path)?.values ?? [];
  return Object.fromEntries(
    [...new Set(values.map(String))]
      .slice(0, 30)
      .map((value) => [value, usualRole(value) ?? 'skip']),
  );
}
