export { getTools as GET } from '@/lib/host/server/sessions/texts/tool-names';

export const dynamic = 'force-dynamic';
