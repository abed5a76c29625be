import { satisfies } from 'semver'
import type { Problem } from '../compose/problem.ts'
import { PREFIX } from './names.ts'
import { answersTo, type Placed } from './order.ts'

/** A plugin as far as others can require it. */
export interface Required extends Placed {
  readonly version: string | null
  readonly origin: string
}

type Ranges = Readonly<Record<string, string | undefined>>

/** What a plugin needs of others and does not get. */
export function checkRequirements(plugin: Required, others: readonly Required[], source: string): Problem[] {
  const requires: Ranges = plugin.manifest?.requires ?? {}
  const optional: Ranges = plugin.manifest?.optional ?? {}
  return [
    ...Object.entries(requires).flatMap(([name, range]) => {
      const found = others.filter(other => answersTo(other, name))
      return found.length === 0 ? [missing(plugin, { name, range }, source)] : found.flatMap(other => misfit(plugin, other, range))
    }),
    ...Object.entries(optional).flatMap(([name, range]) => others.filter(other => answersTo(other, name)).flatMap(other => misfit(plugin, other, range))),
  ]
}

function missing(plugin: Required, { name, range }: { name: string; range: string | undefined }, source: string): Problem {
  const full = name.includes(PREFIX) || name.startsWith('@') ? name : PREFIX + name
  return {
    code: 'PLUGIN_DEPENDENCY_MISSING', owners: [plugin.name, name],
    message: `${plugin.name} requires ${name} ${range ?? ''}, which is not listed\n  ${plugin.name}  ${plugin.origin}`,
    fix: `list it in ${source}: \`platform plugins add "${full}@${range ?? '*'}"\` and \`platform plugins reconcile\`; or take ${plugin.name} out of the list`,
  }
}

/** A plugin without a version is a folder of the operator's own: nothing is known against it. */
function misfit(plugin: Required, other: Required, range: string | undefined): Problem[] {
  // Any version includes those before a release, which ranges leave out unless they name one.
  if (range === undefined || other.version === null || satisfies(other.version, range, { includePrerelease: range.trim() === '*' })) return []
  return [{
    code: 'PLUGIN_DEPENDENCY_MISSING', owners: [plugin.name, other.name],
    message: `${plugin.name} requires ${other.name} ${range}, but it is ${other.version}\n  ${plugin.name}  ${plugin.origin}\n  ${other.name}  ${other.origin}`,
    fix: `write {"${other.name}": "${range}"} in plugins.json and run \`platform plugins reconcile\`, or take a version of ${plugin.name} that fits ${other.version}`,
  }]
}
