import { describeThrown } from '@platform/plugin-host'
import { causesOf } from './causes.ts'

/** The most errors in one another that a line has, and the most of a list. */
const DEEPEST = 3
const MOST_ERRORS = 20

/** Properties that a line has in a form of its own. */
const OWN = new Set(['type', 'message', 'stack', 'errors'])

/**
 * An error as the log writes it. It never throws. The serializer of pino can't be used for errors of plugins: it makes
 * no end of an error that contains itself, calls itself for each of thousands of causes, and writes into the error.
 */
export function loggedError(error: unknown, depth = 1): unknown {
  try {
    return isErrorLike(error) ? written(error, depth) : error
  } catch {
    return { type: 'Error', message: describeThrown(error) }
  }
}

/** Errors of another realm are no instances of this one's class. */
function isErrorLike(value: unknown): value is Error {
  return typeof value === 'object' && value !== null && typeof Reflect.get(value, 'message') === 'string'
}

function written(error: Error, depth: number): object {
  const causes = causesOf(error).filter(isErrorLike)
  const inner = (value: unknown) => (depth < DEEPEST ? loggedError(value, depth + 1) : describeThrown(value))
  const errors: unknown = Reflect.get(error, 'errors')
  const rest = Object.entries(error).filter(
    // The causes are in the message and in the stack.
    ([name, value]) => !OWN.has(name) && !(name === 'cause' && isErrorLike(value)),
  )
  return {
    type: typeof error.constructor === 'function' ? error.constructor.name : error.name,
    message: causes.map(({ message }) => message).join(': '),
    stack: causes.map(({ stack }) => stack).join('\ncaused by: '),
    ...(Array.isArray(errors) ? { aggregateErrors: errors.slice(0, MOST_ERRORS).map(inner) } : {}),
    ...Object.fromEntries(rest.map(([name, value]) => [name, isErrorLike(value) ? inner(value) : value])),
  }
}
