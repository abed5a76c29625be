import type { Asset } from '@platform/plugin-sdk'
import { isClosed } from './model.ts'

/** The state of a discussion: open without an end, open until its closing time, or closed. */
export type AssetState = 'open' | 'closing' | 'closed'

/** One way a discussion opens or closes. Counters and karma follow none of them. */
export interface AssetTransition {
  /** Whether the entry in the history names a moderator, or no user because the command line made the transition. */
  readonly by: 'moderator' | 'operator'
  readonly from: readonly AssetState[]
  readonly to: readonly AssetState[]
  /** The event that is published, with the asset's id as `id` and as `asset_id`, which brings it to its readers. */
  readonly event: string
}

/** Every way a stored discussion opens or closes. The coming of a closing time is none, because it writes nothing. */
export const ASSET_TRANSITIONS = {
  close: { by: 'moderator', from: ['open', 'closing'], to: ['closed'], event: 'assetStatusChanged' },
  reopen: { by: 'moderator', from: ['closed'], to: ['open', 'closing'], event: 'assetStatusChanged' },
  /** The closing time is set, moved or removed. */
  schedule: { by: 'moderator', from: ['open', 'closing'], to: ['open', 'closing'], event: 'assetStatusChanged' },
  /** A closed discussion gets another closing time. */
  redate: { by: 'moderator', from: ['closed'], to: ['closed'], event: 'assetStatusChanged' },
  /** Its comments move to another discussion, and it is removed. */
  merge: { by: 'operator', from: ['open', 'closing', 'closed'], to: ['closed'], event: 'assetMerged' },
} as const satisfies Readonly<Record<string, AssetTransition>>

export type AssetTransitionName = keyof typeof ASSET_TRANSITIONS

function stateOf(asset: Pick<Asset, 'closedAt'>, now: Date): AssetState {
  if (isClosed(asset, now)) return 'closed'
  return asset.closedAt === null ? 'open' : 'closing'
}

type TransitionOfTime = Exclude<AssetTransitionName, 'merge'>

const OF_TIME = ['close', 'reopen', 'schedule', 'redate'] as const satisfies readonly TransitionOfTime[]

/** The transition that setting a closing time makes; `null` when that time is set already. */
export function transitionTo(
  closedAt: Date | null,
  before: Pick<Asset, 'closedAt'>,
  now: Date,
): TransitionOfTime | null {
  if (before.closedAt?.getTime() === closedAt?.getTime()) return null
  const [from, to] = [stateOf(before, now), stateOf({ closedAt }, now)]
  const transitions: Readonly<Record<AssetTransitionName, AssetTransition>> = ASSET_TRANSITIONS
  return OF_TIME.find(name => transitions[name].from.includes(from) && transitions[name].to.includes(to)) ?? null
}
