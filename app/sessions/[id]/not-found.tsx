import { MessagePage } from '@/components/ui/message';

/** Page for a session that is not in this library. */
export default function SessionNotFound() {
  return (
    <MessagePage above="404" title="This session is not in the library">
      <p className="mt-3 text-ink2">
        It was deleted, or the link comes from another library: a link holds a view of a session,
        not the session itself. Import its trace here, then open it from the library.
      </p>
      <a
        href="/"
        className="mt-5 inline-flex h-8 w-fit items-center rounded-md bg-accent px-3 font-medium text-on-accent"
      >
        To the library
      </a>
    </MessagePage>
  );
}
