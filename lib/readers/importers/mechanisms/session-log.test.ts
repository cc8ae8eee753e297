import { expect, test } from 'vitest';
import { readFixture } from '../testing/session-view';

test.each(['droid/session.jsonl', 'amp/thread.json', 'continue/session.json'])(
  '%s is named by its log’s title, not after the user’s first text',
  (file) => {
    expect(readFixture(file).sessions[0]?.name).toBe('Towns');
  },
);
