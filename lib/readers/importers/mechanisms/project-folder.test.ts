import { expect, it } from 'vitest';
import { projectFolder } from './session-facts';

it.each([
  ['/home/a/work/cli', '/home/a/work/cli'],
  ['/home/a/work/cli/', '/home/a/work/cli'],
  ['/home/a/work/cli/.worktrees/1', '/home/a/work/cli'],
  ['/home/a/cli/.claude/worktrees/fix/lib', '/home/a/cli'],
  ['C:\\work\\cli\\.worktrees\\2', 'C:\\work\\cli'],
  ['', null],
  [7, null],
])('the project of %j is %j', (folder, project) => {
  expect(projectFolder(folder)).toBe(project);
});
