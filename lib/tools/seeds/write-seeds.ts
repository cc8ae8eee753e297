// Computes the content of the page /seeds and writes it to the file that is named.
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { seedsSections } from '@/lib/answers/report/seeds/sections';

const [file = ''] = process.argv.slice(2);
mkdirSync(path.dirname(file), { recursive: true });
writeFileSync(file, JSON.stringify(seedsSections()));
