/**
 * When to move a setting, by its name, for settings whose schema does not say it: names mean the same in
 * every policy that has them.
 */
import type { SettingField } from '../fields';

const version = 'Set it as in the version you run; the other values show what a change of it did';
const measured =
  'Leave it where the agent’s compactions were recorded; move it to see how much hangs on it';
const toLimit = 'Set it as the catalogue of your provider states it';
const estimates =
  'Move it to see what a better estimate would have decided; the tab Estimators scores each on this session';
const tail =
  'Raise it where work in progress is lost at a compaction; lower it where compactions follow one another';
const clears =
  'Lower it where old results fill the request; raise it where the agent reads them again';

const adviceByKey: Readonly<Record<string, string>> = {
  // How a summary is sized.
  summary: 'Try the cap for the worst case, and a measured or recorded size for what to expect',
  summaryBytes: 'Set it to what your summaries take: the tab Compactions shows recorded ones',
  summaryShare: 'Raise it where long heads leave long summaries',
  sizes: 'Leave the newest; a link keeps the table it was made with',
  summaryCap: 'Raise it only where the model writes longer summaries: each request carries one',
  // Where it compacts.
  share:
    'Lower it where requests overflow before it fires; raise it where it fires with room to spare',
  utilization:
    'Lower it where requests overflow before it fires; raise it where it fires with room to spare',
  tokenThreshold: 'Set it where the model’s window is known, well below it',
  compactThreshold: 'Set it where the model’s window is known, well below it',
  trigger: 'Lower it where a long prompt costs more than compacting; it must stay below the window',
  limit: 'Set it to compact earlier than nine tenths of the window',
  percent: 'Set it to compact earlier, where answers get worse before the window is full',
  scope: 'Change it where a long prefix makes the limit fire at once',
  observed: 'Set it where recorded compactions show a threshold that the formula misses',
  margin: measured,
  reserve: 'Raise it where answers are cut or refused for want of room; lower it to compact later',
  reserved: 'Raise it where answers are cut or refused for want of room; lower it to compact later',
  reservedConfigured: 'Turn it on where your configuration names a reserve',
  outputReserve: measured,
  maxOutput: toLimit,
  maxInput: toLimit,
  inputLimit: toLimit,
  usablePercent: toLimit,
  bufferRule:
    'Take a share where windows differ much, tokens where answers are what needs the room',
  bufferShare: 'Raise it where one step grows by more than the buffer',
  bufferTokens: 'Raise it where one step grows by more than the buffer',
  maxTurns: 'Lower it where a few large turns fill the window: it counts no tokens',
  interval: 'Lower it where a few large invocations fill the window: it counts no tokens',
  enabled: 'Turn it off to see what the session comes to without it',
  auto: 'Turn it off to see what the session comes to without it',
  autoSummarize: 'Turn it off to see what the session comes to without it',
  check: version,
  // What stays and what is put back.
  keep: tail,
  keepShare: tail,
  keepPercent: tail,
  keepUser: tail,
  keepAnswers: version,
  preserve: tail,
  retention: tail,
  overlap: tail,
  protect: version,
  tailTurns: tail,
  tailLeast: tail,
  tailMost: tail,
  tailCounts: version,
  split: version,
  files: measured,
  fileTokens: measured,
  fileBytes: measured,
  environment: measured,
  todoBytes: measured,
  topicBytes: measured,
  // Old tool results.
  tools: 'Turn it on where old results fill the request and are not read again',
  clear: 'Turn it on where old results fill the request and are not read again',
  clearTrigger: clears,
  clearUses: clears,
  clearKeep: 'Raise it where the agent reads cleared results again',
  clearAtLeast: 'Raise it where each clearing costs the cache more than it saves',
  clearTo: measured,
  prune: 'Turn it on where old results fill the request and are not read again',
  pruneKeep: 'Raise it where the agent reads pruned results again',
  pruneAbove: clears,
  pruneTo: clears,
  pruneProtect: 'Raise it where the agent reads pruned results again',
  pruneMinimum: 'Raise it where each pruning costs the cache more than it saves',
  pruneTurns: 'Raise it where the agent reads pruned results again',
  maskProtect: 'Raise it where the agent reads masked results again',
  maskLeast: 'Raise it where each masking costs the cache more than it saves',
  responseBudget: tail,
  responseMost: clears,
  thinking: 'Turn it on where thinking of earlier turns fills the request',
  thinkingKeep: 'Raise it where the model needs its earlier reasoning',
  // What is counted.
  estimator: estimates,
  densityFrom: estimates,
  density: 'Set it to the density that the ledger names',
  priorFrom: estimates,
  prior: 'Set it to the hidden prefix that the chart names',
  estimateFactor:
    'Raise it where steps without usage overflow; lower it where they compact too early',
  estimateCap: 'Raise it to the largest ratio the ledger shows; the findings say where a cap binds',
  cap: 'Raise it where the correction rests on it; the findings say where it binds',
  images: 'Take the flat cost where images are sent: their bytes count 20 to 40 times too much',
  imageTokens: 'Set it to what your model charges an image',
  trailing: version,
  siblings: version,
  wholeCounts: version,
  countTools: version,
  countInline: version,
  countOther: version,
  countCacheWrites: version,
  items: version,
  reasoningShare: measured,
  boundary: version,
  capped: version,
  stripCovered: version,
  truncate: version,
  wrapper: version,
  onFailure: version,
  // Attempts.
  attempts: 'Raise it only where one compaction is not enough; the findings say where it is',
  failures: measured,
  refills: measured,
  refillSteps: measured,
  quoteRequest: 'Turn it off where users paste long texts: each quote comes on top of the summary',
  resetCalibration:
    'Leave it on: without it a stale count fires at each step once usage is missing',
};

/** When to move a setting; undefined for a name that no policy had before, whose schema does not say it. */
export const adviceOn = ({
  key,
  advice,
}: Pick<SettingField, 'key' | 'advice'>): string | undefined => advice ?? adviceByKey[key];
