'use client';

import { useEffect, useState } from 'react';
import { Button } from '@/components/ui/button';
import { saveBlob } from '@/components/ui/save-file';
import { formatInteger } from '@/lib/engine/base/format';
import type { ReportRequest } from '@/lib/api/contract/workbench/report-contract';
import { getReport } from '@/lib/api/report';
import { NamesTick } from './leaving';
import { pngOf } from './png';
import { useQuestion, useReport, type ReportOptions } from './use-report';

/** The chart as a picture, as it will look. */
export function ChartPart() {
  const [texts, setTexts] = useState(false);
  const [zoomed, setZoomed] = useState(true);
  const [theme, setTheme] = useState<'light' | 'dark'>(themeOfPage);
  const { question, range, last } = useQuestion();
  const isPart = range.from > 0 || range.to < last;
  const options: ReportOptions = {
    texts,
    theme,
    ...(isPart && zoomed ? { range: [range.from, range.to] } : {}),
  };
  const { id, file, save, said, busy, run } = useReport();
  const asked: ReportRequest = { ...question, ...options, format: 'svg' };
  const picture = usePicture(id, JSON.stringify(asked));
  const savePng = (): void =>
    run('Downloaded.', async () => {
      saveBlob(`highwater-${id}.png`, await pngOf(await file('svg', options)));
    });
  return (
    <div className="grid gap-4">
      <div className="min-h-72 border border-line2">
        {picture === null ? null : (
          <img src={picture} alt="The chart as it will be saved" className="w-full" />
        )}
      </div>
      <fieldset className="flex flex-wrap gap-x-5 gap-y-1">
        <legend className="sr-only">Colours</legend>
        {(['light', 'dark'] as const).map((name) => (
          <label key={name} className="flex min-h-6 items-baseline gap-2">
            <input
              type="radio"
              name="chart-theme"
              checked={theme === name}
              onChange={() => setTheme(name)}
            />
            {name}
          </label>
        ))}
        {isPart ? (
          <label className="flex min-h-6 items-baseline gap-2">
            <input
              type="checkbox"
              checked={zoomed}
              onChange={(event) => setZoomed(event.target.checked)}
            />
            only steps {formatInteger(range.from)} to {formatInteger(range.to)}, as on the page
          </label>
        ) : null}
      </fieldset>
      <NamesTick checked={texts} onChange={setTexts} />
      <div className="flex flex-wrap items-center gap-2">
        <Button variant="primary" disabled={busy} onClick={savePng}>
          Download PNG
        </Button>
        <Button disabled={busy} onClick={() => save('svg', options)}>
          Download SVG
        </Button>
        <span role="status">{said}</span>
      </div>
    </div>
  );
}

/** The colours that the page has now. */
const themeOfPage = (): 'light' | 'dark' => {
  const { theme } = document.documentElement.dataset;
  if (theme === 'light' || theme === 'dark') return theme;
  return window.matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
};

/** Address of the picture in this page's memory, made anew for every question; null until it is there. */
function usePicture(id: string, asked: string): string | null {
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => {
    let gone = false;
    let made: string | null = null;
    getReport(id, JSON.parse(asked) as ReportRequest).then(
      (blob) => {
        if (gone) return;
        made = URL.createObjectURL(blob);
        setAddress(made);
      },
      () => undefined,
    );
    return () => {
      gone = true;
      if (made !== null) URL.revokeObjectURL(made);
    };
  }, [id, asked]);
  return address;
}
