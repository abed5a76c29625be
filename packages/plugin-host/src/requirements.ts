import { basename } from 'node:path'
import { satisfies } from 'semver'
import type { Location } from './locate.ts'
import { PREFIX } from './names.ts'
import { answersTo, type Placed } from './order.ts'
import type { Problem } from './problem.ts'

/** A plugin as far as others can require it. */
export interface Required extends Placed {
  readonly version: string | null
  readonly origin: string
  readonly location?: Pick<Location, 'kind' | 'directory'> | null
}

/** Finds the folder or package of a name, listed or not. */
type Find = (name: string) => Pick<Location, 'kind' | 'directory'> | null

type Ranges = Readonly<Record<string, string | undefined>>

/** What a plugin needs of others and does not get. */
export function checkRequirements(
  plugin: Required,
  others: readonly Required[],
  { source, find }: { source: string; find: Find },
): Problem[] {
  const requires: Ranges = plugin.manifest?.requires ?? {}
  const optional: Ranges = plugin.manifest?.optional ?? {}
  return [
    ...Object.entries(requires).flatMap(([name, range]) => {
      const found = others.filter(other => answersTo(other, name))
      if (answersTo(plugin, name)) return [itself(plugin, name)]
      return found.length === 0
        ? [missing(plugin, { name, range }, { source, find })]
        : found.flatMap(other => misfit(plugin, other, range))
    }),
    ...Object.entries(optional).flatMap(([name, range]) =>
      others.filter(other => answersTo(other, name)).flatMap(other => misfit(plugin, other, range)),
    ),
  ]
}

function itself({ name: plugin, origin }: Required, name: string): Problem {
  return {
    code: 'PLUGIN_MANIFEST_INVALID',
    plugins: [{ name: plugin, origin }],
    message: `${plugin} requires ${name}, which is itself`,
    fix: `take ${name} out of requires`,
  }
}

function missing(
  plugin: Required,
  { name, range }: { name: string; range: string | undefined },
  { source, find }: { source: string; find: Find },
): Problem {
  const there = find(name)
  const listing =
    there?.kind === 'folder'
      ? `\`platform plugins add ${basename(there.directory)}\``
      : `\`platform plugins add "${there ? fullName(name) : `${fullName(name)}@${range ?? '*'}`}"\`${there ? '' : ' and `platform plugins reconcile`'}`
  return {
    code: 'PLUGIN_DEPENDENCY_MISSING',
    plugins: [{ name: plugin.name, origin: plugin.origin }, { name }],
    message: `${plugin.name} requires ${name} ${range ?? ''}, which is not listed`,
    fix: `list it in ${source}: ${listing}; or take ${plugin.name} out of the list`,
  }
}

function fullName(name: string): string {
  return name.includes(PREFIX) || name.startsWith('@') ? name : PREFIX + name
}

/** A plugin without a version is a folder of the operator's own: nothing is known against it. */
function misfit(plugin: Required, other: Required, range: string | undefined): Problem[] {
  // Any version includes those before a release, which ranges leave out unless they name one.
  if (
    range === undefined ||
    other.version === null ||
    satisfies(other.version, range, { includePrerelease: range.trim() === '*' })
  )
    return []
  return [
    {
      code: 'PLUGIN_DEPENDENCY_MISSING',
      plugins: [
        { name: plugin.name, origin: plugin.origin },
        { name: other.name, origin: other.origin },
      ],
      message: `${plugin.name} requires ${other.name} ${range}, but it is ${other.version}`,
      fix:
        other.location?.kind === 'folder'
          ? inPlaceOfPackage(plugin, other, range)
          : `write {"${other.name}": "${range}"} in plugins.json and run \`platform plugins reconcile\`, or take a version of ${plugin.name} that fits ${other.version}`,
    },
  ]
}

function inPlaceOfPackage(plugin: Required, { name, version, location }: Required, range: string): string {
  const folder = `plugins/${basename(location!.directory)}`
  return `the folder ${folder} stands in place of any package of that name: where what is in it fits, give it a version that says so, in ${folder}/package.json or else in its definePlugin; or take the folder away and list {"${fullName(name)}": "${range}"}; or take a version of ${plugin.name} that fits ${version}`
}
