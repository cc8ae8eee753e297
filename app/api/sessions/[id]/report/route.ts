export { postReport as POST } from '@/lib/server/http/sessions/report/report';

export const dynamic = 'force-dynamic';
