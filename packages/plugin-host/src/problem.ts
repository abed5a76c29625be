/** A plugin as a problem names it. */
export interface PluginReference {
  readonly name: string
  readonly version?: string | null
  /** The file that the plugin was loaded from. Without it, the text of a problem shows no file for the plugin. */
  readonly origin?: string
}

/**
 * A problem that keeps the platform from starting, as facts. {@link textOf} makes the text of it.
 *
 * @example
 * const problem: Problem = {
 *   code: 'PLUGIN_HOOK_INVALID',
 *   plugins: [{ name: 'likes', version: '1.4.0', origin: 'plugins/likes/server/index.ts' }],
 *   hook: 'hooks',
 *   at: 'Comment.body.pre',
 *   message: 'expected a function',
 * }
 */
export interface Problem {
  readonly code: string
  /** The plugins that the problem is about. In a conflict the plugin that claimed the name first comes first. */
  readonly plugins: readonly PluginReference[]
  /**
   * The hook that the problem is about. With a hook, `message` continues a text that names the plugin, the hook and the
   * place; without one, `message` is a sentence of its own.
   */
  readonly hook?: string
  /** The place: `Comment.likes`, `POST /api/v1/likes`, a key of the configuration. */
  readonly at?: string
  /** The kind of name that two plugins claim: `route`, `sort`, `resolver`. */
  readonly claim?: string
  readonly message: string
  /** Further lines by name, such as the variable that a value comes from. */
  readonly related?: Readonly<Record<string, string>>
  /** Whether another plugin, which could not be read, may provide what is missing. */
  readonly mayBeProvided?: boolean
  /** The plugins that could not be read and may provide what is missing. */
  readonly unless?: readonly string[]
  readonly fix?: string
}

/** A part of a plugin that is used in place of another plugin's, because the operator allows it. */
export interface Override {
  /** `resolver Comment.body`, `route GET /api/v1/polls`. */
  readonly what: string
  readonly owner: string
  readonly over: string
}

/** Facts that do not keep the platform from starting, and that an operator should know. */
export interface Remarks {
  /** Facts that are allowed, and probably mistakes. */
  readonly warnings: readonly Problem[]
  readonly overrides: readonly Override[]
}

/** Every problem of every plugin, in one report. */
export class CompositionError extends Error {
  readonly code = 'PLUGINS_INVALID'
  readonly exitCode = 78

  readonly problems: readonly Problem[]

  constructor(problems: readonly Problem[], options?: ErrorOptions) {
    super(problems.map(reportOf).join('\n'), options)
    this.name = 'CompositionError'
    this.problems = problems
  }
}

/** `likes@1.4.0`, or the bare name when there is no version. */
export function label({ name, version }: PluginReference): string {
  return version ? `${name}@${version}` : name
}

/** A plugin as a problem names it, without its hooks and settings. */
export function referenceTo({ name, version, origin }: PluginReference): PluginReference {
  return { name, ...(version ? { version } : {}), ...(origin ? { origin } : {}) }
}

/** The names of the plugins that a problem is about. */
export function namesOf({ plugins }: Problem): string[] {
  return plugins.map(({ name }) => name)
}

/** Whether a problem is about the plugin of that name. */
export function concerns({ plugins }: Problem, name: string): boolean {
  return plugins.some(plugin => plugin.name === name)
}

/**
 * The text of a problem: the plugin, the hook, the place, the message, and the files of the plugins.
 *
 * @example
 * textOf(problem) // 'likes@1.4.0 hooks: Comment.body.pre: expected a function\n  likes  plugins/likes/server/index.ts'
 */
export function textOf({ plugins, hook, at, message, related = {}, unless = [] }: Problem): string {
  const subject =
    hook === undefined ? '' : `${plugins.map(label).join(', ')} ${hook}: ${at === undefined ? '' : `${at}: `}`
  return [
    subject + message,
    ...Object.entries(related).map(([name, text]) => `  ${name}  ${text}`),
    ...plugins.flatMap(({ name, origin }) => (origin ? [`  ${name}  ${origin}`] : [])),
    ...(unless.length === 0
      ? []
      : [`  unless ${unless.join(' or ')} provides it, which can't be read before it is corrected`]),
  ].join('\n')
}

/** The same with the code in front and the fix at the end, as a start and the commands show it. */
export function reportOf(problem: Problem): string {
  const { code, fix } = problem
  return `${code}  ${textOf(problem)}${fix ? `\n  fix  ${fix}` : ''}`
}

/**
 * The fix of a problem that keeps the server from starting: to correct a part of a plugin, or to start without it.
 *
 * @param list - where the operator's list of plugins comes from.
 */
export function correctOrDisable(part: string, { name }: PluginReference, list = 'plugins.json'): string {
  const setting = `"settings": {"${name}": {"onFailure": "disable"}} in ${list}`
  // `platform dev` shows every failure, whatever the setting is.
  return `correct ${part}; until then platform serve starts without the plugin by ${setting}`
}

const MAY_BE_PROVIDED = new Set(['PLUGIN_UNKNOWN_TYPE', 'PLUGIN_UNKNOWN_FIELD', 'SCHEMA_UNKNOWN_TYPE'])

/**
 * Adds to a problem the plugins that may provide what is missing, when it may follow from their problems.
 *
 * @param unseen - names of the plugins that could not be read.
 */
export function unlessProvided(problem: Problem, unseen: readonly string[]): Problem {
  const unless = unseen.filter(name => !concerns(problem, name))
  return unless.length > 0 && (problem.mayBeProvided || MAY_BE_PROVIDED.has(problem.code))
    ? { ...problem, unless }
    : problem
}
