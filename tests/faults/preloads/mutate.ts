// Changes one file of the built server while it is loaded. The checkout stays as it is.
import { registerHooks } from 'node:module'

const given = process.env['FAULT_MUTATION']

if (given !== undefined) {
  const { file, before, after } = JSON.parse(given) as { file: string; before: string; after: string }
  registerHooks({
    load(url, context, next) {
      const loaded = next(url, context)
      if (!url.endsWith(file)) return loaded
      const parts = String(loaded.source).split(before)
      if (parts.length !== 2) throw new Error(`${file} has the text of the mutation ${parts.length - 1} times`)
      return { ...loaded, source: parts.join(after) }
    },
  })
}
