import { randomUUID } from 'node:crypto'
import type { Asset } from '@platform/plugin-sdk'
import { newAsset } from '../../features/assets/model.ts'
import type { Platform } from '../../main/platform.ts'

export const DEMO_TITLE = 'The bench by the canal'

/** The address of the demo article. */
export function demoAddress({ config }: Platform): string {
  return `${config.rootUrl}/demo`
}

/** The discussion of the demo article; made when it is first read, once whoever else reads it then. */
export async function demoDiscussion(platform: Platform): Promise<Asset> {
  const url = demoAddress(platform)
  const found = await platform.services.assets.findByUrl(url)
  if (found?.title) return found
  const assets = platform.docstore.collection<Asset>('assets')
  const fresh = { id: randomUUID(), ...newAsset(platform.clock.now(), null), title: DEMO_TITLE }
  const made = await assets.findOneAndUpdate(
    { url },
    { $setOnInsert: fresh },
    { upsert: true, returnDocument: 'after' },
  )
  // Whoever asked for its address first opened it without a title.
  if (made!.title === null) await platform.services.assets.update(made!.id, { title: DEMO_TITLE })
  platform.revisions.bump('assets')
  return { ...made!, title: DEMO_TITLE }
}
