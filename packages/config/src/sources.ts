import type { Mode, ValueSource } from './config.ts'
import type { ConfigProblem } from './config-error.ts'
import { hasDotenv, readDotenv } from './dotenv.ts'
import type { VariableName } from './variables/index.ts'
import { variableNamed, variableNames } from './variables/index.ts'

/**
 * The sources of the configuration.
 *
 * @example
 * const sources: EnvironmentSources = { env: process.env, cwd: process.cwd() }
 */
export interface EnvironmentSources {
  /** Usually `process.env`. */
  readonly env: Readonly<Record<string, string | undefined>>
  /** The folder that has `.env`, and that relative paths begin at. */
  readonly cwd: string
  /** `false` never reads `.env`. With `true` it is read in development. @defaultValue true */
  readonly dotenv?: boolean
}

export interface SourcedText {
  readonly text: string | undefined
  readonly source: ValueSource
}

export interface ResolvedSources {
  readonly mode: Mode
  readonly texts: ReadonlyMap<VariableName, SourcedText>
  /** Every name that was set, known or not. */
  readonly names: readonly string[]
  readonly problems: readonly ConfigProblem[]
  readonly warnings: readonly string[]
}

function modeOf(env: EnvironmentSources['env']): Mode {
  return env.NODE_ENV === 'production' || env.NODE_ENV === 'test' ? env.NODE_ENV : 'development'
}

/** Reads `.env`, in development only. */
function readFile({ cwd, dotenv = true }: EnvironmentSources, mode: Mode) {
  const nothing = { values: {} as Record<string, string | undefined>, problems: [], warnings: [] as string[] }
  if (!dotenv || mode === 'test') return nothing
  if (mode === 'production') {
    const warnings = hasDotenv(cwd)
      ? ['.env is ignored in production; set the variables in the environment and remove the file']
      : []
    return { ...nothing, warnings }
  }
  const file = readDotenv(cwd)
  const warnings = file.values.NODE_ENV === undefined ? [] : ['.env cannot set NODE_ENV; set it in the environment']
  return { ...file, warnings }
}

/** Finds the text of every variable: environment, then `.env`, then its default. */
export function resolveSources(sources: EnvironmentSources): ResolvedSources {
  const mode = modeOf(sources.env)
  const file = readFile(sources, mode)
  const texts = new Map<VariableName, SourcedText>()
  const isSet = (name: VariableName, text: string | undefined) =>
    text !== undefined && (text !== '' || variableNamed(name).emptyCounts === true)

  const resolve = (name: VariableName): SourcedText => {
    if (isSet(name, sources.env[name])) return { text: sources.env[name], source: 'environment' }
    if (isSet(name, file.values[name])) return { text: file.values[name], source: '.env' }
    const { default: fixed, derived } = variableNamed(name)
    if (derived === undefined) return { text: fixed, source: 'default' }
    return { text: derived.text({ mode, text: lookUp }), source: 'derived' }
  }
  const textOf = (name: VariableName): SourcedText => {
    const known = texts.get(name) ?? resolve(name)
    texts.set(name, known)
    return known
  }
  const lookUp = (name: string) => textOf(name as VariableName).text

  for (const name of variableNames) textOf(name)
  const names = [...new Set([...Object.keys(sources.env), ...Object.keys(file.values)])]
  return { mode, texts, names, problems: file.problems, warnings: file.warnings }
}

/**
 * Reads all variables by name, without checks: those of the environment and, in development, those of `<cwd>/.env`. Use
 * it for variables of plugins, such as `PLATFORM_PLUGIN_<NAME>_<KEY>`. `loadConfig` reads those of the platform.
 *
 * @example
 * const { PLATFORM_PLUGIN_POLLS_MAX } = readEnvironment({ env: process.env, cwd: process.cwd() })
 */
export function readEnvironment(sources: EnvironmentSources): Readonly<Record<string, string | undefined>> {
  const { values } = readFile(sources, modeOf(sources.env))
  return { ...values, ...sources.env }
}
