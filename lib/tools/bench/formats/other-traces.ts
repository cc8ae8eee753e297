import { readFileSync } from 'node:fs';
import type { Scratch } from '@/lib/readers/open/testing/scratch';

/** A trace to be read, and the JSON that a bare parser reads in its place. */
export interface BenchTrace {
  readonly name: string;
  readonly path: string;
  readonly json: readonly string[];
}

/** Identifiers of OpenCode: sessions, messages and parts. */
const IDENTIFIER = /\b(?:ses|msg|prt)_\w+/g;
/** What makes a cassette's entry refer to another, as YAML. */
const ANCHOR = / &\w+$/gm;
const ALIAS = /: \*\w+$/gm;

const fixture = (name: string): string =>
  readFileSync(`lib/readers/importers/formats/${name}`, 'utf8');

const strings = (text: string): readonly string[] =>
  text.split('\n').map((line) => JSON.stringify(line));

/** OpenCode's database: the sessions of a fixture again and again, each time with names of its own. */
export function databaseTrace(scratch: Scratch, bytes: number): BenchTrace {
  const sql = fixture('opencode/fixtures/opencode/database.sql');
  const rows = sql
    .split(/(?=^(?:CREATE|INSERT) )/m)
    .filter((one) => /^INSERT INTO (?:session|message|part) /.test(one))
    .join('');
  const copies = Math.ceil(bytes / rows.length);
  const more = Array.from({ length: copies - 1 }, (_, copy) =>
    rows.replace(IDENTIFIER, `$&x${copy}`),
  );
  const path = scratch.database(`${sql}BEGIN;\n${more.join('')}COMMIT;\n`);
  return { name: 'opencode (database.sql)', path, json: strings(rows.repeat(copies)) };
}

/** A cassette of vcrpy: the requests of a fixture again and again, without YAML's references. */
export function cassetteTrace(scratch: Scratch, bytes: number): BenchTrace {
  const [, requests = ''] = /^interactions:\n([^]*)^version:/m.exec(
    fixture('vcr/fixtures/vcr/vcrpy.cassette'),
  ) ?? [''];
  const plain = requests.replace(ANCHOR, '').replace(ALIAS, ': []');
  const text = `interactions:\n${plain.repeat(Math.ceil(bytes / plain.length))}version: 1\n`;
  return { name: 'vcr (vcrpy.cassette)', path: scratch.file(text), json: strings(text) };
}
