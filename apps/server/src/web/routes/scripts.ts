import { NotFoundError } from '@platform/plugin-sdk'
import { embedScript } from '@platform/stream'
import type { PageContext } from '../route.ts'
import { sendFile } from '../send-file.ts'

/** Pages of other sites name these scripts without a hash, so browsers ask for a newer one after ten minutes. */
const SHORT = 'public, max-age=600'

/** `GET /embed.js`: shows a discussion on a page of another site. */
export function sendEmbed(ctx: PageContext): Promise<void> {
  const { disableEmbedPolyfill } = ctx.state.context.services.config
  return sendFile(ctx, embedScript(disableEmbedPolyfill ? 'embed.js' : 'embed-polyfilled.js'), SHORT)
}

/** `GET /embed-polyfill.js`: what older browsers lack, which the embed script loads there. */
export function sendEmbedPolyfill(ctx: PageContext): Promise<void> {
  return sendFile(ctx, embedScript('embed-polyfill.js'), SHORT)
}

/** `GET /count.js`: fills numbers of comments into a page of another site. */
export function sendCount(ctx: PageContext): Promise<void> {
  return sendFile(ctx, embedScript('count.js'), SHORT)
}

/** `GET /assets/:file`: sends a file of the server or of the stream, which never changes under its name. */
export async function sendAsset(ctx: PageContext): Promise<void> {
  const { config, clientBuilds } = ctx.state.context.services
  const file = config.disableStaticServer ? undefined : await clientBuilds.fileOf(ctx.params['file'] ?? '')
  if (!file) throw new NotFoundError('The file')
  await sendFile(ctx, file, 'public, max-age=31536000, immutable')
}
