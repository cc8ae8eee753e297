import { intAt, numberAt } from '@/lib/engine/base/read';
import type { IndexedCalls } from './reference-index';
import type { ReferenceTable } from './reference-table';
import { endOf, type Rows } from './table-rows';

/** The calls of a log, each with its first answer; `number` gives the session's number of a name. */
export function indexedCalls(rows: Rows, table: ReferenceTable, number: Int32Array): IndexedCalls {
  const { calls } = table;
  const picked: number[] = [];
  const entries: number[] = [];
  const responses: number[] = [];
  const answers: number[] = [];
  rows.forEach((row, entry) => {
    const end = endOf(calls.callFirst, row, calls.same.length);
    for (let k = calls.callFirst.at(row); k < end; k++) {
      picked.push(k);
      entries.push(entry);
    }
    const last = endOf(calls.responseFirst, row, calls.results.length);
    for (let k = calls.responseFirst.at(row); k < last; k++) {
      responses.push(k);
      answers.push(entry);
    }
  });
  const result = new Int32Array(picked.length).fill(-1);
  const answer = new Int32Array(picked.length).fill(-1);
  const resultUnits = new Int32Array(picked.length);
  calls.ids.answers(rows).numbers.forEach((call, i) => {
    // A call may be answered again, by a note that it still runs: its first answer counts.
    if (call < 0 || intAt(answer, call) >= 0) return;
    const response = numberAt(responses, i);
    answer[call] = numberAt(answers, i);
    result[call] = calls.results.at(response);
    resultUnits[call] = calls.resultUnits.at(response);
  });
  const subject = calls.subjects.pick(picked);
  return {
    entry: Int32Array.from(entries),
    same: calls.same.pick(picked),
    effect: Uint8Array.from(calls.effects.pick(picked)),
    subject: subject.map((name) => (name < 0 ? -1 : intAt(number, name))),
    answer,
    result,
    resultUnits,
  };
}
