import { endSession } from '../../features/sessions/routes.ts'
import { seeOther } from '../../request/own-path.ts'
import type { PageContext } from '../route.ts'

/** `POST /sign-out`: ends the session, and makes the browser forget it. */
export async function signOut(ctx: PageContext): Promise<void> {
  await endSession(ctx)
  seeOther(ctx, `${ctx.state.context.services.config.mountPath}/`)
}
