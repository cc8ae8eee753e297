import { readdirSync, readFileSync } from 'node:fs';

const formats = new URL('../formats/', import.meta.url);

/** The folder of each importer's fixtures, by the importer's id. */
const folders = new Map(
  readdirSync(formats).flatMap((format) =>
    fixtureFolders(format).map((id) => [id, new URL(`${format}/fixtures/${id}/`, formats)]),
  ),
);

function fixtureFolders(format: string): readonly string[] {
  const entries = readdirSync(new URL(`${format}/`, formats));
  return entries.includes('fixtures') ? readdirSync(new URL(`${format}/fixtures/`, formats)) : [];
}

/** Names of an importer's fixture files. @throws where the importer has no folder of fixtures. */
export const fixtureNames = (id: string): readonly string[] => readdirSync(folderOf(id));

/** Text of a fixture, by `<importer>/<file>`. @throws if the file is missing. */
export function fixtureText(path: string): string {
  const [id = '', file = ''] = path.split('/');
  return readFileSync(new URL(file, folderOf(id)), 'utf8');
}

function folderOf(id: string): URL {
  const folder = folders.get(id);
  if (folder === undefined) throw new Error(`${id}: no fixtures`);
  return folder;
}
