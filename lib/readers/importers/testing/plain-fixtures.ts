import { importers } from '../registry';
import { fixtureNames, fixtureText } from './fixture-files';

/** A trace that is no JSON, kept as a fixture of the importer that reads it. */
export interface PlainFixture {
  /** Id of the importer. */
  readonly format: string;
  readonly file: string;
  readonly text: string;
}

/** Every fixture of a text that is no JSON. */
export const plainFixtures: readonly PlainFixture[] = importers
  .filter(({ inputs }) => inputs.includes('text'))
  .flatMap(({ id }) =>
    fixtureNames(id)
      .filter((file) => !/\.(jsonl?|sql)$/.test(file))
      .map((file) => ({ format: id, file, text: fixtureText(`${id}/${file}`) })),
  );
