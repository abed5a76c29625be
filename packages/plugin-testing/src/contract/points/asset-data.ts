import { messageOf } from '@platform/plugin-host'
import type { TestPlatform } from '../../test-platform.ts'
import type { Finding } from '../finding.ts'
import { indexedPlaces, storedPlaces } from '../own-places.ts'
import type { RunningSubject } from '../subject.ts'
import type { Part } from '../take-part.ts'

/** Milliseconds. */
const MERGED_WITHIN = 10_000

/** The names of fields for the id of an asset. */
const ASSET_ID = /(^|\.)(asset|article|story|page)_?id$/i

/**
 * The plugin moves its data about an asset that is merged into another. The check looks for the id of the merged asset
 * in the store, after a user's requests.
 */
export async function checkAssetData(
  { hooks }: RunningSubject,
  platform: TestPlatform,
  { asset }: Part,
): Promise<Finding[]> {
  const into = await platform.createAsset()
  if (!hooks.assetData)
    return [...new Set([...storedPlaces(asset.id, platform), ...indexedPlaces(hooks, ASSET_ID, platform)])].map(at =>
      finding(
        `it stores the id of an asset in ${at}, and has no assetData`,
        'write assetData: { merge }: merge moves the records of an asset to another in batches',
      ),
    )
  try {
    const { assetData } = platform.services.composition
    await assetData.merge({ from: asset.id, into: into.id }, AbortSignal.timeout(MERGED_WITHIN))
  } catch (error) {
    const late = error instanceof DOMException && error.name === 'TimeoutError'
    return [
      late
        ? finding('merge never answers 0', 'answer how many documents the batch changed, and 0 when none was left')
        : finding(`assetData fails: ${messageOf(error)}`, 'correct merge, as the message says'),
    ]
  }
  return storedPlaces(asset.id, platform).map(at =>
    finding(
      `the id of a merged asset is still in ${at} once merge has answered 0`,
      'replace it in merge by the id of the other asset, or remove the record',
    ),
  )
}

function finding(message: string, fix: string): Finding {
  return { point: 'asset-data', message, fix }
}
