import type { LoadedPlugin } from '@platform/plugin-host'
import type { ComposedAssetData } from '../contract/composed.ts'
import type { CreateContext } from '../contract/context.ts'
import { runBatches } from './batches.ts'

/** Composes the `assetData` of all core features and plugins. */
export function composeAssetData(
  plugins: readonly LoadedPlugin[],
  { createContext }: { readonly createContext: CreateContext },
): ComposedAssetData {
  return {
    async merge(assets, signal) {
      for (const plugin of plugins) {
        const { assetData } = plugin.hooks
        if (!assetData) continue
        const run = (context: Parameters<typeof assetData.merge>[1]) => assetData.merge(assets, context)
        await runBatches(
          plugin,
          { hook: 'assetData', at: 'merge', run },
          { createContext, ...(signal ? { signal } : {}) },
        )
      }
    },
  }
}
