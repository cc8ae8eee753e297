import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ask } from '@/lib/answers/model/ask';
import { answerMarkdown } from '@/lib/answers/print/markdown';
import { explain } from '@/lib/answers/questions/explain';
import { policies } from '@/lib/policies/registry';
import type { Session } from '@/lib/engine/session/schema';
import { arbitrarySession } from '@/lib/engine/session/testing/arbitrary-session';
import { textSession } from '@/lib/engine/session/testing/text-session';
import { reportDocument } from './report-document';
import { reportFormats, type ChartTheme } from './report-format';
import { headlineOf, reportModel, stepsShown } from './report-model';
import { PICTURE, planted } from './testing/planted';
import { subjectOf } from './testing/subject-of';

/** The recording as it ran: nothing is projected. */
const asRecorded = { policy: 'recorded' };

const report = (session: Session, asked: Parameters<typeof subjectOf>[1] = {}) =>
  reportModel(subjectOf(session, asked));

describe('a report', () => {
  const session = textSession(PICTURE, 'The fix');

  it('explains the step asked about and the first of each event, and says how many', () => {
    const model = report(session, { ...asRecorded, step: 3 });
    expect(model.asked).toMatchObject({
      step: 3,
      why: ['asked about', 'first recorded overflow', 'first overflow of the replay'],
    });
    expect(model.others.map(({ step, why }) => [step, ...why])).toEqual([
      [2, 'first recorded compaction'],
    ]);
    expect(stepsShown(model)).toBe('2 of 4 steps');
    expect(headlineOf(model)).toMatch(/^Under As recorded: .* Step 3 holds: /);
    expect(report(session, asRecorded).asked?.step).toBe(3);
  });

  it('tells a step as the question `explain` does', () => {
    const subject = subjectOf(session, { ...asRecorded, step: 3, texts: true });
    const { blocks } = ask(explain, subject, { step: 3 });
    const linesOf = (text: string): readonly string[] =>
      text.split('\n').map((line) => line.replace(/^- /, ''));
    const rows = new Set(linesOf(reportDocument(subject, 'markdown', 'auto')));
    const told = linesOf(answerMarkdown(blocks)).filter((line) => !line.startsWith('#'));
    expect(told.filter((line) => !rows.has(line))).toEqual([]);
    expect(told.length).toBeGreaterThan(10);
  });

  it('says each setting beside its default and what the session opens with', () => {
    const { settings } = report(session, { set: { cap: 7.5 } });
    expect(settings.filter(({ changed }) => changed)).toEqual([
      {
        ...{ key: 'cap', label: 'Correction cap', value: '7.5×', initial: '5×', opened: '5×' },
        changed: true,
      },
    ]);
    const other = report(session, { policy: 'crush' }).settings;
    expect(other.every(({ opened }) => opened === null)).toBe(true);
  });

  it('as Markdown is tables and lists', () => {
    const subject = subjectOf(session, { ...asRecorded, step: 3, texts: true });
    const rows = reportDocument(subject, 'markdown', 'auto').split('\n');
    for (const line of [
      'Highwater report · The fix · 4 steps',
      '## Step 3: asked about, first recorded overflow, first overflow of the replay',
      '| Operand | Value | From |',
      '| --- | ---: | --- |',
      '| Limit | 20,000 tokens (recording) |',
      '| Real, as sent | 20,819 | ▲ Refused by the provider; limit 20,000 (named by the rejection) |',
      'highwater explain trace.jsonl --policy recorded --step 3',
    ]) {
      expect(rows).toContain(line);
    }
  });

  it('prints notes on steps where they were written', () => {
    const notes = [
      { from: 2, to: 2, text: 'held' },
      { from: 1, to: 3, text: '<b>slow</b>' },
    ];
    const html = reportDocument(subjectOf(session, { notes }), 'html', 'auto');
    expect(html).toContain('<li>Step 2: held</li>');
    expect(html).toContain('<li>Steps 1 to 3: &lt;b&gt;slow&lt;/b&gt;</li>');
  });

  it('quotes a command for a shell', () => {
    const { command } = report(session, { fault: 'response@4*0.5' });
    expect(command).toMatch(/ --fault 'response@4\*0\.5' --step \d$/);
  });
});

describe('the chart', () => {
  const session = textSession(PICTURE);
  const svg = (asked = {}, theme: ChartTheme = 'auto') =>
    reportDocument(subjectOf(session, asked), 'svg', theme);

  it('has its title, its axes, a mark for each event and the numbers of each step', () => {
    const text = svg(asRecorded);
    expect(text).toContain('<title id="hw-title">Tokens by step under As recorded</title>');
    expect(text).toContain('>tokens</text>');
    expect(text).toContain('>step</text>');
    expect(text).toMatch(/<title>Step 3: real 20,819, .*recorded overflow, overflow<\/title>/);
    expect(text).toMatch(/>limit 20,000</);
  });

  it('draws what is projected dashed, in a band, from the divergence on', () => {
    const text = svg({ policy: 'contextguard-threshold', set: { window: 15_000 } });
    expect(text).toMatch(/class="hw-projected hw-s-real"/);
    expect(text).toContain('>projected</text>');
    expect(text).toMatch(/real ~[\d,]+</);
  });

  it('follows the system’s colours only where no theme is asked for', () => {
    expect(svg({}, 'auto')).toContain('prefers-color-scheme');
    expect(svg({}, 'light')).not.toContain('prefers-color-scheme');
    expect(svg({}, 'light')).toContain('.hw-f-bg{fill:#fbfbfa}');
    expect(svg({}, 'dark')).toContain('.hw-f-bg{fill:#0f1114}');
  });

  it('is of the range that is asked for', () => {
    expect(svg({ range: { from: 1, to: 2 } })).toContain('Steps 1 to 2.');
    expect(svg({ range: { from: 1, to: 2 } })).not.toContain('Step 3:');
  });
});

describe('the rows', () => {
  const session = textSession(PICTURE);

  it('say first what they are of, and parse', () => {
    const subject = subjectOf(session, { set: { window: 15_000 }, fault: 'usage-stops@3' });
    const [head = '', names = '', ...rows] = reportDocument(subject, 'csv', 'auto').split('\r\n');
    expect(head).toMatch(
      /^# producer=highwater [\d.+a-z]+; policy=contextguard-threshold; .*steps=4; unit=tokens; projectedFrom=\d+; settings\.window=15000; .*fault=usage-stops@3$/,
    );
    const width = names.split(',').length;
    expect(rows.slice(0, -1).map((row) => row.split(',').length)).toEqual(Array(4).fill(width));
    const lines = reportDocument(subject, 'ndjson', 'auto').trim().split('\n');
    const [facts, ...steps] = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(facts).toMatchObject({ steps: 4, unit: 'tokens', faults: ['usage-stops@3'] });
    expect(steps.map(({ step }) => step)).toEqual([0, 1, 2, 3]);
    expect(steps.map(({ realKind }) => realKind)).toContain('projected');
    expect(['session', 'lane', ...(facts?.['columns'] as string[])].join(',')).toBe(names);
  });

  it('say each note at the step where it begins, in a column that only notes bring', () => {
    const subject = {
      ...subjectOf(session, asRecorded),
      notes: [
        { from: 1, to: 2, text: 'grows, "fast"' },
        { from: 1, to: 1, text: 'here' },
      ],
    };
    const [, names = '', ...rows] = reportDocument(subject, 'csv', 'auto').split('\r\n');
    expect(names.split(',').at(-1)).toBe('notes');
    const noted = rows.filter((row) => row.includes('grows'));
    expect(noted).toEqual([rows[1]]);
    expect(noted[0]).toContain('grows, ""fast""');
    const lines = reportDocument(subject, 'ndjson', 'auto').trim().split('\n');
    const [facts, ...steps] = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
    expect((facts?.['columns'] as string[]).at(-1)).toBe('notes');
    expect(steps.map((step) => (step['notes'] as object[]).length)).toEqual([0, 2, 0, 0]);
    expect(steps[1]?.['notes']).toEqual([
      { first: 1, last: 2, text: 'grows, "fast"' },
      { first: 1, last: 1, text: 'here' },
    ]);
    const bare = reportDocument(subjectOf(session, asRecorded), 'csv', 'auto');
    expect(bare).not.toContain('notes');
  });
});

describe('numbers only', () => {
  const words = 'PLANTED-weasel';

  it.each(policies.map(({ id }) => id))('holds no word of the recording under %s', (policy) => {
    const session = planted(words);
    for (const format of reportFormats) {
      const subject = subjectOf(session, { policy, step: 3 });
      expect(reportDocument(subject, format, 'auto').toLowerCase()).not.toContain('weasel');
    }
  });

  it('names them where texts are asked for', () => {
    const subject = subjectOf(planted(words), { texts: true });
    for (const format of reportFormats) {
      expect(reportDocument(subject, format, 'auto')).toContain('weasel');
    }
  });

  it('says the same numbers with texts and without', () => {
    const session = textSession(PICTURE);
    const [bare, named] = [false, true].map((texts) => report(session, { texts, step: 3 }));
    expect(bare?.hash).toBe(named?.hash);
    expect(bare?.asked?.answer.facts.operands).toEqual(named?.asked?.answer.facts.operands);
    expect(bare?.settings).toEqual(named?.settings);
  });
});

/** Tags and attributes that the report writes itself. */
const TAGS =
  /^\/?(html|head|meta|title|style|body|main|p|h[123]|ul|li|pre|code|div|table|caption|thead|tbody|tr|th|td|figure|figcaption|details|summary|svg|desc|rect|path|text)$/;
const ATTRIBUTES =
  /^(xmlns|class|role|viewBox|width|height|aria-label|aria-labelledby|id|x|y|d|text-anchor|lang|charset|http-equiv|content|name|tabindex|scope)$/;

/** Everything between < and >: texts and values hold neither sign. */
function expectOurMarkup(html: string): void {
  const markup = html.replace(/^<!doctype html>/, '');
  for (const [, tag = ''] of markup.matchAll(/<([^>]*)>/g)) {
    const [name = ''] = tag.replace(/\/$/, '').split(' ');
    expect(name).toMatch(TAGS);
    const rest = tag.slice(name.length).replace(/\/$/, '');
    const left = rest.replace(/ ([\w-]+)="[^"]*"/g, (_, key: string) => {
      expect(key).toMatch(ATTRIBUTES);
      return '';
    });
    expect(left).toBe('');
  }
  expect(markup.replace(/<[^>]*>/g, '')).not.toMatch(/[<>]/);
  expect(html).not.toMatch(/(?!\n)[\p{Cc}\u202a-\u202e\u2066-\u2069]|\p{Surrogate}/u);
}

const hostile = fc.oneof(
  fc.constantFrom(
    '</script><script>alert(1)</script>',
    '"><img src=x onerror=alert(1)>',
    "' onmouseover='alert(1)",
    '</title></style><svg onload=alert(1)>',
    ']]><!--',
    '\u202egnp.exe\u2066',
    'a\u0000b\u0007\u009f',
    '\ud800 half \udc00',
    '&lt;b&gt;&#60;',
    '@everyone [x](javascript:alert(1)) <b>',
    'x'.repeat(5_000),
  ),
  fc.string({ unit: 'binary', minLength: 1, maxLength: 40 }),
);

describe('a hostile recording', () => {
  it('brings no markup into the HTML and the SVG', () => {
    fc.assert(
      fc.property(hostile, (words) => {
        const subject = subjectOf(planted(words), { texts: true });
        for (const format of ['html', 'svg'] as const) {
          expectOurMarkup(reportDocument(subject, format, 'auto'));
        }
      }),
      { numRuns: 60 },
    );
  });

  it('brings no HTML, link or mention into the Markdown', () => {
    fc.assert(
      fc.property(hostile, (words) => {
        const text = reportDocument(subjectOf(planted(words), { texts: true }), 'markdown', 'auto');
        const plain = text.replace(/\\[\\`*_{}[\]<>#|~!$&]/g, '');
        expect(plain).not.toMatch(/[<>]|\]\(|@\w/);
        expect(text.length).toBeLessThan(60_000);
      }),
      { numRuns: 60 },
    );
  });

  it('is reported in every form, whatever it holds', () => {
    const policy = fc.constantFrom(...policies.map(({ id }) => id));
    fc.assert(
      fc.property(arbitrarySession, policy, fc.boolean(), (session, id, texts) => {
        fc.pre(session.steps.length > 0);
        for (const format of reportFormats) {
          const text = reportDocument(subjectOf(session, { policy: id, texts }), format, 'auto');
          expect(text).not.toMatch(/\bNaN\b|undefined|\[object/);
          if (format === 'html') expectOurMarkup(text);
        }
      }),
      { numRuns: 40 },
    );
  });
});
