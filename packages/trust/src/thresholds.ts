/**
 * A user whose karma is at least `reliable` is reliable; a user whose karma is at most `unreliable` is unreliable.
 *
 * @example
 * const threshold: Threshold = { reliable: 2, unreliable: -1 }
 */
export interface Threshold {
  readonly reliable: number
  readonly unreliable: number
}

/**
 * The thresholds for a user's comments and for a user's flags.
 *
 * @example
 * const { comment, flag }: TrustThresholds = parseThresholds('comment:2,-1;flag:2,-1')
 */
export interface TrustThresholds {
  readonly comment: Threshold
  readonly flag: Threshold
}

/**
 * The error of {@link parseThresholds}. `problems` has one sentence for each segment that is not valid.
 *
 * @example
 * if (error instanceof ThresholdsError) for (const problem of error.problems) console.error(problem)
 */
export class ThresholdsError extends Error {
  override readonly name = 'ThresholdsError'
  readonly problems: readonly string[]

  constructor(problems: readonly string[]) {
    super(problems.join('; '))
    this.problems = problems
  }
}

const NAMES = ['comment', 'flag'] as const
type Name = (typeof NAMES)[number]

const DEFAULTS: TrustThresholds = { comment: { reliable: 2, unreliable: -1 }, flag: { reliable: 2, unreliable: -1 } }
const SEGMENT = /^(comment|flag):(-?\d{1,6}),(-?\d{1,6})$/
const MOST_PROBLEMS = 10

/**
 * Reads `<name>:<RELIABLE>,<UNRELIABLE>;…` with the names `comment` and `flag` and whole numbers of at most
 * six digits. A missing name keeps its default, `2,-1`, and one `;` may end the text.
 *
 * @throws ThresholdsError which names each segment that is not valid, at most the first ten
 * @example
 * parseThresholds('flag:5,-3') // { comment: { reliable: 2, unreliable: -1 }, flag: { reliable: 5, unreliable: -3 } }
 */
export function parseThresholds(text: string): TrustThresholds {
  const given = new Map<Name, Threshold>()
  const problems: string[] = []
  const segments = text.replace(/;$/, '').split(';')
  for (const segment of segments) {
    const problem = readSegment(segment, given)
    if (problem !== null) problems.push(problem)
    if (problems.length > MOST_PROBLEMS) break
  }
  if (problems.length > MOST_PROBLEMS) problems[MOST_PROBLEMS] = `and more of its ${segments.length} segments`
  if (problems.length > 0) throw new ThresholdsError(problems)
  return { comment: given.get('comment') ?? DEFAULTS.comment, flag: given.get('flag') ?? DEFAULTS.flag }
}

/** Adds a segment to the thresholds, or returns its problem. */
function readSegment(segment: string, given: Map<Name, Threshold>): string | null {
  const shown = `segment ${JSON.stringify(segment.slice(0, 60))}`
  const [, found, reliable, unreliable] = SEGMENT.exec(segment) ?? []
  const name = NAMES.find(known => known === found)
  if (!name)
    return `${shown} must be comment:<RELIABLE>,<UNRELIABLE> or flag:<RELIABLE>,<UNRELIABLE> with two whole numbers`
  // `+ 0` turns -0 into 0, because `Object.is` and tests tell the two apart.
  const threshold = { reliable: Number(reliable) + 0, unreliable: Number(unreliable) + 0 }
  if (threshold.reliable <= threshold.unreliable) return `${shown} must have RELIABLE above UNRELIABLE`
  if (given.has(name)) return `${shown} repeats the name ${name}`
  given.set(name, threshold)
  return null
}
