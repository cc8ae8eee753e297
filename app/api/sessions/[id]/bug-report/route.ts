export { postBugReport as POST } from '@/lib/server/http/sessions/report/bug-report';

export const dynamic = 'force-dynamic';
