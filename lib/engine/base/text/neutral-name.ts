/** Endings that say only what kind of file it is. */
const ENDINGS =
  /(\.(jsonl|ndjson|json|har|lhar|eval|traj|db|sqlite3?|zip|tar|tgz|tzst|gz|zst|log|txt))+$/i;

/** A name that says nothing about a file but its kind: "trace 3.jsonl". */
export const neutralName = (file: string, number: number): string =>
  `trace ${number}${(ENDINGS.exec(file)?.[0] ?? '').toLowerCase()}`;

/** True for a name that {@link neutralName} gave to a file of this name. */
export const isNeutralFor = (file: string, name: string): boolean => {
  const number = /^trace (\d+)/.exec(name)?.[1];
  return number !== undefined && neutralName(file, Number(number)) === name;
};
