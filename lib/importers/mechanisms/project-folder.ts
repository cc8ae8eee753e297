import { textOf } from './loose-json';

/** Folders below a repository in which agents keep copies of it. */
const WORKTREES = /[/\\]\.(?:claude[/\\])?worktrees[/\\].*$/;

/** The project of a working folder: copies of one repository made for agents are that repository. */
export function projectFolder(folder: unknown): string | null {
  const path =
    textOf(folder)
      ?.replace(WORKTREES, '')
      .replace(/[/\\]+$/, '') ?? '';
  return path === '' ? null : path;
}
