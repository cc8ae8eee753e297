import builder from 'junit-report-builder';
import { PRODUCER } from '@/lib/engine/replay/engine';
import type { Verdict } from '@/lib/answers/report/expectations/evaluate';

/** Characters that XML has no way to write. */
const NOT_XML = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;
const plain = (text: string): string => text.replaceAll(NOT_XML, '\ufffd');

/** A JUnit report: a test case for each expectation of each session. */
export function junitText(
  file: string,
  verdicts: readonly Verdict[],
  problems: readonly string[],
): string {
  const report = builder.newBuilder();
  const suite = report.testSuite().name(plain(file)).property('producer', PRODUCER);
  for (const problem of problems) {
    suite.testCase().className('sessions').name('are given, unchanged').error(plain(problem));
  }
  for (const { session, text, why } of verdicts) {
    const test = suite
      .testCase()
      .className(plain(session ?? 'all sessions'))
      .name(plain(text));
    if (why !== null) test.failure(plain(why), 'expectation');
  }
  return report.build();
}
