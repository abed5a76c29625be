/** Something that keeps the platform from starting, with what mends it. */
export interface Problem {
  readonly code: string
  readonly message: string
  readonly fix?: string
  /** Names of the plugins concerned. */
  readonly owners: readonly string[]
}

/** Where a plugin's part is used in place of another's, because the operator allows it. */
export interface Override {
  /** `resolver Comment.body`, `route GET /api/v1/polls`. */
  readonly what: string
  readonly owner: string
  readonly over: string
}

/** What is right, and an operator should know. */
export interface Remarks {
  /** What is legal, and probably not meant. */
  readonly warnings: readonly Problem[]
  readonly overrides: readonly Override[]
}

/** Every problem of every plugin, in one report. */
export class CompositionError extends Error {
  readonly code = 'PLUGINS_INVALID'
  readonly exitCode = 78

  readonly problems: readonly Problem[]

  constructor(problems: readonly Problem[], options?: ErrorOptions) {
    super(problems.map(print).join('\n'), options)
    this.name = 'CompositionError'
    this.problems = problems
  }
}

const FOLLOWS = new Set(['PLUGIN_UNKNOWN_TYPE', 'PLUGIN_UNKNOWN_FIELD', 'SCHEMA_UNKNOWN_TYPE'])
/** What is asked for when the platform starts may need what another plugin gives. */
const ASKED = / threw when it was first called: /

/** Says of what may follow from another plugin's trouble that it may. @param unseen - plugins that could not be looked at. */
export function unless(problem: Problem, unseen: readonly string[]): Problem {
  const others = unseen.filter(name => !problem.owners.includes(name))
  if (others.length === 0 || !(FOLLOWS.has(problem.code) || ASKED.test(problem.message))) return problem
  return {
    ...problem,
    message: `${problem.message}\n  unless ${others.join(' or ')} provides it, which can't be looked at before it is mended`,
  }
}

function print({ code, message, fix }: Problem): string {
  return `${code}  ${message}${fix ? `\n  fix  ${fix}` : ''}`
}
