import { type ResolveFnOutput, registerHooks } from 'node:module'
import { extname } from 'node:path'
import { giveOlderVariables } from './older-variables.ts'
import { leadsOut, type PluginFile, pluginFileOf } from './plugin-file.ts'

/** Modules of the server by the path that plugins of the predecessor import, from whatever depth. */
const SERVER_MODULE =
  /^(?:\.\.\/)*((?:models|services|middleware|perms|graph|plugin-api)\/[\w/-]+?|errors|config|secrets|url)(?:\.js)?$/
/** Packages that the predecessor had installed, so its plugins use them without declaring them. */
const UNDECLARED = ['dataloader', 'debug', 'express', 'graphql', 'lodash', 'ms']
const CONNECTORS = new URL(`./older-connectors${extname(import.meta.url)}`, import.meta.url).href

type Next = (specifier: string) => ResolveFnOutput
type Attempt = () => ResolveFnOutput

let registered = false

/**
 * Lets plugins import modules by the names that these had for the predecessor. A name that Node or the server finds is
 * left alone.
 */
export function letOlderNamesResolve(): void {
  if (registered) return
  registered = true
  registerHooks({
    resolve(specifier, context, next) {
      const importer = pluginFileOf(context.parentURL)
      if (importer === null) return next(specifier, context)
      const resolve: Next = name => next(name, context)
      return firstFound([() => resolve(specifier), ...attemptsFor(specifier, importer, resolve)])
    },
    load(url, context, next) {
      const file = pluginFileOf(url)
      if (file !== null) giveOlderVariables(file.path)
      return next(url, context)
    },
  })
}

/** The result of the first attempt that finds a module. @throws the error of the very first one when none does. */
function firstFound([first, ...others]: readonly [Attempt, ...Attempt[]]): ResolveFnOutput {
  try {
    return first()
  } catch (error) {
    if (!isNotFound(error)) throw error
    for (const attempt of others) {
      try {
        return attempt()
      } catch (other) {
        if (!isNotFound(other)) throw other
      }
    }
    throw error
  }
}

function isNotFound(error: unknown): boolean {
  const code: unknown = error instanceof Error && 'code' in error ? error.code : null
  return code === 'ERR_MODULE_NOT_FOUND' || code === 'MODULE_NOT_FOUND'
}

function attemptsFor(specifier: string, importer: PluginFile, next: Next): Attempt[] {
  return [
    ...pluginNames(specifier, importer).map(name => () => next(name)),
    ...serverModules(specifier, importer, next),
    ...UNDECLARED.filter(name => specifier === name || specifier.startsWith(`${name}/`)).map(
      () => () => found(import.meta.resolve(specifier)),
    ),
  ]
}

/** Other plugins: by the name of this platform, and in the folder beside the importing plugin. */
function pluginNames(specifier: string, { base }: PluginFile): string[] {
  if (!/(?:^|\/)talk-plugin-/.test(specifier)) return []
  const renamed = specifier.replace(/(^|\/)talk-plugin-/, '$1platform-plugin-')
  return specifier.startsWith('.') ? [renamed] : [renamed, `${base}/${specifier}`, `${base}/${renamed}`]
}

function serverModules(specifier: string, importer: PluginFile, next: Next): Attempt[] {
  const module = SERVER_MODULE.exec(specifier)?.[1]
  if (module === undefined || (specifier.startsWith('.') && !leadsOut(importer, specifier))) return []
  return [() => (module === 'graph/connectors' ? found(CONNECTORS) : next(`@platform/server/${module}`))]
}

function found(url: string): ResolveFnOutput {
  return { url, shortCircuit: true }
}
