export { postBugReport as POST } from '@/lib/host/server/sessions/report/bug-report';

export const dynamic = 'force-dynamic';
