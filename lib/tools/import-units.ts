import { IMPORT_TABLE, type ImportRule } from './import-table';

/** Folders of `lib` whose subfolders are units. */
const SPLIT = ['analysis', 'host', 'report'];

/** Files of the project's folder called by Next. */
const NEXT_FILES = ['proxy.ts', 'instrumentation.ts', 'instrumentation-client.ts'];

/** Unit of a file, by its path from the project's folder; undefined for settings files. */
export function unitOf(path: string): string | undefined {
  const plain = path.replace(/(\.(test|long|traces|mjs))?\.\w+$/, '');
  const [top = '', folder = '', inner = '', rest] = plain.split('/');
  if (NEXT_FILES.includes(`${plain}.ts`)) return 'next';
  if (top === 'lib' && SPLIT.includes(folder) && inner !== '') return `lib/${folder}/${inner}`;
  if (top === 'lib' || top === 'components') return `${top}/${folder}`;
  return folder === '' && rest === undefined ? undefined : top;
}

/** Rule of a unit: its own, else its group's. */
export function ruleOf(unit: string, table = IMPORT_TABLE): ImportRule | undefined {
  return table[unit] ?? table[`${unit.split('/')[0] ?? ''}/`];
}
