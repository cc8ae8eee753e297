import { spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import path from 'node:path';
import { CommandError } from '@/lib/server/project.mjs';

/** The first has no windows of its own to keep: a quarter less work for the same pages. */
const NAMES = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome',
];

/** Packages of Debian, the better one first. */
const DEBIAN = ['chromium-headless-shell', 'chromium'];

const KNOWN_PLACES = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
  '/snap/bin/chromium',
];

const INSTALL_LIMIT_MS = 600_000;

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/**
 * Path of Chromium or Chrome for tests: from the variable CHROMIUM, else from PATH, else from a usual
 * place; undefined if there is none.
 */
export function findBrowser(
  variables: Readonly<Record<string, string | undefined>> = process.env,
): string | undefined {
  const named = variables['CHROMIUM'];
  if (named !== undefined && named !== '') return named;
  const folders = (variables['PATH'] ?? '').split(path.delimiter).filter((folder) => folder !== '');
  const onPath = folders.flatMap((folder) => NAMES.map((name) => path.join(folder, name)));
  return [...onPath, ...KNOWN_PLACES].find(isExecutable);
}

const succeeds = (program: string, args: readonly string[]): boolean =>
  spawnSync(program, args, { stdio: 'inherit', timeout: INSTALL_LIMIT_MS }).status === 0;

/**
 * Finds or installs a browser: an installed one, else Playwright's, else Debian's (as root).
 * @throws CommandError if none is available.
 */
export async function ensureBrowser(): Promise<void> {
  if (findBrowser() !== undefined) return;
  const { chromium } = await import('@playwright/test');
  if (isExecutable(chromium.executablePath())) return;
  console.log('No Chromium or Chrome found: installing the one of Playwright …');
  const script = path.resolve('node_modules/@playwright/test/cli.js');
  if (succeeds(process.execPath, [script, 'install', 'chromium'])) return;
  if (process.getuid?.() === 0) {
    console.log('That failed: installing the one of Debian …');
    succeeds('apt-get', ['update', '-qq']);
    const install = ['install', '-y', '-qq', '--no-install-recommends'];
    if (DEBIAN.some((name) => succeeds('apt-get', [...install, name]))) return;
  }
  throw new CommandError(
    'No browser: install Chromium or Chrome, or name one with CHROMIUM=/path.',
  );
}
