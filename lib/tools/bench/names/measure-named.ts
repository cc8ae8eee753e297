/** Child of the bench: reads and measures one log, with its names where they are asked for. */
import { readTrace } from '@/lib/readers/open/read-trace';
import type { SessionDraft } from '@/lib/engine/session/draft';
import { EntryTable } from '@/lib/engine/tokens/entry-table';
import { profileOf } from '@/lib/engine/tokens/measure';
import { encodeReferences } from '@/lib/engine/tokens/references/reference-codec';
import { ReferenceTable } from '@/lib/engine/tokens/references/reference-table';
import { sessionReferences } from '@/lib/engine/tokens/references/session-references';
import type { NamedCost } from './bench-import-names';

const [path = '', how] = process.argv.slice(2);
const begun = process.cpuUsage();
const table = new EntryTable();
const names = how === 'with' ? new ReferenceTable() : null;
const drafts: SessionDraft[] = [];
let usages = 0;
const read = await readTrace(path, {
  store: {
    entry: (entry) => {
      names?.push(entry);
      return table.push(entry);
    },
    usage: () => usages++,
  },
  onSession: (draft) => drafts.push(draft),
});
if (!read.ok) throw new Error(read.error.message);
let namesBytes = 0;
for (const draft of drafts) {
  profileOf(draft, table);
  const index = names === null ? null : sessionReferences(draft, names);
  if (index !== null) namesBytes += encodeReferences(index).length;
}
const { user, system } = process.cpuUsage(begun);
const cost: NamedCost = {
  cpuSeconds: (user + system) / 1e6,
  peakBytes: process.resourceUsage().maxRSS * 1024,
  namesBytes,
};
console.log(JSON.stringify(cost));
