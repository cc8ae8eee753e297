import type { Metadata } from 'next';
import { MessagePage } from '@/components/ui/message';

export const metadata: Metadata = { title: 'Not found' };

/** Page for an unknown address. */
export default function NotFound() {
  return (
    <MessagePage above="404" title="There is nothing at this address">
      <p className="mt-3 text-ink2">
        The session may have been deleted, or the link may come from another library: a link holds a
        view of a session, not the session itself. Import its trace again to open it here.
      </p>
      <div className="mt-5">
        <a
          href="/"
          className="inline-flex h-8 items-center rounded-md bg-accent px-3 font-medium text-on-accent"
        >
          To the library
        </a>
      </div>
    </MessagePage>
  );
}
