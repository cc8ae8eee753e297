import Link from 'next/link';
import { ForeignText } from '@/components/ui/text/foreign-text';
import { lackWords, type WouldDecide as Wish } from '@/lib/tuning/evidence/would-decide';

/** What would decide the settings that a corpus cannot: what it has of each, and where more would be. */
export function WouldDecide(props: {
  readonly wishes: readonly Wish[];
  /** Short names of the settings that are swept. */
  readonly names: Readonly<Record<string, string>>;
}) {
  const { wishes, names } = props;
  if (wishes.length === 0) return null;
  return (
    <div data-would="" className="mt-1 flex flex-wrap gap-x-10 gap-y-2 text-sm text-ink2">
      {wishes.map(({ setting, lacks }) => (
        <div key={setting}>
          <h2 className="font-medium text-ink">
            What would decide the {names[setting] ?? setting}
          </h2>
          <ul>
            {lacks.map((lack) => (
              <li key={lack.words} className={lack.have === 0 ? 'text-ink' : ''}>
                <ForeignText text={lackWords(lack)} />
              </li>
            ))}
          </ul>
        </div>
      ))}
      <Link
        href="/?made=recorded&with=recorded"
        className="inline-flex min-h-6 items-center self-end underline underline-offset-2"
      >
        Sessions of the library that compacted as recorded
      </Link>
    </div>
  );
}
