import { byteAt, intAt } from '@/lib/engine/base/read';
import { oncePer } from '@/lib/engine/base/once/once-per';
import { entryFlag } from '@/lib/engine/tokens/entry-table';
import type { Profile } from '@/lib/engine/tokens/profile';

const { user: USER, response: RESPONSE, turnStart: TURN_START } = entryFlag;

/** Characters of JSON of a prompt's mark, `<user_input mode="act">` and its end. */
const MARK = 38;
/** `{"id":"msg_00000000","role":"user","content":[],"ts":0000000000000}`; ids of prompts are 24 longer. */
const MESSAGE = 67;
const PROMPT = MESSAGE + 24;

/** Characters of a session's messages as Cline stores and counts them; each with the comma behind it. */
export interface StoredJson {
  /** Prefix sums over the entries as they are stored, which is what a request behind a compaction is counted by. */
  readonly stored: Int32Array;
  /** Less the marks of prompts, and with what follows results joined to them: counted before any compaction. */
  readonly sent: Int32Array;
}

/** The same of a profile; null where its source does not say it. */
export const storedJson = (profile: Profile): StoredJson | null => {
  const { json } = profile.entries;
  if (profile.head.source !== 'cline') return null;
  return json.length > 0 && json.every((chars) => chars > 0) ? sumsOf(profile) : null;
};

const sumsOf = oncePer(({ entries: { json, flags }, entryCount }: Profile): StoredJson => {
  const stored = new Int32Array(entryCount + 1);
  const sent = new Int32Array(entryCount + 1);
  for (let entry = 0; entry < entryCount; entry++) {
    const chars = intAt(json, entry) + 1;
    const prompt = (byteAt(flags, entry) & TURN_START) !== 0;
    const user = (byteAt(flags, entry) & USER) !== 0;
    const joins = user && entry > 0 && isResults(byteAt(flags, entry - 1));
    const joined = prompt ? PROMPT : MESSAGE;
    const mark = prompt ? MARK : 0;
    stored[entry + 1] = intAt(stored, entry) + chars;
    sent[entry + 1] = intAt(sent, entry) + chars - mark - (joins ? joined : 0);
  }
  return { stored, sent };
});

const isResults = (flags: number): boolean => (flags & USER) !== 0 && (flags & RESPONSE) !== 0;

/** Characters of the recorded summaries' JSON and the comma behind each, by the entry that they end at. */
export const summariesJson = ({ head }: Profile): ReadonlyMap<number, number> =>
  new Map(
    head.compactions.flatMap(({ json, kept, entry }) =>
      json === undefined ? [] : [[kept.at(-1)?.[0] ?? entry, json + 1] as const],
    ),
  );
