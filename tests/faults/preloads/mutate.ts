// Changes one module of the built server while it is loaded. The checkout stays as it is.
import { registerHooks } from 'node:module'
import type { Mutation } from '../mutations.ts'

const given = process.env['FAULT_MUTATION']

if (given !== undefined) {
  const { module, before, after } = JSON.parse(given) as Mutation
  const [folder, source] = module
  registerHooks({
    load(url, context, next) {
      const loaded = next(url, context)
      if (!url.includes(`/${folder}/dist/`)) return loaded
      // A built file has many modules, and before each of them the path of its source.
      const modules = String(loaded.source).split(/^(?=\/\/ src\/)/m)
      const at = modules.findIndex(text => text.startsWith(`// ${source}\n`))
      if (at === -1) return loaded
      const parts = modules[at]!.split(before)
      if (parts.length !== 2) throw new Error(`${source} has the text of the mutation ${parts.length - 1} times`)
      return { ...loaded, source: modules.with(at, parts.join(after)).join('') }
    },
  })
}
