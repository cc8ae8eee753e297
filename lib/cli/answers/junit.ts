import builder from 'junit-report-builder';
import type { CheckCase } from '@/lib/answers/model/question';
import { PRODUCER } from '@/lib/engine/replay/engine';

/** Characters that XML has no way to write. */
const NOT_XML = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;
const plain = (text: string): string => text.replaceAll(NOT_XML, '\ufffd');

/** A JUnit report: a test case for each case of a check. */
export function junitText({
  name: file,
  cases,
}: {
  readonly name: string;
  readonly cases: readonly CheckCase[];
}): string {
  const report = builder.newBuilder();
  const suite = report.testSuite().name(plain(file)).property('producer', PRODUCER);
  for (const { of, name, fault, isError } of cases) {
    const test = suite.testCase().className(plain(of)).name(plain(name));
    if (fault === null) continue;
    if (isError) test.error(plain(fault));
    else test.failure(plain(fault), 'expectation');
  }
  return report.build();
}
