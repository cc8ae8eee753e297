export { postReport as POST } from '@/lib/host/server/sessions/report/report';

export const dynamic = 'force-dynamic';
