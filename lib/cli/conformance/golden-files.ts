import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { InputError } from '../exit-code';
import { goldenSchema, type Golden } from './golden-drift';

/** A golden file of a policy, and the script that writes it. */
export interface GoldenFile {
  readonly policy: string;
  /** Its name, without the version that ends it. */
  readonly name: string;
  readonly script: string;
  readonly golden: Golden;
}

/** The golden files of a checkout, by policy; an `InputError` where the folder holds no checkout. */
export function goldenFiles(checkout: string): readonly GoldenFile[] {
  const found = filesIn(path.join(checkout, 'lib/policies'));
  if (found.length > 0) return found;
  throw new InputError(
    `${checkout}: no golden files of other systems here. Run it in a checkout of Highwater, or name one with --checkout.`,
  );
}

/** The golden files below `lib/policies`, or below a folder that a script wrote into. */
export function filesIn(policies: string): readonly GoldenFile[] {
  return jsonFiles(policies).flatMap(({ policy, file }) => {
    const parsed = goldenSchema.safeParse(readJson(file));
    if (!parsed.success) return [];
    const { version, command } = parsed.data;
    const script = /npm run ([\w-]+)$/.exec(command)?.[1];
    if (script === undefined) return [];
    const name = path.basename(file, '.json').replace(`-${version}`, '');
    return [{ policy, name, script, golden: parsed.data }];
  });
}

function jsonFiles(policies: string) {
  return namesIn(policies).flatMap((policy) => {
    const folder = path.join(policies, policy, 'fixtures');
    return namesIn(folder)
      .filter((name) => name.endsWith('.json'))
      .map((name) => ({ policy, file: path.join(folder, name) }));
  });
}

/** Names in a folder, sorted; none where there is no such folder. */
function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder).toSorted();
  } catch {
    return [];
  }
}

function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return null;
  }
}
