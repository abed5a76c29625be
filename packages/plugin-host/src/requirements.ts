import { basename } from 'node:path'
import { satisfies } from 'semver'
import type { Location } from './locate.ts'
import { PREFIX } from './names.ts'
import { answersTo, type Placed } from './order.ts'
import type { Problem } from './problem.ts'

/** The facts of a plugin that others require. */
export interface Required extends Placed {
  readonly version: string | null
  readonly origin: string
  readonly location?: Pick<Location, 'kind' | 'directory'> | null
}

/** Finds the folder or package of a name, listed or not. */
type Find = (name: string) => Pick<Location, 'kind' | 'directory'> | null

type Ranges = Readonly<Record<string, string | undefined>>

/** The problems of a plugin's requirements: plugins that are missing, or have a version that does not fit. */
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
  const found = find(name)
  const listing =
    found === null
      ? `\`platform plugins add "${fullName(name)}@${range ?? '*'}"\` and \`platform plugins reconcile\``
      : `\`platform plugins add ${found.kind === 'folder' ? basename(found.directory) : `"${fullName(name)}"`}\``
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

/**
 * The problem of a required plugin whose version does not fit. One without a version is the operator's own and fits.
 */
function misfit(plugin: Required, other: Required, range: string | undefined): Problem[] {
  // `*` also includes versions before a release, which ranges exclude unless they name one.
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
          ? inPlaceOfPackage({ plugin, other, folder: `plugins/${basename(other.location.directory)}`, range })
          : `write {"${other.name}": "${range}"} in plugins.json and run \`platform plugins reconcile\`, ` +
            `or take a version of ${plugin.name} that fits ${other.version}`,
    },
  ]
}

interface Misfit {
  readonly plugin: Required
  readonly other: Required
  readonly folder: string
  readonly range: string
}

function inPlaceOfPackage({ plugin, other: { name, version }, folder, range }: Misfit): string {
  return (
    `the folder ${folder} is used in place of any package of that name: when its content fits, ` +
    `give it a version that says so, in ${folder}/package.json or else in its definePlugin; ` +
    `or remove the folder and list {"${fullName(name)}": "${range}"}; ` +
    `or take a version of ${plugin.name} that fits ${version}`
  )
}
