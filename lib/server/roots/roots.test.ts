import {
  chmodSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import type * as Promises from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openBelow, RefusedFileError } from './open-below';
import { forgetRoot, rememberedRoots, rememberRoot } from './remembered-roots';
import { rootOf, watchRoots } from './watch-roots';

/** What another user does once a file is open. */
let meanwhile = (): void => undefined;
vi.mock(import('node:fs/promises'), async (original) => {
  const promises: typeof Promises = await original();
  const open: typeof Promises.open = async (...file) => {
    const handle = await promises.open(...file);
    meanwhile();
    return handle;
  };
  return { ...promises, open };
});

let folder = '';
beforeEach(() => {
  folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'highwater-roots-')));
  for (const name of [
    'home/.claude/projects/a',
    'home/.codex/sessions',
    'home/private',
    'srv/logs',
  ]) {
    mkdirSync(at(name), { recursive: true });
  }
});
afterEach(() => {
  meanwhile = () => undefined;
  rmSync(folder, { recursive: true, force: true });
});

const at = (name: string): string => path.join(folder, name);

const roots = (named: readonly string[] = [], remembered: readonly string[] = []) =>
  watchRoots({ home: at('home'), named, remembered });

describe('the roots', () => {
  it('are the folders of known agents that are there', async () => {
    expect(await roots()).toEqual([
      {
        ...{ name: at('home/.claude/projects'), path: at('home/.claude/projects') },
        ...{ anyOwner: false, agent: 'Claude Code' },
      },
      {
        ...{ name: at('home/.codex/sessions'), path: at('home/.codex/sessions') },
        ...{ anyOwner: false, agent: 'Codex' },
      },
    ]);
  });

  it('are those of HIGHWATER_WATCH, where files may belong to others, and of the command line', async () => {
    const found = await roots([at('srv/logs'), '~/private', '/no/such/folder'], [at('srv')]);
    expect(found.map((root) => [path.relative(folder, root.path), root.anyOwner])).toEqual([
      ['srv/logs', true],
      ['home/private', true],
      ['home/.claude/projects', false],
      ['home/.codex/sessions', false],
      ['srv', false],
    ]);
    expect(rootOf(at('srv/logs/deep'), found)?.anyOwner).toBe(true);
    expect(rootOf(at('srv/other'), found)?.anyOwner).toBe(false);
  });

  it('hold what is below them and no neighbour', async () => {
    const found = await roots();
    expect(rootOf(at('home/.claude/projects'), found)).toBeDefined();
    expect(rootOf(at('home/.claude/projects/a'), found)).toBeDefined();
    for (const name of ['home', 'home/.claude', 'home/.claude/projects-2', 'home/private', 'srv']) {
      expect(rootOf(at(name), found)).toBeUndefined();
    }
  });

  it('are real: a link leads to where the traces are', async () => {
    rmSync(at('home/.claude/projects'), { recursive: true });
    symlinkSync(at('srv/logs'), at('home/.claude/projects'));
    const [first] = await roots();
    expect(first).toMatchObject({ name: at('home/.claude/projects'), path: at('srv/logs') });
  });
});

describe('what "highwater watch" names', () => {
  it('is kept for its owner alone, once, and taken away again', () => {
    rememberRoot(folder, '/srv/a');
    rememberRoot(folder, '/srv/b\n"c"');
    rememberRoot(folder, '/srv/a');
    expect(rememberedRoots(folder)).toEqual(['/srv/a', '/srv/b\n"c"']);
    expect(statSync(at('watch-roots')).mode & 0o777).toBe(0o600);
    forgetRoot(folder, '/srv/a');
    expect(rememberedRoots(folder)).toEqual(['/srv/b\n"c"']);
  });

  it('counts only where nobody else can write it', () => {
    rememberRoot(folder, '/srv/a');
    chmodSync(at('watch-roots'), 0o666);
    expect(rememberedRoots(folder)).toEqual([]);
    rmSync(at('watch-roots'));
    writeFileSync(at('planted'), '["/"]', { mode: 0o600 });
    symlinkSync(at('planted'), at('watch-roots'));
    expect(rememberedRoots(folder)).toEqual([]);
    rmSync(at('watch-roots'));
    writeFileSync(at('watch-roots'), '{"not":["a list"]}', { mode: 0o600 });
    expect(rememberedRoots(folder)).toEqual([]);
    expect(rememberedRoots(at('no/such/folder'))).toEqual([]);
  });
});

describe('a watched file', () => {
  const root = { path: '', anyOwner: false };
  const own = (): typeof root => ({ ...root, path: at('home/.claude/projects') });
  const log = (): string => at('home/.claude/projects/a/log.jsonl');
  const refused = async (file: string, from = own(), uid = process.getuid?.()): Promise<string> => {
    const error: unknown = await openBelow(file, from, uid).then(
      (handle) => handle.close(),
      (reason: unknown) => reason,
    );
    expect(error).toBeInstanceOf(RefusedFileError);
    return (error as RefusedFileError).message;
  };

  beforeEach(() => writeFileSync(log(), 'mine'));

  it('is opened if it is a file of one’s own with one name', async () => {
    const handle = await openBelow(log(), own());
    expect(await handle.readFile('utf8')).toBe('mine');
    await handle.close();
  });

  it('is refused if it is a hard link to another', async () => {
    writeFileSync(at('home/private/secret.jsonl'), 'secret');
    linkSync(at('home/private/secret.jsonl'), at('home/.claude/projects/a/link.jsonl'));
    for (const from of [own(), { ...own(), anyOwner: true }]) {
      expect(await refused(at('home/.claude/projects/a/link.jsonl'), from)).toMatch(/hard link/);
    }
  });

  it('is refused if it is a hard link that has gone since it was opened', async () => {
    const link = at('home/.claude/projects/a/link.jsonl');
    writeFileSync(at('home/private/secret.jsonl'), 'secret');
    meanwhile = () => rmSync(link);
    for (const from of [own(), { ...own(), anyOwner: true }]) {
      linkSync(at('home/private/secret.jsonl'), link);
      await expect(openBelow(link, from)).rejects.toThrow('ENOENT');
    }
  });

  it('of another user is refused, unless its root is for files of others', async () => {
    const stranger = (process.getuid?.() ?? 0) + 1;
    expect(await refused(log(), own(), stranger)).toMatch(/belongs to another user/);
    await (await openBelow(log(), { ...own(), anyOwner: true }, stranger)).close();
  });

  it('is refused where a folder on its way was exchanged for a link', async () => {
    mkdirSync(at('home/private/a'));
    writeFileSync(at('home/private/a/log.jsonl'), 'secret');
    renameSync(at('home/.claude/projects/a'), at('home/.claude/projects/b'));
    symlinkSync(at('home/private/a'), at('home/.claude/projects/a'));
    for (const from of [own(), { ...own(), anyOwner: true }]) {
      expect(await refused(log(), from)).toMatch(/lies outside of/);
    }
  });

  it('is refused if it is a link or a folder', async () => {
    symlinkSync(log(), at('home/.claude/projects/link.jsonl'));
    await expect(openBelow(at('home/.claude/projects/link.jsonl'), own())).rejects.toThrow('ELOOP');
    expect(await refused(at('home/.claude/projects/a'))).toMatch(/not a regular file/);
  });
});
