import { readFileSync } from 'node:fs';
import { inProject } from '@/lib/server/project.mjs';
import { sessionSchema, type Session } from '@/lib/engine/session/schema';

/** Names of all sample sessions, in the order for newcomers. */
const ids = [
  'production-incident',
  'timing-gap',
  'kubernetes-agent',
  'no-usage',
  'cjk-emoji',
  'images-documents',
  'million-window',
  'long-session',
] as const;

/** The path of a sample's file. */
export const sampleFile = (id: string): string => inProject('public', 'samples', `${id}.json`);

/** A sample session of `public/samples`, read anew. */
export const sampleSession = (id: (typeof ids)[number]): Session =>
  sessionSchema.parse(JSON.parse(readFileSync(sampleFile(id), 'utf8')));

/** All sample sessions. */
export const samples = ids.map((id) => ({ id, build: () => sampleSession(id) }));
