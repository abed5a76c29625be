import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The packages that have a build, each with its folder and its settings of the compiler. */
export function packagesWithBuild(root) {
  return ['apps', 'packages', 'plugins'].flatMap(group => {
    const place = join(root, group)
    const entries = existsSync(place) ? readdirSync(place, { withFileTypes: true }) : []
    return entries.flatMap(entry => {
      const folder = join(place, entry.name)
      const file = join(folder, 'tsconfig.build.json')
      return entry.isDirectory() && existsSync(file)
        ? [{ folder, settings: JSON.parse(readFileSync(file, 'utf8')) }]
        : []
    })
  })
}
