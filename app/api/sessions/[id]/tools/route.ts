export { getTools as GET } from '@/lib/host/server/sessions/tool-names';

export const dynamic = 'force-dynamic';
