import type { LoadedPlugin } from '@platform/plugin-host'
import type { AuthorOf } from '../../contract/composed.ts'
import { placeOf } from '../attribution.ts'
import type { Ledger } from '../ledger.ts'
import { transforms } from './field-hooks.ts'
import type { Owners } from './resolvers.ts'

/**
 * Whose value a field (`Comment.likes`) has: that of the plugin whose hook changes it last, else of whoever
 * resolves it, else of whoever defined it. Asked only once a value turned out not to fit.
 */
export function fieldAuthors(
  plugins: readonly LoadedPlugin[],
  { ledger, owners }: { ledger: Ledger; owners: Owners },
): AuthorOf {
  return coordinate => {
    const [type = '', field = ''] = coordinate.split('.')
    const changing = plugins.find(plugin => {
      const post = plugin.core ? undefined : plugin.hooks.hooks?.[type]?.[field]?.post
      return post !== undefined && transforms(post)
    })
    if (changing) return placeOf(changing, 'hooks.post', coordinate)
    const resolving = ledger.owner('resolver', coordinate)
    if (resolving) return resolving.core ? undefined : placeOf(resolving, 'resolvers', coordinate)
    const defining = plugins.find(({ core, name }) => !core && name === owners.get(coordinate))
    return defining && placeOf(defining, 'typeDefs', coordinate)
  }
}
