export { getTools as GET } from '@/lib/host/server/sessions/tools';

export const dynamic = 'force-dynamic';
