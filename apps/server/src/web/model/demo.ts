import { randomUUID } from 'node:crypto'
import type { Asset, Services } from '@platform/plugin-sdk'
import { newAsset } from '../../features/assets/model.ts'

export const DEMO_TITLE = 'The bench by the canal'

/** The address of the demo article. */
export function demoAddress({ config }: Services): string {
  return `${config.rootUrl}/demo`
}

/** The asset of the demo article. The first request creates it, and simultaneous requests create only one. */
export async function demoAsset(services: Services): Promise<Asset> {
  const url = demoAddress(services)
  const found = await services.assets.findByUrl(url)
  if (found?.title) return found
  const assets = services.docstore.collection<Asset>('assets')
  const fresh = { id: randomUUID(), ...newAsset(services.clock.now(), null), title: DEMO_TITLE }
  const made = await assets.findOneAndUpdate(
    { url },
    { $setOnInsert: fresh },
    { upsert: true, returnDocument: 'after' },
  )
  if (!made) throw new Error('the asset of the demo article was neither found nor created')
  // A request of the API that was faster has created the discussion without a title.
  if (made.title === null) await services.assets.update(made.id, { title: DEMO_TITLE })
  services.revisions.bump('assets')
  return { ...made, title: DEMO_TITLE }
}
