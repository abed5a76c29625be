import type { Asset, HookObject } from '@platform/plugin-sdk'
import type { ServerContext } from '../../contract/context.ts'

type Hooks = HookObject<ServerContext>

/** Whoever reads a discussion hears that it closes or opens. */
export const assetFilters: NonNullable<Hooks['setupFunctions']> = {
  assetStatusChanged: (_options, { asset_id: wanted }: { asset_id: string }) => ({
    assetStatusChanged: { filter: ({ id }: Pick<Asset, 'id'>) => id === wanted },
  }),
}

export const assetSubscriptions: NonNullable<Hooks['resolvers']>[string] = {
  assetStatusChanged: ({ id }: Pick<Asset, 'id'>, _args: unknown, { loaders }: ServerContext) =>
    loaders.Assets.getByID(id),
}
