/**
 * Lines of code by workspace: `npx tsx lib/tools/count-lines.ts`. A line counts if a token of the language stands
 * on it; blank lines and comments do not. `count-lines.test.ts` holds each one to its budget.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import ts from 'typescript';
import { counted, formatInteger } from '@/lib/engine/base/format';
import { inProject } from '@/lib/server/project.mjs';

export type Kind = 'product' | 'tests' | 'conformance';

export interface RoomLines {
  readonly room: string;
  readonly kind: Kind;
  readonly files: number;
  readonly lines: number;
}

// What a page says is written as data where figures fill it: that counts too.
const SOURCE = /\.(tsx?|mts|cts|m?js|cjs)$|(^|\/)words\.json$/;
const NOT_SOURCE = /(^|\/)(fixtures|generated)\/|^public\//;
const TEST = /\.(test|long|traces)\.|\/testing\/|^e2e\//;

/** The workspace of a file below `lib`; `web`, `e2e`, or the settings of tools beside them. */
function roomOf(file: string): string {
  const workspace = /^lib\/(\w+)\//.exec(file)?.[1];
  if (workspace !== undefined) return workspace;
  if (/^(app|components)\/|^(proxy|instrumentation)/.test(file)) return 'web';
  if (file.startsWith('e2e/')) return 'e2e';
  return file.startsWith('lib/') ? 'tools' : 'settings of tools';
}

const kindOf = (file: string): Kind => {
  if (file.includes('conformance')) return 'conformance';
  return TEST.test(file) ? 'tests' : 'product';
};

/** Lines of a source text that hold a token. @param name decides the language, as `x.tsx` */
export function codeLines(name: string, text: string): number {
  const source = ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true);
  const lineAt = (place: number): number => source.getLineAndCharacterOfPosition(place).line;
  const lines = new Set<number>();
  const visit = (node: ts.Node): void => {
    // Comments that document something are nodes too.
    if (node.kind >= ts.SyntaxKind.FirstJSDocNode && node.kind <= ts.SyntaxKind.LastJSDocNode)
      return;
    const children = node.getChildren(source);
    children.forEach(visit);
    if (children.length > 0 || node.getEnd() === node.getStart(source)) return;
    const last = lineAt(node.getEnd());
    for (let line = lineAt(node.getStart(source)); line <= last; line++) lines.add(line);
  };
  visit(source);
  return lines.size;
}

/** Files and lines of every room, of all tracked source files; generated ones and fixtures are none. */
export function countedRooms(): readonly RoomLines[] {
  const listed = execFileSync('git', ['ls-files'], { cwd: inProject(), encoding: 'utf8' });
  const rooms = new Map<string, RoomLines>();
  for (const file of listed.split('\n')) {
    if (!SOURCE.test(file) || NOT_SOURCE.test(file) || !existsSync(inProject(file))) continue;
    const [room, kind] = [roomOf(file), kindOf(file)];
    const before = rooms.get(`${room} ${kind}`) ?? { files: 0, lines: 0 };
    const lines = before.lines + codeLines(file, readFileSync(inProject(file), 'utf8'));
    rooms.set(`${room} ${kind}`, { room, kind, files: before.files + 1, lines });
  }
  return [...rooms.values()].sort((a, b) => b.lines - a.lines);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const rooms = countedRooms();
  for (const kind of ['product', 'tests', 'conformance'] as const) {
    const own = rooms.filter((one) => one.kind === kind);
    const sum = own.reduce((lines, one) => lines + one.lines, 0);
    console.log(`${kind} ${formatInteger(sum)}`);
    for (const { room, files, lines } of own) {
      console.log(`  ${room}: ${formatInteger(lines)} in ${counted(files, 'file')}`);
    }
  }
}
