import { deleteManySessions, getSessions, postSessions } from '@/lib/api/server/sessions';

export const runtime = 'nodejs';
export const dynamic = 'force-dynamic';

export const GET = getSessions;
export const POST = postSessions;
export const DELETE = deleteManySessions;
