/** Type of a column; `?` at the end: nullable. */
export type ColumnForm = `${'text' | 'int' | 'number' | 'flag' | 'bytes'}${'' | '?'}`;

/**
 * A table's columns in an archive. `seq` is assigned anew on import; a session's `startedAt`, `hash`,
 * opening, findings, verdict and place in the list are read anew from its numbers, which an archive
 * might contradict; its `project` stays behind.
 */
type Columns = Readonly<Record<string, ColumnForm>>;

/**
 * Tables of an archive, each after those its rows refer to. Kept sweeps stay behind: another library
 * computes them again from its plan and corpus, under its own engine.
 */
export const LIBRARY_TABLES = {
  Import: {
    id: 'text',
    file: 'text',
    bytes: 'number',
    sha256: 'text',
    path: 'text',
    sample: 'flag',
    status: 'text',
    format: 'text?',
    bytesRead: 'number',
    records: 'number',
    cancel: 'flag',
    attempts: 'int',
    pid: 'int?',
    heartbeatAt: 'number?',
    error: 'text?',
    receipt: 'text?',
    duplicateOf: 'text?',
    sessionCount: 'int',
    createdAt: 'number',
    finishedAt: 'number?',
    origin: 'text',
    parentId: 'text?',
    host: 'text?',
    paused: 'flag',
    notBefore: 'number?',
    options: 'text?',
    liveKey: 'text?',
    secrets: 'text?',
  },
  Session: {
    id: 'text',
    importId: 'text',
    ready: 'flag',
    deletedAt: 'number?',
    name: 'text',
    file: 'text',
    format: 'text',
    agent: 'text',
    lane: 'text',
    sessionId: 'text',
    parent: 'text?',
    model: 'text?',
    entries: 'int',
    steps: 'int',
    peakReal: 'int?',
    peakProjected: 'flag',
    limit: 'int?',
    recordedCompactions: 'int',
    compactions: 'int?',
    overflowSteps: 'int?',
    sparkline: 'text',
    generated: 'flag',
    importedAt: 'number',
    limitOverride: 'int?',
    attached: 'text?',
    revision: 'int',
    numbersOnly: 'flag',
  },
  SessionData: {
    sessionId: 'text',
    head: 'bytes',
    profile: 'bytes',
    refs: 'bytes',
    attached: 'bytes?',
    references: 'bytes?',
  },
  StepBlob: { sessionId: 'text', first: 'int', count: 'int', data: 'bytes' },
  TextBlob: { importId: 'text', kind: 'text', first: 'int', count: 'int', data: 'bytes' },
  Scenario: {
    id: 'text',
    name: 'text',
    json: 'text',
    createdAt: 'number',
    updatedAt: 'number',
    deletedAt: 'number?',
  },
  Setting: { key: 'text', value: 'text', updatedAt: 'number' },
  Corpus: {
    id: 'text',
    name: 'text',
    filter: 'text?',
    frozen: 'bytes?',
    sessions: 'int?',
    sha256: 'text?',
    createdAt: 'number',
    updatedAt: 'number',
    // Behind the others: an archive of before has none.
    picked: 'text?',
    excluded: 'text?',
  },
  Suppression: {
    id: 'text',
    detector: 'text',
    sessionId: 'text',
    reason: 'text',
    createdAt: 'number',
  },
  Run: {
    id: 'text',
    sessionId: 'text',
    brief: 'text',
    record: 'bytes',
    createdAt: 'number',
    deletedAt: 'number?',
  },
  Note: {
    id: 'text',
    sessionId: 'text',
    first: 'int',
    last: 'int',
    text: 'text',
    createdAt: 'number',
    updatedAt: 'number',
  },
  Promised: { id: 'text', sha256: 'text', data: 'bytes', createdAt: 'number' },
  Mapping: { id: 'text', name: 'text', json: 'text', createdAt: 'number', updatedAt: 'number' },
  WatchedFolder: {
    id: 'text',
    path: 'text',
    paused: 'flag',
    error: 'text?',
    createdAt: 'number',
  },
  WatchedFile: {
    path: 'text',
    folderId: 'text',
    bytes: 'number',
    modifiedAt: 'number',
    importId: 'text?',
    error: 'text?',
  },
  OtlpRecord: { id: 'text', traceId: 'text', kind: 'text', data: 'bytes', receivedAt: 'number' },
  OtlpTrace: { traceId: 'text', group: 'text', dirtyAt: 'number?' },
} as const satisfies Readonly<Record<string, Columns>>;

/** Name of a table of an archive. */
export type LibraryTable = keyof typeof LIBRARY_TABLES;

/** Columns of a table in the archive's order. */
export const columnsOf = (table: LibraryTable): readonly (readonly [string, ColumnForm])[] =>
  Object.entries(LIBRARY_TABLES[table]);
