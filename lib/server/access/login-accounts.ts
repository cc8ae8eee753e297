import { readdirSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';

/** What is known of this machine's accounts. */
export interface Machine {
  readonly platform: NodeJS.Platform;
  /** The process's user; undefined on Windows. */
  readonly uid: number | undefined;
  readonly home: string;
  /** Text of /etc/passwd. */
  readonly passwd: () => string;
  /** Names beside the home folder. */
  readonly homes: () => readonly string[];
}

const thisMachine = (): Machine => ({
  platform: process.platform,
  uid: process.getuid?.(),
  home: homedir(),
  passwd: () => readFileSync('/etc/passwd', 'utf8'),
  homes: () => readdirSync(path.dirname(homedir())),
});

/** Systems that keep accounts elsewhere than in /etc/passwd, and a folder for each. */
const BY_FOLDER: readonly string[] = ['darwin', 'win32'];

/** Folders and files beside home folders that belong to nobody. */
const NOBODYS =
  /^(\..*|shared|public|guest|default|default user|defaultuser\d+|all users|desktop\.ini)$/i;

/** Ids of people's accounts; below are the system's, above are "nobody" and passing ones. */
const isPerson = (uid: number): boolean => uid >= 1_000 && uid < 65_534;

const NO_LOGIN = /(^|\/)(nologin|false|true|sync|shutdown|halt)$/;

/**
 * True if people other than this process's user can log in to this machine, or if that is unknown.
 * Root is no other: nothing is hidden from it.
 */
export function othersLogIn(machine: Machine = thisMachine()): boolean {
  try {
    return BY_FOLDER.includes(machine.platform)
      ? hasOtherFolders(machine)
      : hasOtherLogins(machine);
  } catch {
    return true;
  }
}

const hasOtherFolders = ({ home, homes }: Machine): boolean =>
  homes().some((name) => name !== path.basename(home) && !NOBODYS.test(name));

function hasOtherLogins({ uid, passwd }: Machine): boolean {
  const accounts = passwd()
    .split('\n')
    .filter((line) => line.includes(':'))
    .map((line) => line.split(':'));
  const ids = accounts.map((fields) => Number(fields[2]));
  // The own account comes from a directory (LDAP, …), which has others too.
  if (uid !== undefined && !ids.includes(uid)) return true;
  return accounts.some((fields, at) => {
    const id = ids[at] ?? 0;
    return id !== uid && isPerson(id) && !NO_LOGIN.test(fields[6] ?? '');
  });
}
