import type { LoadedPlugin } from '@platform/plugin-host'
import type { Tag } from '@platform/plugin-sdk'
import type { Ledger } from './ledger.ts'

/** The tags that code defines, each of the plugin that won its name. */
export function composeTags(plugins: readonly LoadedPlugin[], ledger: Ledger): Tag[] {
  const all = plugins.flatMap(plugin => (plugin.hooks.tags ?? []).map(tag => ({ plugin, tag })))
  for (const { plugin, tag } of all)
    for (const model of tag.models) ledger.claim('tag', `${tag.name} on ${model}`, plugin)
  return all.flatMap(({ plugin, tag }) => {
    const models = tag.models.filter(model => ledger.owner('tag', `${tag.name} on ${model}`) === plugin)
    return models.length === 0 ? [] : [models.length === tag.models.length ? tag : { ...tag, models }]
  })
}
