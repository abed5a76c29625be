import { type Attribution, describeThrown } from '@platform/plugin-host'
import { describeAttribution } from '../composition/attribution.ts'
import { withoutSecrets } from '../runtime/secrets.ts'

/** The cause of a masked error, as an answer shows it in development and in tests. */
export interface ShownCause {
  /** The class and the text of the error: `TypeError: no gateway`. */
  readonly message: string
  /** The plugin, hook and place that failed: `likes@1.4.0 resolvers Comment.likes`. */
  readonly place?: string
  readonly stack?: readonly string[]
  readonly cause?: ShownCause
}

/** The most lines of a stack that are shown. The first ones name the code that failed. */
const MOST_FRAMES = 12
/** The most errors that are shown of a chain of causes. */
const MOST_CAUSES = 4

/** The cause of an error and of the errors that led to it, without the secrets that the server knows. */
export function shownCause(error: unknown, place?: Attribution, depth = 1): ShownCause {
  const { stack, cause } = readable(error)
  return {
    message: withoutSecrets(describeThrown(error)),
    ...(place ? { place: describeAttribution(place) } : {}),
    ...(stack.length > 0 ? { stack } : {}),
    ...(cause === undefined || cause === null || depth >= MOST_CAUSES
      ? {}
      : { cause: shownCause(cause, undefined, depth + 1) }),
  }
}

/** The stack and the cause of a thrown value. Reading a property of it may throw again. */
function readable(error: unknown): { readonly stack: readonly string[]; readonly cause?: unknown } {
  try {
    if (!(error instanceof Error)) return { stack: [] }
    const frames = String(error.stack)
      .split('\n')
      .filter(line => /^\s+at /.test(line))
    return { stack: frames.slice(0, MOST_FRAMES).map(line => withoutSecrets(line.trim())), cause: error.cause }
  } catch {
    return { stack: [] }
  }
}
