/** File names that may be traces. */
const TRACE = /\.(jsonl|ndjson|json|traj|eval)$/i;
const PASSED_OVER = /[\\/](node_modules|\.git|\.next|\.cache)([\\/]|$)/;

/** Levels of folders that are followed. */
export const MOST_DEPTH = 12;

/** Most watched files per folder. */
export const MOST_FILES = 20_000;

/** True for a file that may be a trace, or a folder that may hold some; `file` below what is watched. */
export const isTraceFile = (file: string, { folder = false } = {}): boolean =>
  !PASSED_OVER.test(file) && (folder || TRACE.test(file));
