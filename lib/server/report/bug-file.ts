import { createHash } from 'node:crypto';
import {
  bugReport,
  checkBugReport,
  type Bug,
  type BugHost,
} from '@/lib/answers/report/document/bug/bug-report';
import { encodeProfile } from '@/lib/engine/tokens/profile-codec';

const sha256 = (data: string | Uint8Array): string =>
  createHash('sha256').update(data).digest('hex');

const host = (): BugHost => ({
  sha: sha256,
  numbersOf: (profile) => sha256(encodeProfile(profile)),
  now: Date.now(),
});

/** The bug report of a result as the text of its file, for the page, the command line and the API. */
export const bugFile = (bug: Bug): string => bugReport(bug, host());

/** What the present engine makes of a bug report. */
export const checkBugFile = (value: unknown): ReturnType<typeof checkBugReport> =>
  checkBugReport(value, host());
