import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { SeedsSection } from '@/lib/answers/report/seeds/figure';

/** Where `lib/tools/seeds/write-seeds.ts` writes the page's content. */
const FILE = 'lib/answers/report/seeds/generated/page.json';

let content: Promise<readonly SeedsSection[]> | null = null;

/** What the page /seeds shows: the build computed it, since it is always the same. */
export function computedSeeds(): Promise<readonly SeedsSection[]> {
  content ??= readFile(path.join(/* turbopackIgnore: true */ process.cwd(), FILE), 'utf8').then(
    (text) => JSON.parse(text) as readonly SeedsSection[],
  );
  return content;
}
