import type { Json } from '@/lib/engine/session/schema';
import { isMap } from '../contextguard';

/** What a call does to the world, by its tool's name and, for a shell, its command. */
export const callEffects = ['none', 'reads', 'may write', 'writes'] as const;
export type CallEffect = (typeof callEffects)[number];

/** Lists that agents keep for themselves: changing one writes nothing that another call reads. */
const LISTS = /todo|plan|^task(create|update|list|get|output|stop)?$/i;

const SHELLS: ReadonlySet<string> = new Set(
  'bash shell exec run terminal command powershell sh stdin execute'.split(' '),
);
const WRITERS: ReadonlySet<string> = new Set(
  (
    'write edit multiedit patch create delete remove move rename replace insert update apply save put ' +
    'post set commit append upload install notebookedit'
  ).split(' '),
);
const READERS: ReadonlySet<string> = new Set('read view open cat show'.split(' '));

/** Commands of a shell that leave everything as it is. */
const READ_ONLY =
  /^(cat|ls|ll|pwd|head|tail|grep|egrep|rg|ag|find|fd|wc|which|file|stat|tree|du|df|env|date|diff|jq|cut|sort|uniq|nl|whoami|uname|cd|true|test|sed -n|git (status|log|diff|show|branch|rev-parse|ls-files|blame|remote -v|describe|grep|merge-base)|kubectl (get|describe|logs)|gh (pr|issue|run) (view|list|diff|checks))( |$)/;

/** The effect of a call. */
export function callEffect(name: string, args: Json): CallEffect {
  if (LISTS.test(name)) return 'none';
  const words = nameWords(name);
  if (words.some((word) => SHELLS.has(word))) return readsOnly(args) ? 'none' : 'may write';
  if (words.some((word) => WRITERS.has(word))) return 'writes';
  return words.some((word) => READERS.has(word)) ? 'reads' : 'none';
}

/** "mcp__files__readFile" as "mcp", "files", "read", "file". */
const nameWords = (name: string): readonly string[] =>
  name
    .slice(0, 200)
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/);

/** Longer commands are programs. */
const MOST_COMMAND = 2_000;

function readsOnly(args: Json): boolean {
  const command = commandOf(args);
  if (command === null || command.length > MOST_COMMAND) return false;
  if (
    /(^|[^0-9&])>(?!\s*(\/dev\/null|&))|`|\$\(|\bxargs\b|\btee\b|-exec\b|-delete\b/.test(command)
  ) {
    return false;
  }
  return command
    .split(/&&|\|\|?|;|\n/)
    .every((one) => one.trim() === '' || READ_ONLY.test(one.trim()));
}

/** The text of a shell's command: a string, or the last of a list (`bash -lc "ls"`). */
function commandOf(args: Json): string | null {
  if (!isMap(args)) return typeof args === 'string' ? args : null;
  const given = args['command'] ?? args['cmd'] ?? args['script'] ?? null;
  const last = Array.isArray(given) ? (given as readonly Json[]).at(-1) : given;
  return typeof last === 'string' ? last : null;
}
