import type { Asset } from '@platform/plugin-sdk'
import { isClosed } from './model.ts'

/** How a discussion stands: open without an end, open until a time that is known, or closed. */
export type AssetStanding = 'open' | 'closing' | 'closed'

/** One way a discussion opens or closes. Counters and karma follow none of them. */
export interface AssetTransition {
  /** Whose name the entry in the history carries: a moderator's, or nobody's for the command line. */
  readonly by: 'moderator' | 'operator'
  readonly from: readonly AssetStanding[]
  readonly to: readonly AssetStanding[]
  /** What is published, with the asset's id; as `asset_id` too, which is what brings it to those who read there. */
  readonly event: string
}

/** Every way a discussion opens or closes once it is there. A closing time that comes is none: nothing is written then. */
export const ASSET_TRANSITIONS = {
  close: { by: 'moderator', from: ['open', 'closing'], to: ['closed'], event: 'assetStatusChanged' },
  reopen: { by: 'moderator', from: ['closed'], to: ['open', 'closing'], event: 'assetStatusChanged' },
  /** The end is set, moved or lifted. */
  schedule: { by: 'moderator', from: ['open', 'closing'], to: ['open', 'closing'], event: 'assetStatusChanged' },
  /** Closed with another date. */
  redate: { by: 'moderator', from: ['closed'], to: ['closed'], event: 'assetStatusChanged' },
  /** Its comments move to another, and it is removed. */
  merge: { by: 'operator', from: ['open', 'closing', 'closed'], to: ['closed'], event: 'assetMerged' },
} as const satisfies Readonly<Record<string, AssetTransition>>

export type AssetTransitionName = keyof typeof ASSET_TRANSITIONS

export function standingOf(asset: Pick<Asset, 'closedAt'>, now: Date): AssetStanding {
  if (isClosed(asset, now)) return 'closed'
  return asset.closedAt === null ? 'open' : 'closing'
}

/** What setting a closing time is; `null` when it is set already. */
export function transitionTo(
  closedAt: Date | null,
  before: Pick<Asset, 'closedAt'>,
  now: Date,
): Exclude<AssetTransitionName, 'merge'> | null {
  if (before.closedAt?.getTime() === closedAt?.getTime()) return null
  const [from, to] = [standingOf(before, now), standingOf({ closedAt }, now)]
  const { merge: _removes, ...moves } = ASSET_TRANSITIONS
  const entries = Object.entries(moves) as [keyof typeof moves, AssetTransition][]
  return entries.find(([, move]) => move.from.includes(from) && move.to.includes(to))![0]
}
