import { guessableAround, placesOf } from './guess';
import { emptyMapping, usualRole, type Mapping } from './mapping';
import { PREVIEW_RECORDS, type HeadRecord } from './preview';
import { planOf, recordsIn, type RecordFields } from './record-fields';
import { shapesOf } from './shapes';

/** A path in the records, and a value found there. */
export interface PathChoice {
  readonly path: string;
  readonly example: string;
}

const EXAMPLE = 60;

/** Places of records in a file; '' are the lines, elements or the document themselves. */
export const recordPlaces = (head: readonly HeadRecord[]): readonly string[] =>
  placesOf(head.map(({ value }) => value));

/** Every path in the records at a place, and around them. */
export function pathChoices(head: readonly HeadRecord[], place: string): readonly PathChoice[] {
  const records = recordsOf(head, { ...emptyMapping, records: place }).slice(0, PREVIEW_RECORDS);
  const around = place === '' ? [] : guessableAround(head, place);
  return [...shapesOf(records.map(({ value }) => value)), ...around].map(({ path, values }) => ({
    path,
    example: exampleOf(values[0]),
  }));
}

/** The values of the role field in the first records, with the usual meaning of such words. */
export function roleValues(head: readonly HeadRecord[], mapping: Mapping) {
  const words = recordsOf(head, mapping).flatMap((record) => record.name('role') ?? []);
  return [...new Set(words)].slice(0, 50).map((word) => ({ word, usual: usualRole(word) }));
}

/** The first records of each line, element or document. */
function recordsOf(head: readonly HeadRecord[], mapping: Mapping): readonly RecordFields[] {
  const plan = planOf(mapping);
  return head.flatMap(({ value, at }) => [...limited(recordsIn(plan, value, at))]);
}

function* limited<T>(items: Iterable<T>): Generator<T, void, void> {
  let count = 0;
  for (const item of items) {
    if (count++ >= PREVIEW_RECORDS) return;
    yield item;
  }
}

function exampleOf(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  const line = text.slice(0, EXAMPLE * 4).replace(/\s+/g, ' ');
  return line.length <= EXAMPLE ? line : `${line.slice(0, EXAMPLE - 1)}…`;
}
